"""What every way of sending mail promises, and how MAIL_URL chooses one."""

import re
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Protocol
from urllib.parse import unquote, urlsplit

from shared.loopback import SERVICES
from shared.variables import BadSettings

DEADLINE = 30.0

# How long nothing is sent after the other side said that it was too much: at once, or today.
A_MOMENT = timedelta(minutes=1)
A_DAY_S_QUOTA = timedelta(hours=1)

ENVELOPE = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}")


@dataclass(frozen=True, slots=True)
class Mail:
    """One finished letter to one reader. Its repr shows no address and no link."""

    sender_address: str = field(repr=False)
    recipient: str = field(repr=False)
    message_id: str
    content: bytes = field(repr=False)

    @property
    def is_bulk(self) -> bool:
        """Tell a letter to many, which names its way out, from a mail that one person asked for."""
        head = b"\n" + self.content.partition(b"\r\n\r\n")[0].lower()
        return b"\nlist-unsubscribe:" in head


class Transport(Protocol):
    """Hands a mail over once, or raises. It never retries: that is the queue's work."""

    @property
    def deadline(self) -> float:
        """Seconds after which `send` has ended, whatever the other side does."""
        ...

    async def send(self, mail: Mail) -> str | None:
        """Hand one mail over; return what the other side calls it, if it says so.

        Raises:
            RecipientRefused: this address takes no mail; asking again is no use.
            TransportFailed: the mail was not taken, and the reader is not to blame.
            Throttled: the mail was not taken, because too many were before it.
            AnswerLost: the mail was handed over and the answer never came.

        """
        ...


class NotSent(Exception):
    """A mail that was not, or may not have been, taken. `public` holds no address, no secret."""

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


class RecipientRefused(NotSent):
    """The mailbox does not exist or takes no mail: write to it no more."""


class TransportFailed(NotSent):
    """The way to the reader failed: connection, TLS, login or policy. Try later.

    `is_outage` says that it would fail for every other reader, too, at this moment; `is_lasting`,
    that it will until a person mends it: a login, a name, a certificate, an account.
    """

    def __init__(self, public: str, *, is_outage: bool = False, is_lasting: bool = False) -> None:
        super().__init__(public)
        self.is_outage = is_outage
        self.is_lasting = is_lasting


class Throttled(TransportFailed):
    """Too many mails in too short a time: nobody is to blame, and nothing goes for a `pause`."""

    def __init__(self, public: str, *, pause: timedelta = A_MOMENT) -> None:
        super().__init__(public)
        self.pause = pause


class AnswerLost(NotSent):
    """The whole mail was handed over, then the line went dead: it may have arrived."""


def check_envelope(mail: Mail) -> None:
    """Refuse an address that a mail server could read as two, or as a command."""
    if not (ENVELOPE.fullmatch(mail.sender_address) and ENVELOPE.fullmatch(mail.recipient)):
        raise TransportFailed("An address is not fit for an envelope; nothing was sent.")


def open_transport(mail_url: str, *, deadline: float = DEADLINE) -> Transport:
    """Choose the transport that MAIL_URL names. Nothing is connected until the first mail.

    Raises:
        BadSettings: saying what is wrong with MAIL_URL, without showing it.

    """
    try:
        return choose(mail_url, deadline)
    except BadSettings:
        raise
    except ValueError:  # a bracket too many
        raise BadSettings("MAIL_URL cannot be read; docs/settings.md has its forms.") from None


def choose(mail_url: str, deadline: float) -> Transport:
    """Choose the transport by the scheme."""
    scheme = mail_url.partition(":")[0].lower()
    if scheme == "maildir":
        from shared.mail.maildir import Maildir

        return Maildir(maildir_path(mail_url), deadline=deadline)
    if scheme in ("smtp", "smtps"):
        from shared.mail.relay import Relay
        from shared.mail.smtp import Smtp

        return Smtp(Relay.from_url(mail_url), deadline=deadline)
    if scheme == "ses":
        from shared.mail.ses import Ses

        return Ses.from_url(mail_url, deadline=deadline)
    if scheme in SERVICES:
        from shared.mail.presets import doors
        from shared.mail.smtp import Smtp

        through = doors(mail_url)
        return Smtp(through.relay, through.bulk, deadline=deadline)
    raise BadSettings(
        "MAIL_URL starts with a scheme nobody here speaks; write smtps://USER:PASSWORD@HOST, "
        "smtp://USER:PASSWORD@HOST:587, maildir:///PATH or one of the services: "
        f"{', '.join(f'{name}://' for name in SERVICES)}."
    )


def maildir_path(mail_url: str) -> str:
    """Return the absolute folder of a maildir:///PATH."""
    parts = urlsplit(mail_url)
    if parts.netloc or not parts.path.startswith("/") or parts.path == "/":
        raise BadSettings(
            "MAIL_URL: write a Maildir with three slashes, as maildir:///var/mail/us."
        )
    return unquote(parts.path)
