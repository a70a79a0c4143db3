"""The sum of a notification with its reasons: it closes, or says what is missing."""

from collections.abc import Sequence

from functions.commands.show import many
from shared.newsletter.delivering.deliveries import Sum
from shared.newsletter.delivering.ledger import Share

# How the sum calls each fate; what else there may be goes by its own name. All but `postponed` are
# named where there are none, too.
CALLED = {
    "sent": "sent",
    "postponed": "postponed",
    "skipped": "skipped",
    "failed": "failed",
    "pending": "waiting",
}


def closing(total: Sum, shares: Sequence[Share]) -> str:
    """Return how many readers there were, and what became of them for which reasons."""
    candidates = total.candidates or 0
    there = {one.fate for one in shares}
    fates = [one for one in CALLED if one != "postponed" or one in there]
    fates += sorted(there - CALLED.keys())
    parts = [part(fate, [one for one in shares if one.fate == fate]) for fate in fates]
    missing = candidates - sum(one.deliveries for one in shares)
    if missing:
        parts.append(f"{missing} that nobody knows of")
    words = f"{many(candidates, 'reader')} = {' + '.join(parts)}"
    return f"{words}; {total.maybe_sent_twice} maybe twice" if total.maybe_sent_twice else words


def part(fate: str, shares: Sequence[Share]) -> str:
    """Return how many deliveries had a fate, and behind it for which reasons, the largest first."""
    words = f"{sum(one.deliveries for one in shares)} {CALLED.get(fate, fate)}"
    told = [f"{one.deliveries} {one.reason}" for one in shares if one.reason]
    return f"{words} ({', '.join(told)})" if told else words
