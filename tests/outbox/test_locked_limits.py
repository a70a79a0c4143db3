"""Whoever keeps the limits of a queue locked keeps that queue from being worked, and no other."""

import asyncio

import psycopg

from shared import outbox
from shared.outbox.holding import allowance
from shared.outbox.holding.allowance import LimitedQueues
from tests.support.gates import Card, Letter, Post, Weed, fill, statuses, tick
from tests.support.jobs import on, using


def test_a_queue_whose_limits_somebody_keeps_locked_rests_and_the_others_are_worked(
    database, db, caplog
):
    async def story():
        await fill(3)
        await fill(3, Card)
        await outbox.limits("interactive", max_running=2)
        with psycopg.connect(database) as stranger:
            stranger.execute("select from job_queues for update")
            first = await tick(Post())
        return first, await tick(Post())

    first, second = on(database, story)

    assert (first.succeeded, second.succeeded) == (3, 3)
    assert caplog.text.count("the queue interactive rests") == 1


def test_workers_that_use_the_limits_for_a_moment_are_waited_for(database, db):
    """Two processes at once, so that one finds the row locked by the other."""

    async def story():
        await fill(40)
        await outbox.limits("bulk", max_running=50)
        async with using(database) as pool, pool.lend() as other:
            await other.execute("begin")
            await other.execute("select from job_queues for update")
            ticking = asyncio.create_task(tick(Post()))
            await asyncio.sleep(0.3)
            await other.execute("commit")
            return await ticking

    assert on(database, story).succeeded == 40


def test_a_free_job_behind_held_ones_of_a_queue_with_limits_is_worked_in_the_same_tick(
    database, db
):
    async def story():
        await fill(1500)
        await fill(5, Weed)
        await outbox.pause(kind=Letter.kind)
        await outbox.limits("bulk", max_running=2)
        return await tick(Post())

    assert on(database, story).succeeded == 5
    assert statuses(db) == {"pending": 1500, "succeeded": 5}


def test_a_queue_that_stays_locked_is_said_once_until_it_is_let_go(caplog):
    queues = LimitedQueues(["interactive", "bulk"])
    left = []
    for locked in (["bulk"], ["bulk"], [], ["bulk"]):
        queues.note(["interactive", "bulk"], locked)
        left.append(queues.open())

    both = ["interactive", "bulk"]
    assert left == [["interactive"], ["interactive"], both, ["interactive"]]
    assert caplog.text.count("the queue bulk rests") == 2


class Clock:
    """Stands for the module `time`, and stands still."""

    now = 1000.0

    def monotonic(self):
        return self.now


def test_none_has_limits_again_when_they_are_lifted_and_the_queue_has_rested(database, monkeypatch):
    clock = Clock()
    monkeypatch.setattr(allowance, "time", clock)
    queues = LimitedQueues(["interactive", "bulk"])
    found = []

    async def story():
        found.append(("nothing is known", queues.are_none()))
        await queues.look()
        found.append(("no limits", queues.are_none()))
        clock.now += allowance.HOLDS
        found.append(("known for long", queues.are_none()))
        await outbox.limits("bulk", max_running=1)
        await queues.look()
        found.append(("limits", queues.are_none()))
        queues.note(["interactive", "bulk"], ["bulk"])
        await outbox.limits("bulk")
        clock.now += allowance.HOLDS
        await queues.look()
        found.append(("it rests", queues.are_none()))
        clock.now += allowance.RESTS
        await queues.look()
        found.append(("it has rested", queues.are_none()))

    on(database, story)

    assert dict(found) == {
        "nothing is known": False,
        "no limits": True,
        "known for long": False,
        "limits": False,
        "it rests": False,
        "it has rested": True,
    }
