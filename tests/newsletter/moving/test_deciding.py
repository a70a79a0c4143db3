"""What a row may do to somebody, state by state."""

from datetime import UTC, datetime, timedelta

import pytest

from shared.mail.address import parse
from shared.newsletter.moving.deciding import decide
from shared.newsletter.moving.states import Agreed, Row, Standing, State

P, C, U, S = State.PENDING, State.CONFIRMED, State.UNSUBSCRIBED, State.SUPPRESSED

LEFT = datetime(2025, 5, 1, tzinfo=UTC)
EARLIER, LATER = LEFT - timedelta(days=1), LEFT + timedelta(days=1)

HERE = {
    None: Standing(),
    P: Standing(1, "pending"),
    C: Standing(1, "confirmed", confirmed_at=EARLIER),
    U: Standing(1, "unsubscribed", unsubscribed_at=LEFT),
    S: Standing(1, "confirmed", is_suppressed=True, confirmed_at=EARLIER),
}


def row(claims: State | None, agreed: Agreed | None = None, left_at: datetime | None = None) -> Row:
    return Row("2", parse("ann@example.org"), claims, agreed, left_at)


# Who stands where here, and then: what becomes of them by a row that says so, without any proof.
TABLE = {
    # here   suppressed  unsubscribed  confirmed  pending  blank
    None: {S: S, U: U, C: P, P: P, None: P},
    P: {S: S, U: U, C: P, P: P, None: P},
    C: {S: S, U: U, C: C, P: C, None: C},
    U: {S: S, U: U, C: U, P: U, None: U},
    S: {S: S, U: S, C: S, P: S, None: S},
}

cases = [(here, said, then) for here, line in TABLE.items() for said, then in line.items()]


@pytest.mark.parametrize(("here", "said", "then"), cases)
def test_n63_a_row_moves_nobody_but_towards_no(here, said, then):
    assert decide(row(said), HERE[here]).after.state is then


# The same with an agreement: none of its time, as the gardener's word has none; one that is older
# than the no; one that is newer.
@pytest.mark.parametrize(
    ("here", "without", "older", "newer"),
    [(None, C, C, C), (P, C, C, C), (C, C, C, C), (U, U, U, C), (S, S, S, S)],
)
def test_n63_a_proven_yes_counts_and_brings_back_only_who_said_it_after_the_no(
    here, without, older, newer
):
    for at, then in ((None, without), (EARLIER, older), (LATER, newer)):
        after = decide(row(C, Agreed("Buttondown", at)), HERE[here]).after
        assert after.state is then


def test_n63_no_proof_touches_who_is_suppressed():
    gone = Standing(1, "unsubscribed", is_suppressed=True, unsubscribed_at=LEFT)
    verdict = decide(row(C, Agreed("Buttondown", LATER)), gone)

    assert (verdict.outcome, verdict.after) == ("stays no", gone)


def test_n63_a_proof_beside_a_no_makes_no_reader():
    assert decide(row(U, Agreed("Buttondown", LATER)), HERE[U]).after.state is U
    assert decide(row(U, Agreed("Buttondown", LATER)), HERE[None]).after.state is U


def test_who_left_there_and_has_come_here_since_by_a_link_of_ours_stays():
    """The old list is imported week after week, with everybody in it who ever left."""
    came = Standing(1, "confirmed", confirmed_at=LATER, came_by_link_at=LATER)

    assert decide(row(U, left_at=LEFT), came).outcome == "stays yes"
    assert decide(row(U, left_at=LATER + timedelta(1)), came).after.state is U
    assert decide(row(U), came).after.state is U, "without a time the no counts"


def test_a_suppressed_reader_who_said_no_there_does_not_come_back_with_a_release():
    after = decide(row(U), HERE[S]).after

    assert (after.status, after.is_suppressed) == ("unsubscribed", True)


def test_n65_an_address_that_was_erased_is_refused_whatever_the_row_says():
    erased = Standing(is_suppressed=True)

    for said in (S, U, C, P, None):
        verdict = decide(row(said, Agreed("Buttondown", LATER)), erased)
        assert (verdict.outcome, verdict.after) == ("erased", erased)


def test_only_no_leaves_everybody_out_who_says_none():
    for here, standing in HERE.items():
        for said in (C, P, None):
            verdict = decide(row(said, Agreed("Buttondown", LATER)), standing, only_no=True)
            assert (verdict.outcome, verdict.after) == ("left out", standing), here
    assert decide(row(U), HERE[C], only_no=True).after.state is U
