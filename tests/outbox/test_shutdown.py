"""A tick that is cancelled, once or many times, hands back what it has."""

import asyncio
import time
from contextlib import suppress

import pytest

from shared import outbox
from tests.support.jobs import Pick, Water, enqueue, handlers, on, outcomes, state


async def running_tick(work, **options):
    """Start a tick over one job, and return when the job is being worked."""
    begun = asyncio.Event()

    async def noted(job):
        begun.set()
        await work(job)

    job = await enqueue(Water())
    task = asyncio.create_task(outbox.tick(handlers(noted), **options))
    await begun.wait()
    return job, task


async def for_long(job):
    await asyncio.sleep(60)


@pytest.mark.parametrize("times", [1, 2, 5])
def test_case_18_it_hands_its_job_back_before_it_ends(database, db, times):
    async def story():
        job, task = await running_tick(for_long)
        started = time.monotonic()
        for _ in range(times):
            task.cancel()
            await asyncio.sleep(0)
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - started < 5
        return job

    job = on(database, story)

    assert state(db, job) == ("pending", 0)
    assert outcomes(db, job) == []


def test_a_handler_that_ends_well_in_the_meantime_has_succeeded(database, db):
    async def finishing(job):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0.05)  # it was in the middle of something and sees it through

    async def story():
        job, task = await running_tick(finishing)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


def test_a_handler_whose_clean_up_fails_has_not_failed(database, db):
    async def untidy(job):
        try:
            await asyncio.sleep(60)
        finally:
            raise OSError("the line was cut by the cancellation")

    async def story():
        job, task = await running_tick(untidy)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return job

    job = on(database, story)

    assert state(db, job) == ("pending", 0)
    assert outcomes(db, job) == []


def test_a_failure_before_the_cancellation_is_a_failure(database, db):
    failed = asyncio.Event()

    async def work(job):
        if isinstance(job, Water):
            await asyncio.sleep(60)
        failed.set()
        raise ValueError

    async def story():
        pick = await enqueue(Pick())
        task = asyncio.create_task(outbox.tick(handlers(pick=work)))
        await failed.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return pick

    assert state(db, on(database, story)) == ("pending", 1)


@pytest.mark.parametrize("delay", [0.0, 0.001, 0.003, 0.006, 0.01, 0.02])
def test_whenever_it_is_cancelled_no_job_is_left_running(database, db, delay):
    """In the middle of a sweep, a claim, a commit or a batch of ends."""

    async def story():
        for _ in range(5):
            for plant in range(10):
                await enqueue(Water(plant))
            task = asyncio.create_task(outbox.tick(handlers(brief)))
            await asyncio.sleep(delay)
            task.cancel()
            with suppress(asyncio.CancelledError):  # it may have ended by then
                await task

    async def brief(job):
        await asyncio.sleep(0.002)

    on(database, story)

    left = db.execute("select count(*) from background_jobs where status = 'running'").fetchone()
    assert left == {"count": 0}
    burned = db.execute(
        "select count(*) from background_jobs where status = 'pending' and attempts > 0"
    )
    assert burned.fetchone() == {"count": 0}


def test_a_timeout_around_a_tick_is_a_timeout(database, db):
    async def story():
        job = await enqueue(Water())
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await outbox.tick(handlers(for_long))
        return job

    assert state(db, on(database, story)) == ("pending", 0)
