"""The sum of a notification is told with its reasons, and closes."""

import pytest

from functions.commands.closing import closing
from shared.newsletter.delivering.deliveries import Sum
from shared.newsletter.delivering.ledger import Share

SHARES = [
    Share("failed", "refused", 6),
    Share("pending", "paused", 12),
    Share("pending", "due", 9),
    Share("sent", None, 861),
    Share("skipped", "unsubscribed", 10),
    Share("skipped", "suppressed", 2),
]


def total(candidates: int, maybe: int = 0) -> Sum:
    return Sum(candidates, 0, 0, 0, 0, maybe_sent_twice=maybe, dead=0)


def test_every_reader_is_somewhere_and_the_reasons_stand_behind():
    assert closing(total(900), SHARES) == (
        "900 readers = 861 sent + 12 skipped (10 unsubscribed, 2 suppressed) + 6 failed (6 refused)"
        " + 21 waiting (12 paused, 9 due)"
    )


@pytest.mark.parametrize(
    ("candidates", "shares", "words"),
    [
        (1, [Share("sent", None, 1)], "1 reader = 1 sent + 0 skipped + 0 failed + 0 waiting"),
        (1, [Share("postponed", "joins the next letter", 1)], "0 failed + 0 waiting"),
        (2, [Share("sent", None, 1)], "0 waiting + 1 that nobody knows of"),
        (1, [Share("folded", "into a digest", 1)], "0 waiting + 1 folded (1 into a digest)"),
    ],
)
def test_what_is_missing_or_new_is_said_so_that_it_closes(candidates, shares, words):
    assert closing(total(candidates), shares).endswith(words)


def test_what_may_have_come_twice_is_said_beside_the_sum():
    assert closing(total(900, maybe=3), SHARES).endswith("; 3 maybe twice")
