"""Read what Amazon SES says of a mail: the message that SNS carries, of either of its two kinds."""

from collections.abc import Iterator

from shared.mail.notices.document import Record, document, record, records, text
from shared.mail.notices.notice import Kind, Notice, clearest_code, kind_of, mildest

# These sub-types of a transient bounce speak of the mail, not of the mailbox.
OF_THE_MAIL = frozenset({"MessageTooLarge", "ContentRejected", "AttachmentRejected"})


def read(message: str) -> Notice:
    """Return what a notification (`notificationType`) or an event (`eventType`) says."""
    told = document(message)
    about = record(told, "mail")
    places = tuple(where_marked(about))
    named = text(about, "messageId") or None
    what = text(told, "notificationType") or text(told, "eventType")
    if what == "Bounce":
        kind, code = bounced(record(told, "bounce"))
        return Notice(kind, code, places, provider_id=named)
    if what == "Complaint":
        is_spam = text(record(told, "complaint"), "complaintFeedbackType") != "not-spam"
        kind = "complaint" if is_spam else "nothing"
        return Notice(kind, None, places, provider_id=named)
    return Notice("nothing", None, places, provider_id=named)


def where_marked(mail: Record) -> Iterator[str]:
    """Yield what SES repeats of a mail that may hold its mark: SES gives it another Message-ID."""
    yield text(mail, "source")
    yield text(record(mail, "commonHeaders"), "messageId")
    for header in records(mail, "headers"):
        if text(header, "name").lower() in ("message-id", "return-path"):
            yield text(header, "value")


def bounced(bounce: Record) -> tuple[Kind, str | None]:
    """Return the verdict on a bounce: only SES's `Permanent` is for good, and not over a policy."""
    recipients = records(bounce, "bouncedRecipients")
    codes = [clearest_code(text(one, "status"), text(one, "diagnosticCode")) for one in recipients]
    code = next(filter(None, codes), None)
    if text(bounce, "bounceType") == "Permanent":
        return ("policy" if kind_of(code) == "policy" else "permanent"), code
    if text(bounce, "bounceSubType") in OF_THE_MAIL:
        return "policy", code
    # An out-of-office arrives as a bounce as well, but nothing has failed in it.
    return mildest(
        (kind_of(code), code) if has_failed(one) else ("nothing", None) for one in recipients
    )


def has_failed(recipient: Record) -> bool:
    """Tell whether the report behind a bounce names a failure."""
    return text(recipient, "action").lower() == "failed"
