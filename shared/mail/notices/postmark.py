"""Read what Postmark's webhooks for bounces and spam complaints say of a mail.

The fields are those of https://postmarkapp.com/developer/webhooks/bounce-webhook, the types those
of its own client for Node (`BounceType` in postmark 4.0). It signs nothing: whoever may write has
the secret in the address that Postmark was given.
"""

from shared.mail.notices.document import document, record, text
from shared.mail.notices.notice import Kind, Notice, clearest_code, kind_of

# The header that Postmark hands back: it writes its own Message-ID and its own return path.
METADATA = "mark"

BY_TYPE: dict[str, Kind] = {
    "BadEmailAddress": "permanent",
    "Blocked": "policy",
    "DMARCPolicy": "policy",
    "DnsError": "soft",
    "HardBounce": "permanent",
    "SMTPApiError": "policy",
    "SoftBounce": "soft",
    "SpamComplaint": "complaint",
    "SpamNotification": "policy",
    "Unknown": "soft",
    "VirusNotification": "policy",
}


def read(body: bytes) -> Notice:
    """Return what a webhook says; types that are not listed, as `Transient`, say nothing."""
    told = document(body)
    what = text(told, "RecordType")
    type_name = text(told, "Type") or ("SpamComplaint" if what == "SpamComplaint" else "")
    kind = BY_TYPE.get(type_name, "nothing") if what in ("Bounce", "SpamComplaint") else "nothing"
    code = clearest_code(text(told, "Details"), text(told, "Description"))
    if kind == "permanent" and code is not None:
        kind = kind_of(code)  # a hard bounce over a policy is not the mailbox's fault
    places = (text(record(told, "Metadata"), METADATA),)
    named = text(told, "MessageID") or None
    return Notice(kind, code, places, f"{what} {text(told, 'ID')}", named)
