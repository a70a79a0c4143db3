"""Turn a template and its context into the exact bytes of one letter to one reader."""

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from shared.mail import address
from shared.mail.transport import Mail

LONGEST_SUBJECT = 150
LARGEST_HTML = 90_000  # Gmail cuts a mail off at 102 kB, the unsubscribe link with it


class LetterTooLarge(ValueError):
    """The HTML part is over 90 kB: mail programs would cut it off, the way out with it."""

    public = "its HTML is over 90 kB; shorten the note, or its excerpt"


def compose(
    name: str,
    *,
    sender: str,
    to: str,
    context: Mapping[str, Any],
    message_id: str,
    reply_to: str | None = None,
    headers: Mapping[str, str] | None = None,
    language: str = "en",
) -> Mail:
    """Render templates/mail/<name>.{txt,html} for one reader; the subject is its first line.

    The same arguments give the same bytes but for Date, so that a retry sends the same letter.

    Raises:
        BadHeader: a title, a name or an id cannot stand in a header.
        BadAddress: sender, recipient or reply-to is not one address.
        LetterTooLarge: mail programs would cut the letter off.

    """
    # Only jobs write letters: the template engine and the mail library stay out of web handlers.
    from shared.mail import headers as block
    from shared.mail import mime, rendering

    letter = rendering.render(name, context, language)
    if len(letter.html.encode()) > LARGEST_HTML:
        raise LetterTooLarge(f"The HTML of {name!r} is over {LARGEST_HTML} bytes.")
    display, sender_address = split_mailbox("From", sender)
    recipient = address.parse(to).deliverable
    lines = {
        "From": block.mailbox("From", display, sender_address),
        "To": recipient,
        "Subject": block.text("Subject", clip(letter.subject)),
        "Date": mime.date(datetime.now(UTC)),
        "Message-ID": block.message_id(message_id),
        "MIME-Version": "1.0",
        "Content-Language": letter.language,
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "OOF, AutoReply",
    }
    if reply_to:
        lines["Reply-To"] = block.mailbox("Reply-To", *split_mailbox("Reply-To", reply_to))
    lines |= {added: block.added(added, value) for added, value in (headers or {}).items()}
    # `=_` stands in no quoted-printable or base64 text, so no letter can end its own part.
    boundary = "=_" + sha256(message_id.encode()).hexdigest()[:32]
    content = block.write(lines, mime.alternative(letter.text, letter.html, boundary))
    return Mail(sender_address, recipient, message_id, content)


def split_mailbox(name: str, value: str) -> tuple[str, str]:
    """Return the display name and the checked address of `Name <address>` or a bare address."""
    from shared.mail.headers import gate

    display, opened, rest = gate(name, value).strip().rpartition("<")
    if not opened:
        return "", address.parse(value).deliverable
    inner, closed, after = rest.partition(">")
    if not closed or after.strip():
        raise address.BadAddress(f"{name} should read like: The gardener <gardener@example.com>.")
    return display.strip().strip('"').strip(), address.parse(inner).deliverable


def clip(subject: str) -> str:
    """Shorten a subject that no inbox would show whole."""
    if len(subject) <= LONGEST_SUBJECT:
        return subject
    return subject[: LONGEST_SUBJECT - 1].rstrip() + "…"
