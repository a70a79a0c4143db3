"""A worker that stays: woken, or looking by itself, until it is told to stop."""

import asyncio
import time
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from shared import outbox, tx
from shared.outbox.worker.claimer import CLEAR
from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import Water, enqueue, handlers, on, outcomes, state

LONG = 60.0


@asynccontextmanager
async def serving(work, **options):
    """Serve in the background, from when it has looked for the first time."""
    stopping, has_looked = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(
        outbox.serve(
            handlers(work),
            stopping,
            reported=lambda report: has_looked.set(),
            **options,
        )
    )
    await has_looked.wait()
    try:
        yield task
    finally:
        stopping.set()
        await task


async def enqueue_and_wake(plant=1):
    async with tx.run():
        return (await outbox.enqueue(Water(plant), wake=True)).id


def worked():
    """Give a handler, and the event that it sets."""
    has_worked = asyncio.Event()

    async def work(job):
        has_worked.set()

    return work, has_worked


def test_a_commit_that_wakes_the_workers_is_heard_at_once(database, db):
    async def story():
        work, has_worked = worked()
        async with serving(work, every=LONG):
            await asyncio.sleep(0.5)  # it sleeps by now, and listens
            started = time.monotonic()
            job = await enqueue_and_wake()
            await has_worked.wait()
            assert time.monotonic() - started < LONG / 4
        return job

    assert outcomes(db, on(database, story)) == ["succeeded"]


def test_case_34_without_notifications_it_looks_by_itself(database, db):
    async def story():
        work, has_worked = worked()
        async with serving(work, every=0.2):
            job = await enqueue(Water())
            await has_worked.wait()
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


def test_it_wakes_when_the_next_job_is_due(database):
    async def story():
        work, has_worked = worked()
        started = time.monotonic()
        await enqueue(Water(), run_at=datetime.now(UTC) + timedelta(seconds=0.5))
        async with serving(work, every=LONG):
            await has_worked.wait()
        assert time.monotonic() - started < LONG / 4

    on(database, story)


def test_told_to_stop_it_hands_back_what_runs_and_claims_nothing_more(database, db):
    has_begun = asyncio.Event()

    async def work(job):
        has_begun.set()
        await asyncio.sleep(LONG)

    async def story():
        async with serving(worked()[0], every=LONG, grace=1.0, concurrency=2):
            pass
        jobs = [await enqueue(Water(plant)) for plant in range(4)]
        stopping = asyncio.Event()
        options = {"every": LONG, "grace": 1.0, "concurrency": 2}
        task = asyncio.create_task(outbox.serve(handlers(work, timeout=50), stopping, **options))
        await has_begun.wait()
        stopping.set()
        await task
        return jobs

    assert [state(db, job) for job in on(database, story)] == [("pending", 0)] * 4


def test_a_database_that_is_away_is_waited_for_and_heard_again(database, db):
    async def story():
        work, has_worked = worked()
        async with serving(work, every=0.3):
            proxy.refuse()
            await asyncio.sleep(1)
            proxy.resume()
            job = await enqueue(Water())
            await has_worked.wait()
        return job

    with fault_proxy(database) as proxy:
        job = on(proxy.url, story)

    assert state(db, job) == ("succeeded", 1)


def test_what_a_woken_worker_puts_off_is_worked_when_it_is_due(database, db):
    has_worked = asyncio.Event()

    async def work(job):
        if outbox.current().attempt == 1 and not has_worked.is_set():
            has_worked.set()
            raise outbox.Snooze(timedelta(seconds=1))

    async def story():
        async with serving(work, every=LONG):
            started = time.monotonic()
            job = await enqueue_and_wake()
            await has_worked.wait()
            while state(db, job)[0] != "succeeded":
                await asyncio.sleep(0.1)
            assert time.monotonic() - started < LONG / 4
        return job

    assert outcomes(db, on(database, story)) == ["succeeded"]


def test_a_job_put_off_is_worked_in_time_though_others_wake_the_worker_before(database, db):
    async def story():
        work, _ = worked()
        late = await enqueue(Water(9), run_at=datetime.now(UTC) + timedelta(seconds=1.5))
        async with serving(work, every=LONG):
            started = time.monotonic()
            for plant in range(3):
                await enqueue_and_wake(plant)
                await asyncio.sleep(0.2)
            while state(db, late)[0] != "succeeded":
                await asyncio.sleep(0.1)
            assert time.monotonic() - started < LONG / 4

    on(database, story)


def test_a_worker_that_found_nothing_in_its_way_keeps_a_pause_a_second_later(database, db):
    came = []

    async def work(job):
        came.append(job.plant)

    async def story():
        async with serving(work, every=LONG):
            await enqueue_and_wake(1)
            while not came:
                await asyncio.sleep(0.05)
            await outbox.pause(kind=Water.kind)
            await asyncio.sleep(CLEAR + 0.1)
            job = await enqueue_and_wake(2)
            await asyncio.sleep(0.5)
        return job

    job = on(database, story)

    assert came == [1]
    assert state(db, job) == ("pending", 0)
