"""Read Mailgun's webhooks: whether Mailgun signed one, and what it says of a mail.

The fields are those of "Webhook Payloads" and "Tracking Failures" in its manual
(https://documentation.mailgun.com/docs/mailgun/user-manual/).
"""

import hmac
import re
import time
from dataclasses import dataclass, field

from shared.mail.notices.document import Record, document, record, text
from shared.mail.notices.notice import Kind, Notice, clearest_code, kind_of

# Mailgun tries a webhook again for eight hours, and a signature covers the time of the event. What
# is repeated within the window is known by its token.
OLDEST = 12 * 3600.0
SKEW = 300.0

TIMESTAMP = re.compile(r"[0-9]{1,12}")
SUPPRESSED: dict[str, Kind] = {
    "suppress-bounce": "permanent",
    "suppress-complaint": "complaint",
    "suppress-unsubscribe": "nothing",
}
GIVEN_UP = "old"


@dataclass(frozen=True, slots=True)
class Signed:
    """A webhook as it came, and the token that names it."""

    token: str = field(repr=False)
    timestamp: str
    signature: str = field(repr=False)
    event: Record = field(repr=False)

    def is_genuine(self, key: str, *, now: float | None = None) -> bool:
        """Tell whether Mailgun's key signed it, lately."""
        if not (self.token and TIMESTAMP.fullmatch(self.timestamp)):
            return False
        expected = hmac.digest(key.encode(), (self.timestamp + self.token).encode(), "sha256").hex()
        age = (time.time() if now is None else now) - int(self.timestamp)
        is_signed = hmac.compare_digest(self.signature.encode(), expected.encode())
        return is_signed and -SKEW <= age <= OLDEST

    def notice(self) -> Notice:
        """Return what it says."""
        about = record(self.event, "message")
        places = (
            text(record(self.event, "envelope"), "sender"),
            text(record(about, "headers"), "message-id"),
        )
        kind, code = verdict(self.event)
        return Notice(kind, code, places, text(self.event, "id"))


def read(body: bytes) -> Signed:
    """Take a webhook apart; what is missing is empty."""
    told = document(body)
    signature = record(told, "signature")
    return Signed(
        token=text(signature, "token"),
        timestamp=text(signature, "timestamp"),
        signature=text(signature, "signature"),
        event=record(told, "event-data"),
    )


def verdict(event: Record) -> tuple[Kind, str | None]:
    """Return the verdict on an event; a temporary failure is only a delay, Mailgun tries again.

    But not after eight hours: the last failure is called temporary as well, and its reason `old`
    (https://feedback.mailgun.com/forums/914635-general-feedback/suggestions/37219720).
    """
    if text(event, "event") == "complained":
        return "complaint", None
    reason, is_permanent = text(event, "reason"), text(event, "severity") == "permanent"
    if text(event, "event") != "failed" or not (is_permanent or reason == GIVEN_UP):
        return "nothing", None
    status = record(event, "delivery-status")
    code = clearest_code(
        text(status, "enhanced-code"), text(status, "message"), text(status, "description")
    )
    if not is_permanent:
        return "soft", code
    return SUPPRESSED.get(reason, kind_of(code)), code
