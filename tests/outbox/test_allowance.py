"""How many jobs of a limited queue may start: each limit by itself, both, none, and beyond."""

import asyncio
from datetime import timedelta

import pytest

from shared import outbox, tx
from shared.outbox.holding import allowance
from shared.outbox.holding.allowance import LimitedQueues, allowed
from tests.support.gates import Card, Letter, fill, in_seconds
from tests.support.jobs import LEASE, claim, enqueue, on


def may_start(limit=100, *, now=None):
    async def ask():
        async with tx.run():
            return await allowed("bulk", limit, now=now)

    return ask()


@pytest.mark.parametrize(
    ("limits", "permitted"),
    [
        ({"max_running": 3}, 3),
        ({"rate": 10, "burst": 7}, 7),
        ({"max_running": 3, "rate": 10, "burst": 7}, 3),
        ({"max_running": 30, "rate": 10, "burst": 7}, 7),
        ({"max_running": 500}, 100),
        ({"rate": 10, "burst": 500}, 100),
        ({}, 100),
    ],
)
def test_the_tightest_limit_counts_and_never_more_than_is_asked_for(database, limits, permitted):
    async def story():
        await outbox.limits("bulk", **limits)
        return await may_start()

    assert on(database, story) == permitted


def test_a_queue_whose_limits_were_taken_away_in_between_has_none(database):
    """The claim has seen them; by the time it asks, the row says nothing, or is gone."""
    assert on(database, may_start) == 100


def test_a_limit_below_what_already_runs_lets_nothing_start_and_is_no_error(database):
    async def story():
        await fill(5)
        assert len(await claim(5, lease=LEASE)) == 5
        await outbox.limits("bulk", max_running=2)
        return await may_start(), await claim(5, lease=LEASE)

    assert on(database, story) == (0, [])


def test_a_bucket_fills_with_time_up_to_its_burst_and_a_part_of_a_token_is_none(database):
    async def story():
        await outbox.limits("bulk", rate=1.0, burst=3)
        await fill(20)
        start = in_seconds(0)

        async def taken(seconds):
            return len(await claim(10, lease=LEASE, now=start + timedelta(seconds=seconds)))

        return [await taken(seconds) for seconds in (1, 1.5, 2.2, 2.3, 60, 60)]

    assert on(database, story) == [3, 0, 1, 0, 3, 0]


def test_a_clock_that_goes_back_takes_no_token_away(database):
    async def story():
        await outbox.limits("bulk", rate=1.0, burst=5)
        await may_start(now=in_seconds(100))
        return await may_start(now=in_seconds(-100))

    assert on(database, story) == 5


def test_a_claim_goes_on_to_the_next_queue_after_a_limited_one(database):
    async def story():
        await outbox.limits("interactive", max_running=2)
        for plant in range(4):
            await enqueue(Card(plant))
        await fill(10)
        return await claim(7, lease=LEASE)

    queues = [one.queue for one in on(database, story)]

    assert queues == [Card.queue] * 2 + [Letter.queue] * 5


def test_two_claims_at_once_never_share_a_free_place(database):
    async def story():
        await outbox.limits("bulk", max_running=4, rate=1000, burst=1000)
        await fill(40)
        claims = await asyncio.gather(*(claim(3, lease=LEASE) for _ in range(6)))
        return sum(map(len, claims))

    assert on(database, story) == 4


def test_limits_are_looked_up_again_after_a_few_seconds(database, monkeypatch):
    """Until then a worker that stays asks nobody before its claims."""

    async def story():
        limits = LimitedQueues(["interactive", "bulk"])
        before = await limits.look()
        await outbox.limits("bulk", max_running=1)
        at_once = await limits.look()
        monkeypatch.setattr(allowance, "HOLDS", 0.0)
        later = LimitedQueues(["interactive", "bulk"])
        await later.look()
        await outbox.limits("interactive", rate=1)
        return before, at_once, await later.look()

    assert on(database, story) == (set(), set(), {"interactive", "bulk"})
