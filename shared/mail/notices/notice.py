"""What a returned mail or a provider's webhook says about one mail of ours, whoever says it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from shared.mail.replies import mailbox_is_gone

# `permanent` and `complaint` end the writing to an address, `soft` only when it goes on for days.
# `policy` is our own fault, or our mail server's; `nothing` is an out-of-office, or a delay.
Kind = Literal["permanent", "soft", "policy", "complaint", "nothing"]

MILDEST_FIRST: tuple[Kind, ...] = ("nothing", "policy", "soft", "permanent", "complaint")

# No version and no IP address: what stands before and after is no further number.
ENHANCED = re.compile(r"(?<![\d.])([245])\.([0-7])\.(\d{1,3})(?!\.?\d)")

CONTENT, POLICY = 6, 7  # subjects of RFC 3463 that speak of the mail and of its sender
OF_THE_SENDER = frozenset({(1, 7), (1, 8), (3, 4)})  # a bad sender address; a mail too large


@dataclass(frozen=True, slots=True)
class Notice:
    """One message about one mail. `places` are texts where its mark may stand, the likeliest first.

    `name` is what the sender of the message calls it, by which a second copy is known, and
    `provider_id` what a mail service has called the mail when it took it.
    """

    kind: Kind
    code: str | None = None
    places: tuple[str, ...] = field(default=(), repr=False)
    name: str = field(default="", repr=False)
    provider_id: str | None = None


def clearest_code(*texts: str) -> str | None:
    """Return the first enhanced status code (RFC 3463) that says something: `5.0.0` does not."""
    found = [
        f"{match[1]}.{match[2]}.{int(match[3])}"
        for text in texts
        for match in ENHANCED.finditer(text)
    ]
    return next((code for code in found if code[2] != "0"), found[0] if found else None)


def kind_of(code: str | None) -> Kind:
    """Say who is to blame for a failure: the mailbox for good, the moment, or we ourselves."""
    if code is None:
        return "soft"
    if mailbox_is_gone(550, code):
        return "permanent"
    _, subject, detail = map(int, code.split("."))
    if subject in (CONTENT, POLICY) or (subject, detail) in OF_THE_SENDER:
        return "policy"
    return "soft"


def mildest(verdicts: Iterable[tuple[Kind, str | None]]) -> tuple[Kind, str | None]:
    """Return the mildest of what is said of several mailboxes: behind an alias one may be gone."""
    return min(
        verdicts, key=lambda verdict: MILDEST_FIRST.index(verdict[0]), default=("nothing", None)
    )
