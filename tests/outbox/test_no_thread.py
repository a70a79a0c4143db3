"""A process that cannot start one more thread: no call is lost, forgotten or worked too late."""

import asyncio
import threading
import time
from contextlib import contextmanager

import pytest

from shared import outbox
from shared.outbox.worker import threads
from shared.outbox.worker.watchdog import watchdog
from tests.support.jobs import Pick, Water, enqueue, handlers, make_due, on, state

# More than there are addresses: no thread can be started.
TOO_MUCH = 2**47


@contextmanager
def no_more_threads(stack=TOO_MUCH):
    before = threading.stack_size(stack)
    try:
        yield
    finally:
        threading.stack_size(before)


async def use_them_up(job):
    """Let the process have no more threads, once the tick has its own."""
    threading.stack_size(TOO_MUCH)


def test_a_job_for_which_no_thread_can_be_started_waits_and_is_worked_once(database, db):
    begun = []
    work = handlers(lambda job: begun.append(job.plant), use_them_up)

    async def story():
        threads.begin_anew()
        await enqueue(Pick())
        job = await enqueue(Water(3))
        with no_more_threads(0):
            without = await outbox.tick(work, budget=20)
        rests = state(db, job)
        make_due(db)
        return without, rests, await outbox.tick(work, budget=20), state(db, job)

    without, rests, later, end = on(database, story)

    assert (without.snoozed, rests) == (1, ("pending", 0))
    assert (later.succeeded, end) == (1, ("succeeded", 1))
    assert begun == [3]


def test_the_threads_that_there_are_work_what_others_cannot_be_started_for(database):
    async def story():
        threads.begin_anew()
        await enqueue(Water())
        await outbox.tick(handlers(lambda job: None), budget=20)
        await enqueue(Pick())
        for plant in range(3):
            await enqueue(Water(plant))
        with no_more_threads(0):
            work = handlers(lambda job: time.sleep(0.1), use_them_up)
            return await outbox.tick(work, budget=20)

    assert on(database, story).succeeded == 4


def test_a_call_that_never_began_is_not_run_when_a_thread_comes():
    ran = []

    async def story():
        threads.begin_anew()
        with no_more_threads(), pytest.raises(outbox.Snooze):
            await threads.Call(1, ran.append, "without a lease")
        return await threads.Call(1, lambda payload: payload, "again")

    assert asyncio.run(story()) == "again"
    assert ran == []


def test_a_watchdog_that_could_not_be_armed_ends_no_later_block():
    with no_more_threads(), pytest.raises(RuntimeError, match="watchdog thread"), watchdog(0.2):
        pass

    with watchdog(60):
        time.sleep(0.4)


def test_a_tick_without_a_watchdog_begins_nothing_and_the_next_one_works(database, db):
    async def story():
        job = await enqueue(Water())
        with no_more_threads(), pytest.raises(RuntimeError, match="watchdog thread"):
            await outbox.tick(handlers(), budget=20)
        untouched = state(db, job)
        return untouched, await outbox.tick(handlers(), budget=20)

    untouched, report = on(database, story)

    assert (untouched, report.succeeded) == (("pending", 0), 1)
