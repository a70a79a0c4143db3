"""How a mail says whose it is when it comes back: its Message-ID, its envelope sender."""

import secrets
from dataclasses import replace
from urllib.parse import urlsplit

from shared.mail.message_id import message_id_of
from shared.mail.notices.postmark import METADATA
from shared.mail.transport import Mail
from shared.newsletter.returning.marks import Mark, write_mark
from shared.settings import Settings

POSTMARK = "postmark"
POSTMARK_HOSTS = ".postmarkapp.com"


def marked_message_id(mark: Mark, settings: Settings) -> str:
    """Return the Message-ID of a delivery, or one that no other mail to the subscriber has."""
    name = write_mark(settings.secret_key[0], mark)
    if mark.of == "subscriber":
        name = f"{name}.{secrets.token_hex(8)}"
    return message_id_of(name, settings.mail_from)


def returning(mail: Mail, mark: Mark, settings: Settings) -> Mail:
    """Return the mail with an envelope sender of its own, where bounces have an address."""
    written = write_mark(settings.secret_key[0], mark)
    if goes_by_postmark(settings.mail_url):
        header = f"X-PM-Metadata-{METADATA}: {written}\r\n".encode()
        mail = replace(mail, content=header + mail.content)
    if settings.bounce_address is None:
        return mail
    local, _, domain = settings.bounce_address.partition("@")
    return replace(mail, sender_address=f"{local}{'+' if local else ''}{written}@{domain}")


def goes_by_postmark(mail_url: str) -> bool:
    """Tell whether Postmark will write a Message-ID and a return path of its own."""
    parts = urlsplit(mail_url)
    return parts.scheme == POSTMARK or (parts.hostname or "").endswith(POSTMARK_HOSTS)
