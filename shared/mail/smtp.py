"""Hand one mail to a mail server: verified TLS, one total deadline, every answer understood."""

import asyncio
import re
import socket
import ssl
from dataclasses import dataclass

import aiosmtplib
from aiosmtplib.protocol import SMTPProtocol

from shared.mail.broken import is_lasting
from shared.mail.presets import LETTER
from shared.mail.relay import Relay
from shared.mail.replies import BEFORE_THE_READER, Step, refusal
from shared.mail.transport import (
    DEADLINE,
    AnswerLost,
    Mail,
    NotSent,
    TransportFailed,
    check_envelope,
)

LINE_END = re.compile(rb"\r\n|\r|\n")
LEADING_DOT = re.compile(rb"(?m)^\.")

# What a service calls a mail that it took, as "250 Ok 0102018e-...". A shorter name is one of a
# queue, which comes again some day.
NAME = re.compile(r"(?:\bqueued as |\bid[=:] ?|\bok )<?([A-Za-z0-9._-]{16,128})", re.IGNORECASE)

# A service that had the mail before says so by refusing its name with another body.
HAD_BEFORE = re.compile(r"idempoten.*different|different.*idempoten", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Smtp:
    """A mail server reached by SMTP; one connection for each mail, and nothing left open."""

    relay: Relay
    bulk: Relay | None = None  # where letters to many go instead, if a service wants them apart
    deadline: float = DEADLINE

    async def send(self, mail: Mail) -> str | None:
        """Hand one mail over; see `Transport.send`."""
        check_envelope(mail)
        relay = self.bulk if self.bulk is not None and mail.is_bulk else self.relay
        session = Session(relay, relay.tls(), mail)
        try:
            async with asyncio.timeout(self.deadline):
                return await session.hand_over()
        except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
            # `from None`: the library's text repeats what the server said, addresses and all.
            raise session.explain(error, self.deadline) from None
        finally:
            session.client.close()


class Client(aiosmtplib.SMTP):
    """The library's client, closing at once instead of waiting for a dead server's goodbye."""

    def close(self) -> None:
        """Drop the connection, with whatever is still in its buffers."""
        if isinstance(self.transport, asyncio.WriteTransport):
            self.transport.abort()
        super().close()


class Session:
    """One conversation about one mail. `step` is where it stands."""

    def __init__(self, relay: Relay, tls: ssl.SSLContext, mail: Mail) -> None:
        self.relay = relay
        self.mail = mail
        self.step: Step = "greeting"
        self.dot_sent = False
        # No timeouts of its own: they count per reply, and a server that dribbles outlives them.
        self.client = Client(
            hostname=relay.host,
            port=relay.port,
            use_tls=relay.implicit_tls,
            start_tls=False,
            tls_context=tls,
            timeout=None,
            local_hostname=mail.sender_address.rpartition("@")[2],
        )

    async def hand_over(self) -> str | None:
        """Say everything from the greeting to the final dot; return what the mail is called."""
        await self.client.connect()
        await self.secure()
        await self.identify()
        self.step = "MAIL FROM"
        await self.client.mail(self.mail.sender_address)
        self.step = "RCPT TO"
        await self.client.rcpt(self.mail.recipient)
        return await self.write_message()

    async def secure(self) -> None:
        """Turn on TLS wherever it is offered, and go no further where it is missing."""
        if self.relay.implicit_tls:
            return
        self.step = "EHLO"
        await self.client.ehlo()
        self.step = "STARTTLS"
        if self.client.supports_extension("starttls"):
            await self.client.starttls(server_hostname=self.relay.host)
        elif not self.relay.may_be_plain:
            raise TransportFailed(
                "The mail server does not offer STARTTLS; nothing was sent. "
                "Check MAIL_URL: port 465 takes smtps://, port 587 takes smtp://.",
                is_outage=True,
                is_lasting=True,
            )

    async def identify(self) -> None:
        """Log in, when there is a login; `secure` has seen to it that nobody listens."""
        self.step = "EHLO"
        await self.client.ehlo()
        if self.relay.user is not None:
            self.step = "AUTH"
            await self.client.login(self.relay.user, self.relay.password or "")

    async def write_message(self) -> str | None:
        """Send the letter; from its first byte on a silence means "maybe"."""
        self.step = "DATA"
        reply = await self.client.execute_command(b"DATA")
        if reply.code != 354:
            raise aiosmtplib.SMTPResponseException(reply.code, reply.message)
        self.step = "message"
        line = self.connection()
        self.dot_sent = True
        line.write(dot_stuffed(self.content()))
        reply = await line.read_response()
        if reply.code != 250 and not HAD_BEFORE.search(reply.message):
            raise aiosmtplib.SMTPResponseException(reply.code, reply.message)
        # Taken. The goodbye is said but not waited for: every moment from here to the commit is
        # one in which a crash would mean a second copy.
        self.dot_sent = False
        line.write(b"QUIT\r\n")
        return name_in(reply.message)

    def content(self) -> bytes:
        """Return the letter, below what the server wants to see above it."""
        name = self.mail.message_id.strip("<>").partition("@")[0]
        lines = ((header, value.replace(LETTER, name)) for header, value in self.relay.headers)
        head = "".join(f"{header}: {value}\r\n" for header, value in lines)
        return head.encode("ascii") + self.mail.content

    def connection(self) -> SMTPProtocol:
        """Return the open line."""
        if self.client.protocol is None:
            raise aiosmtplib.SMTPServerDisconnected("Connection lost")
        return self.client.protocol

    def explain(self, error: Exception, deadline: float) -> NotSent:
        """Turn what went wrong into one of the three errors of a transport."""
        if isinstance(error, aiosmtplib.SMTPResponseException) and 400 <= error.code <= 599:
            return refusal(self.step, error.code, error.message, self.secrets())
        if self.dot_sent:
            return AnswerLost(f"No answer after the final dot ({kind_of(error, deadline)}).")
        if self.step == "greeting" and (why := unreachable(error)):
            where = f"{self.relay.host}:{self.relay.port}"
            return TransportFailed(
                f"Nothing was sent: no connection to {where} ({why}). Is MAIL_URL right, and does "
                "the mail server run?",
                is_outage=True,
                is_lasting=is_lasting(error),
            )
        return TransportFailed(
            f"Nothing was sent: {kind_of(error, deadline)} at {self.step}.",
            is_outage=self.step in BEFORE_THE_READER,
            # A login that the server does not offer will not be there tomorrow.
            is_lasting=is_lasting(error) or isinstance(error, aiosmtplib.SMTPNotSupported),
        )

    def secrets(self) -> tuple[str, ...]:
        """Return what a reply may repeat and nobody may read."""
        local, _, domain = self.mail.recipient.partition("@")
        return (self.relay.user or "", self.relay.password or "", local, domain)


def name_in(reply: str) -> str | None:
    """Return what a service calls the mail that it has just taken, if it says so."""
    named = NAME.search(reply)
    return named[1] if named else None


def dot_stuffed(content: bytes) -> bytes:
    """Return the letter as DATA wants it: CRLF only, so that no line can end it early."""
    lines = LINE_END.sub(b"\r\n", content)
    if not lines.endswith(b"\r\n"):
        lines += b"\r\n"
    return LEADING_DOT.sub(b"..", lines) + b".\r\n"


def unreachable(error: Exception) -> str | None:
    """Say why there was no connection at all, None if there was one."""
    cause = error.__cause__ or error
    if isinstance(cause, (ssl.SSLError, TimeoutError, aiosmtplib.SMTPServerDisconnected)):
        return None
    if isinstance(cause, ConnectionRefusedError):
        return "refused"
    if isinstance(cause, socket.gaierror):
        return "its name is not known"
    return "unreachable" if isinstance(cause, OSError) else None


def kind_of(error: Exception, deadline: float) -> str:
    """Name what went wrong without quoting anybody."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the server's certificate is not trusted ({error.verify_message})"
    cause = error.__cause__
    if isinstance(cause, ssl.SSLCertVerificationError):
        return kind_of(cause, deadline)
    if isinstance(error, ssl.SSLError) or isinstance(cause, ssl.SSLError):
        return "the TLS handshake failed"
    if isinstance(error, aiosmtplib.SMTPServerDisconnected):
        return "the server closed the connection"
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return "an answer that is not SMTP"
    if isinstance(error, TimeoutError):
        return f"no answer within {deadline:g} seconds"
    if isinstance(error, (aiosmtplib.SMTPConnectError, OSError)):
        return "the server cannot be reached"
    return "the conversation failed"
