"""What a mail server's reply means for the reader, and the part of it fit to be kept."""

import re
from collections.abc import Iterable
from typing import Literal

from shared.mail.transport import (
    A_DAY_S_QUOTA,
    A_MOMENT,
    NotSent,
    RecipientRefused,
    Throttled,
    TransportFailed,
)

Step = Literal["greeting", "EHLO", "STARTTLS", "AUTH", "MAIL FROM", "RCPT TO", "DATA", "message"]

# Up to here nobody has said who the letter is for: what fails here fails for every reader.
BEFORE_THE_READER: frozenset[Step] = frozenset(
    {"greeting", "EHLO", "STARTTLS", "AUTH", "MAIL FROM"}
)
CLOSING = 421  # "service not available", which RFC 5321 section 3.8 allows at any step

# A server says in many words that it was too much, and mostly in one digit that it will pass.
TOO_MUCH = re.compile(
    r"\btoo (?:many|much|fast)\b|throttl|\brate\b|\bquota\b|slow down"
    r"|\blimit\b.{0,20}(?:exceeded|reached)|exceed.{0,30}\blimit",
    re.IGNORECASE,
)
A_DAY = re.compile(r"\b(?:daily|per day|quota)\b", re.IGNORECASE)
THE_READERS = re.compile(r"\b(?:mailbox|inbox)\b", re.IGNORECASE)
MAILBOX = "2"  # x.2.x is about the reader's mailbox: full, or getting too much from everybody
USED_UP = ("5", "4", "5")  # so says Google, for good, of a day's quota

# SES says so of an identity that nobody has verified, and then of every mail.
UNVERIFIED = "is not verified"

LONGEST = 200
ENHANCED = re.compile(r"#?([245])\.(\d{1,3})\.(\d{1,3})\b")
ADDRESS = re.compile(r"(?<!\S)\S*@\S*")
LINK = re.compile(r"\b[a-z]+://\S+", re.IGNORECASE)
TOKEN = re.compile(r"[^\s:;,()<>\[\]]{20,}")


def refusal(step: Step, code: int, text: str, secrets: Iterable[str] = ()) -> NotSent:
    """Return the error that a reply deserves.

    Only the enhanced status code decides. A bare 550, 551 or 553 does not condemn a mailbox:
    RFC 5321 section 4.2.3 lets 550 mean "rejected for policy reasons", and relays answer all three
    with "relaying denied", which would strike every reader off because of our own mistake. Such a
    mail climbs the ladder and ends before a human instead.
    """
    public = describe(step, code, text, secrets)
    if step in ("RCPT TO", "DATA", "message") and mailbox_is_gone(code, text):
        return RecipientRefused(public)
    if is_too_much(code, text):
        return Throttled(public, pause=A_DAY_S_QUOTA if A_DAY.search(text) else A_MOMENT)
    is_lasting = code >= 500 and (step == "AUTH" or UNVERIFIED in text)
    is_outage = is_lasting or step in BEFORE_THE_READER or code == CLOSING
    return TransportFailed(public, is_outage=is_outage, is_lasting=is_lasting)


def is_too_much(code: int, text: str) -> bool:
    """Tell a server that has had too many mails of us from one that has something against this."""
    match = ENHANCED.match(text.strip())
    said = match.groups() if match else ("", "", "")
    if said[1] == MAILBOX or THE_READERS.search(text) or not TOO_MUCH.search(text):
        return False
    return 400 <= code <= 499 or said == USED_UP


def mailbox_is_gone(code: int, text: str) -> bool:
    """Tell 5.1.x, 5.2.1 and 5.4.4 from everything else; 5.1.7 and 5.1.8 blame the sender."""
    match = ENHANCED.match(text.strip())
    if match is None or not 500 <= code <= 599 or match[1] != "5":
        return False
    subject, detail = int(match[2]), int(match[3])
    if subject == 1:
        return detail not in (7, 8)
    return (subject, detail) in ((2, 1), (4, 4))


def describe(step: Step, code: int, text: str, secrets: Iterable[str] = ()) -> str:
    """Return `550 5.1.1 at RCPT TO: user unknown`, without addresses, secrets or long tokens."""
    said = text.strip()
    match = ENHANCED.match(said)
    enhanced = f" {match[1]}.{match[2]}.{match[3]}" if match else ""
    said = scrub(said[match.end() :] if match else said, secrets)
    number = str(code) if 200 <= code <= 599 else "no SMTP reply"
    return f"{number}{enhanced} at {step}: {said}"[:LONGEST]


def scrub(text: str, secrets: Iterable[str] = ()) -> str:
    """Return one printable ASCII line in which nobody and nothing can be recognised."""
    said = " ".join("".join(c if " " <= c <= "~" else " " for c in text).split())
    said = LINK.sub("[link]", ADDRESS.sub("[address]", said))
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        said = re.sub(rf"(?<!\w){re.escape(secret)}(?!\w)", "[hidden]", said, flags=re.IGNORECASE)
    return TOKEN.sub("[...]", said).strip()
