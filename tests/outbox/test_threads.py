"""Handlers that are plain functions: in threads, which nobody can stop."""

import asyncio
import threading
import time
from functools import partial

import pytest

from shared import outbox, tx
from tests.support.jobs import (
    Pick,
    Water,
    enqueue,
    handlers,
    make_due,
    on,
    outcomes,
    row,
    state,
)


def nothing(job):
    """Do nothing, in a thread."""


async def one_tick(work, *, timeout=10.0, **options):
    job = await enqueue(Water(3))
    return job, await outbox.tick(handlers(work, timeout=timeout), **{"budget": 20} | options)


def test_a_plain_function_runs_in_a_thread_and_knows_its_attempt(database, db):
    seen = []

    def work(job):
        seen.append((job, threading.current_thread().name, outbox.current().attempt))

    job, report = on(database, lambda: one_tick(work))

    assert report.succeeded == 1
    assert state(db, job) == ("succeeded", 1)
    ((payload, thread, attempt),) = seen
    assert (payload, attempt) == (Water(3), 1)
    assert thread.startswith("outbox-")


def test_a_plain_function_does_not_hold_up_the_others(database):
    picked = threading.Event()

    async def pick(job):
        picked.set()

    async def story():
        await enqueue(Water())
        await enqueue(Pick())
        # It ends only if the other one runs at the same time.
        return await outbox.tick(handlers(lambda job: picked.wait(10), pick), budget=20)

    assert on(database, story).succeeded == 2


@pytest.mark.parametrize("error", [ValueError(), SystemExit(3), KeyboardInterrupt()])
def test_what_a_plain_function_raises_is_a_failed_attempt(database, db, error):
    def work(job):
        raise error

    job, report = on(database, lambda: one_tick(work))

    assert report.retried == 1
    (attempt,) = db.execute("select * from job_attempts where job_id = %s", (job,)).fetchall()
    assert attempt["error"].startswith(type(error).__name__)
    assert "test_threads.py:" in attempt["error"]


@pytest.mark.parametrize(
    ("error", "ends"),
    [(outbox.Discard("gone"), "dead"), (outbox.Snooze(outbox.LADDER[0]), "pending")],
)
def test_a_plain_function_may_discard_and_snooze(database, db, error, ends):
    def work(job):
        raise error

    job, _ = on(database, lambda: one_tick(work))

    assert row(db, job)["status"] == ends


def test_no_transaction_reaches_a_thread(database):
    refused = []

    def work(job):
        for ask in (tx.is_open, tx.current):
            try:
                refused.append(ask())
            except tx.NoTransaction as error:
                refused.append(type(error))

    _, report = on(database, lambda: one_tick(work))

    assert report.succeeded == 1
    assert refused == [False, tx.NoTransaction]


def test_a_plain_function_may_pass_the_work_on(database):
    done = []

    async def send(job):
        async with tx.run():
            done.append(await tx.scalar(int, "select 1"))

    _, report = on(database, lambda: one_tick(lambda job: send(job)))

    assert (report.succeeded, done) == (1, [1])


class Called:
    """An object that is called like an async function."""

    async def __call__(self, job):
        outbox.current()


async def two_arguments(extra, job):
    outbox.current()


@pytest.mark.parametrize("work", [Called(), partial(two_arguments, 1)], ids=["object", "partial"])
def test_what_is_called_like_an_async_function_needs_no_thread(work):
    assert not outbox.Handler(Water, work).runs_in_thread


def test_a_handler_with_a_yield_is_refused():
    def work(job):
        yield 1

    async def waiting(job):
        yield 1

    for one in (work, waiting):
        with pytest.raises(ValueError, match="has a `yield`"):
            outbox.Handler(Water, one)


def test_a_thread_that_is_late_has_failed_and_its_job_is_not_begun_again_beside_it(database, db):
    release, begun = threading.Event(), []

    def work(job):
        begun.append(outbox.must_stop())
        release.wait(30)

    async def story():
        job, report = await one_tick(work, timeout=0.3)
        make_due(db)
        again = await outbox.tick(handlers(work, timeout=0.3), budget=20)
        beside = state(db, job)
        release.set()
        await asyncio.sleep(0.3)
        make_due(db)
        at_last = await outbox.tick(handlers(work, timeout=10), budget=20)
        return job, report, again, beside, at_last

    job, report, again, beside, at_last = on(database, story)

    assert (report.retried, again.snoozed, at_last.succeeded) == (1, 1, 1)
    assert begun == [False, False]
    assert beside == ("pending", 1)
    (attempt, *_) = db.execute("select error from job_attempts order by id").fetchall()
    assert "took longer than 0.3 s, and its thread may still run" in attempt["error"]
    assert state(db, job) == ("succeeded", 2)


def test_a_thread_that_is_late_may_see_that_it_is_wanted_no_more(database):
    seen = threading.Event()

    def work(job):
        while not outbox.must_stop():
            time.sleep(0.01)
        seen.set()

    _, report = on(database, lambda: one_tick(work, timeout=0.3))

    assert report.retried == 1
    assert seen.wait(10)


def test_a_thread_that_ends_while_the_tick_ends_has_its_end_written(database, db):
    def work(job):
        while not outbox.must_stop():
            time.sleep(0.01)

    async def story():
        await enqueue(Water())
        tick = asyncio.create_task(outbox.tick(handlers(work), budget=20, grace=4))
        await asyncio.sleep(0.5)
        tick.cancel()
        await asyncio.wait([tick])

    on(database, story)

    assert [one["status"] for one in db.execute("select status from background_jobs")] == [
        "succeeded"
    ]


def test_a_thread_that_outlives_its_tick_is_left_to_its_lease(database, db):
    """Handed back, the job would run twice at once."""
    release = threading.Event()

    async def story():
        job = await enqueue(Water())
        tick = asyncio.create_task(
            outbox.tick(handlers(lambda job: release.wait(30)), budget=20, grace=1)
        )
        await asyncio.sleep(0.5)
        tick.cancel()
        await asyncio.wait([tick])
        return job

    job = on(database, story)
    release.set()

    assert state(db, job) == ("running", 1)
    assert outcomes(db, job) == []


def test_a_thread_that_asks_the_pool_from_a_loop_of_its_own_fails_and_the_tick_goes_on(
    database, db
):
    async def read():
        async with tx.run():
            return await tx.scalar(int, "select 1")

    async def story():
        jobs = [await enqueue(Water(plant)) for plant in range(30)]
        return jobs, await outbox.tick(handlers(lambda job: asyncio.run(read())), budget=20)

    jobs, report = on(database, story, size=2)

    assert report.retried == 30
    assert {state(db, job) for job in jobs} == {("pending", 1)}
    (error,) = {
        attempt["error"].rpartition(" (")[0]
        for attempt in db.execute("select error from job_attempts")
    }
    assert error.startswith("OtherLoop: The pool serves one event loop")
