"""What every way of sending mail promises, and how MAIL_URL chooses one."""

import re
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import unquote, urlsplit

from shared.variables import BadSettings

DEADLINE = 30.0
ENVELOPE = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}")


@dataclass(frozen=True, slots=True)
class Mail:
    """One finished letter to one reader. Its repr shows no address and no link."""

    sender_address: str = field(repr=False)
    recipient: str = field(repr=False)
    message_id: str
    content: bytes = field(repr=False)


class Transport(Protocol):
    """Hands a mail over once, or raises. It never retries: that is the queue's work."""

    @property
    def deadline(self) -> float:
        """Seconds after which `send` has ended, whatever the other side does."""
        ...

    async def send(self, mail: Mail) -> None:
        """Hand one mail over.

        Raises:
            RecipientRefused: this address takes no mail; asking again is no use.
            TransportFailed: the mail was not taken, and the reader is not to blame.
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

    `is_outage` says that it would fail for every other reader, too, at this moment.
    """

    def __init__(self, public: str, *, is_outage: bool = False) -> None:
        super().__init__(public)
        self.is_outage = is_outage


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
    scheme = mail_url.partition(":")[0].lower()
    if scheme == "maildir":
        from shared.mail.maildir import Maildir

        return Maildir(maildir_path(mail_url), deadline=deadline)
    if scheme in ("smtp", "smtps"):
        from shared.mail.relay import Relay
        from shared.mail.smtp import Smtp

        return Smtp(Relay.from_url(mail_url), deadline=deadline)
    if scheme == "ses":
        raise BadSettings(
            "MAIL_URL: ses:// is not spoken yet, but SES has an SMTP endpoint. Set MAIL_URL to "
            "smtps://USER:PASSWORD@email-smtp.REGION.amazonaws.com with its SMTP credentials."
        )
    raise BadSettings(
        "MAIL_URL starts with a scheme nobody here speaks; write smtps://USER:PASSWORD@HOST, "
        "smtp://USER:PASSWORD@HOST:587 or maildir:///PATH."
    )


def maildir_path(mail_url: str) -> str:
    """Return the absolute folder of a maildir:///PATH."""
    parts = urlsplit(mail_url)
    if parts.netloc or not parts.path.startswith("/") or parts.path == "/":
        raise BadSettings(
            "MAIL_URL: write a Maildir with three slashes, as maildir:///var/mail/us."
        )
    return unquote(parts.path)
