"""What a tick does for the gates, and what happens when it cannot."""

import logging
from datetime import UTC, datetime
from uuid import uuid4

import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.holding.gatekeeping import Gatekeeper
from tests.support.gates import Letter, Post, breaker, fill, held, in_seconds, trip
from tests.support.jobs import on

NOBODY = "postgresql://nobody@127.0.0.1:1/nothing"


def letter(number=1):
    """Return an attempt of a job that needs the post."""
    return outbox.Running(number, Letter.kind, Letter.queue, "{}", 1, uuid4(), datetime.now(UTC))


def test_a_database_that_is_away_keeps_no_end_from_being_written(caplog):
    async def story():
        with caplog.at_level(logging.WARNING, "thistledown.outbox"):
            await Gatekeeper(Post().jobs).after([Ended(letter(), "failed", is_outage=True)])

    on(NOBODY, story)

    assert "the gates are not looked after" in caplog.text


def test_a_tick_without_a_database_says_so():
    with pytest.raises(tx.Unavailable):
        on(NOBODY, lambda: Gatekeeper(Post().jobs).open())


def test_outages_count_in_the_order_in_which_they_ended(database, db):
    """The ends are written in batches, successes first."""
    keeper = Gatekeeper(Post().jobs)
    ends = [
        Ended(letter(n), "succeeded") if n % 4 == 0 else Ended(letter(n), "failed", is_outage=True)
        for n in range(1, 16)
    ]

    async def story():
        for one in ends:
            keeper.note(one)
        await keeper.after(sorted(ends, key=lambda one: one.outcome, reverse=True))

    on(database, story)

    assert (breaker(db)["status"], breaker(db)["failures"]) == ("closed", 3)


def test_a_batch_that_ends_with_a_success_forgets_the_outages_before(database, db):
    keeper = Gatekeeper(Post().jobs)
    ends = [*(Ended(letter(n), "failed", is_outage=True) for n in range(4))]

    async def story():
        await keeper.after(ends)
        before = breaker(db)["failures"]
        await keeper.after(
            [Ended(letter(5), "failed", is_outage=True), Ended(letter(6), "succeeded")]
        )
        return before

    assert on(database, story) == 4
    assert breaker(db)["failures"] == 0


def test_a_probe_that_another_worker_has_sent_is_handed_back_once_and_then_worked(database, db):
    post = Post()

    async def story():
        await trip(post)
        keeper = Gatekeeper(post.jobs, now=in_seconds(1))
        await keeper.open()
        post.is_out = False
        other = Gatekeeper(post.jobs, now=in_seconds(40))
        await other.open()
        probe = letter(breaker(db)["probe_job"])
        first = keeper.holds(probe)
        await keeper.after([])
        return first, keeper.holds(probe), keeper.holds(letter(1_000_000))

    assert on(database, story) == (True, False, True)


def test_a_kind_that_nobody_guards_is_never_handed_back(database):
    async def work(job):
        pass

    keeper = Gatekeeper(outbox.Handlers([outbox.Handler(Letter, work)]))
    keeper.note(Ended(letter(), "failed", is_outage=True))

    assert keeper.breakers == {}
    assert not keeper.holds(letter())


def test_a_tick_lets_go_what_it_can_in_a_second_and_the_next_one_the_rest(database, db):
    async def story():
        await fill(30_000)
        db.execute("update background_jobs set held_by = 'kind:test.letter'")
        await outbox.tick(outbox.Handlers([]), budget=0.001)
        before = held(db).get("kind:test.letter", 0)
        await Gatekeeper(Post().jobs).open()
        return before

    before = on(database, story)

    assert before < 30_000
    assert held(db).get("kind:test.letter", 0) <= before


def test_a_success_in_a_drain_that_has_not_looked_yet_forgets_the_outages_before(database, db):
    """A worker that stays makes a keeper for each brief drain."""

    async def story():
        for n in range(6):
            for one in (
                Ended(letter(n), "failed", is_outage=True),
                Ended(letter(100 + n), "succeeded"),
            ):
                keeper = Gatekeeper(Post().jobs)
                keeper.note(one)
                await keeper.after([one])

    on(database, story)

    assert (breaker(db)["status"], breaker(db)["failures"]) == ("closed", 0)
