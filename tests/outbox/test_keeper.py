"""What looks after long attempts: in a bad hour, and where there is nothing to look after."""

import asyncio
import logging
import time
from datetime import timedelta

import psycopg
import pytest

from shared import outbox
from shared.outbox.worker.keeper import Watched, keeping, watching
from shared.outbox.worker.steps import begin
from shared.outbox.worker.work import work
from tests.support.jobs import LEASE, Water, claim_one, enqueue, handlers, on, row, state

LOGGER = "thistledown.outbox"


def test_an_attempt_outside_a_tick_has_its_timeout_all_the_same(database):
    async def waits(job):
        await asyncio.sleep(0.01 if outbox.current().attempt == 1 else 60)

    async def story():
        await enqueue(Water())
        return await work(handlers(waits).get(Water.kind), await claim_one())

    assert on(database, story).outcome == "succeeded"


def test_only_a_handler_that_is_worked_may_be_asked_to_stop():
    assert not outbox.must_stop()


def test_a_handler_that_ignores_its_cancellation_is_asked_once(database, db):
    asked = []

    async def stubborn(job):
        until = time.monotonic() + 6
        while time.monotonic() < until:
            try:
                await asyncio.sleep(0.2)
            except asyncio.CancelledError:
                asked.append(True)

    async def story():
        job = await enqueue(Water())
        tick = asyncio.create_task(outbox.tick(handlers(stubborn), budget=20))
        await asyncio.sleep(0.5)
        await outbox.cancel(job_id=job)
        return job, await tick

    job, report = on(database, story)

    assert report.succeeded == 1
    assert asked == [True]
    assert state(db, job) == ("succeeded", 1)


def test_a_look_that_fails_is_logged_and_the_next_one_renews(database, db, caplog):
    """Another session holds the whole table, longer than a transaction waits for a lock."""

    async def waits(job):
        await asyncio.sleep(8)

    async def story():
        job = await enqueue(Water())
        jobs = outbox.Handlers([outbox.Handler(Water, waits, 30, renews=True)])
        tick = asyncio.create_task(outbox.tick(jobs, budget=60, lease=20))
        await asyncio.sleep(0.5)
        first = row(db, job)["leased_until"]
        with psycopg.connect(database) as other:
            other.execute("lock table background_jobs in access exclusive mode")
            await asyncio.sleep(7.2)
        report = await tick
        return job, first, report

    with caplog.at_level(logging.WARNING, LOGGER):
        job, _, report = on(database, story)

    assert report.succeeded == 1
    assert state(db, job) == ("succeeded", 1)
    assert any("could not be looked after" in text for text in caplog.messages)


def test_one_statement_renews_all_that_is_long(database, db):
    async def waits(job):
        await asyncio.sleep(7)

    async def story():
        for n in range(20):
            await enqueue(Water(n))
        jobs = outbox.Handlers([outbox.Handler(Water, waits, 30, renews=True)])
        tick = asyncio.create_task(outbox.tick(jobs, budget=60, lease=9, concurrency=20))
        await asyncio.sleep(4)
        renewed = db.execute(
            "select xmin::text, count(*) as jobs from background_jobs"
            " where leased_until > started_at + interval '9.5 s' group by xmin"
        ).fetchall()
        return renewed, await tick

    renewed, report = on(database, story)

    assert report.succeeded == 20
    assert [one["jobs"] for one in renewed] == [20]


def test_nothing_is_looked_at_while_nothing_is_long(database):
    async def quick(job):
        await asyncio.sleep(0)

    async def story():
        async with keeping(LEASE) as keeper:
            await enqueue(Water())
            await work(handlers(quick).get(Water.kind), await claim_one())
            return len(keeper.watched)

    assert on(database, story) == 0


def test_what_ends_while_it_is_looked_at_is_not_stopped_any_more(database, db):
    async def story():
        async with keeping(timedelta(seconds=1)):
            await enqueue(Water())
            running = await claim_one()
            task = asyncio.current_task()
            watched = Watched(running, handlers().get(Water.kind), task, 0)
            with psycopg.connect(database) as other:
                other.execute("update background_jobs set lease_id = gen_random_uuid()")
                other.execute("lock table background_jobs in access exclusive mode")
                with watching(watched):
                    await asyncio.sleep(1)
                other.commit()
            await asyncio.sleep(0.5)
            return watched.stop

    assert on(database, story) is None


def test_a_coroutine_that_is_given_up_is_closed():
    closed = []

    async def waits():
        try:
            await asyncio.sleep(60)
        finally:
            closed.append(True)

    async def story():
        begun = begin(waits())
        steps = begun.__await__()
        next(steps)
        steps.close()

    asyncio.run(story())

    assert closed == [True]


@pytest.mark.parametrize("value", [None, 3])
def test_a_coroutine_that_waits_for_nothing_is_at_its_end_at_once(value):
    async def quick():
        return value

    assert begin(quick()) == value
