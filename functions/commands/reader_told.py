"""What happened to a reader, in words."""

from shared.newsletter.moving.moves import Move
from shared.newsletter.readers.followers import FollowedNote
from shared.newsletter.records.consent import Event
from shared.newsletter.records.reader_history import Bounce, Telling

HAPPENED = {
    "requested": "asked for letters",
    "mailed": "was sent the confirmation mail",
    "confirmed": "confirmed",
    "unsubscribed": "left",
    "suppressed": "was suppressed",
    "released": "was released",
    "erased": "was erased",
    "note requested": "asked to be told of one note",
    "note mailed": "was sent the confirmation mail for one note",
    "note confirmed": "confirmed to wait for one note",
    "note taken back": "waits for that note no longer",
}

SOURCES = {
    "form": "by the form",
    "json": "by a program",
    "link": "by the button behind a mailed link",
    "one-click": "by one click in the mail program",
    "mail": "",
    "mail server": "by an answer of the mail server",
    "gardener": "by the gardener",
}

WAS = {
    "pending": "had not confirmed by then",
    "unsubscribed": "had left by then",
    "erased": "had been erased by then",
    "confirmed": "was not among its readers",
}

TELLERS = {
    "mail": "a returned mail",
    "ses": "Amazon SES",
    "postmark": "Postmark",
    "mailgun": "Mailgun",
}

BECAME = {
    "pending": "waits",
    "sending": "is being sent",
    "sent": "sent",
    "postponed": "in another letter",
    "skipped": "skipped",
    "failed": "failed",
}


def happened(one: Event) -> str:
    """Return one thing that a reader agreed to or took back."""
    by = SOURCES.get(one.source, f"by {one.source}")
    parts = [f"{HAPPENED.get(one.kind, one.kind)} {by}".strip()]
    if one.page:
        parts.append(f"on {one.page}")
    if one.network:
        parts.append(f"from {one.network}")
    if one.text_version:
        parts.append(f"shown text {one.text_version}")
    return ", ".join(parts)


def told(one: Telling) -> str:
    """Return what became of one letter, or why there was none."""
    letter = f"letter {one.notification_id}, {', '.join(one.titles)}"
    if one.status is None:
        return f"{letter}: none, {WAS.get(one.was or '', 'was not among its readers')}"
    said = f"{letter}: {BECAME.get(one.status, one.status)}"
    if one.reason and one.status != "sent":
        said += f", {one.reason}"
    return f"{said}; {one.ambiguous} x maybe sent before" if one.ambiguous else said


def bounced(one: Bounce) -> str:
    """Return what came back."""
    letter = f"letter {one.notification_id}" if one.notification_id else "the confirmation mail"
    teller = TELLERS.get(one.source, one.source)
    if one.kind == "complaint":
        return f"{letter} was complained of, says {teller}"
    return f"{letter} came back, says {teller}: {one.kind} {one.code or ''}".rstrip()


def waits(one: FollowedNote) -> str:
    """Return what became of the wish to hear of one note."""
    if one.notification_id:
        became = f"granted with letter {one.notification_id}"
    elif one.ended_at:
        became = "taken back"
    else:
        became = "confirmed, waits" if one.confirmed_at else "not confirmed"
    return f"asked to be told when {one.title} grows: {became}"


def moved(one: Move) -> str:
    """Return what a line of an imported file did to a reader."""
    did = f"was {one.was}, became {one.became}" if one.was else f"came as {one.became}"
    held = ", suppressed" if one.suppressed else ""
    undone = ", undone since" if one.undone_at else ""
    return f"{did}{held}{undone}: import {one.import_id}, line {one.line} of {one.file}"
