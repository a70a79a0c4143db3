"""Cancel a job that is being worked: its worker is asked, and writes the end."""

import asyncio
import threading
import time

import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import (
    Water,
    claim_one,
    enqueue,
    expire,
    handlers,
    make_due,
    on,
    outcomes,
    row,
    state,
)


async def cancelled_while_it_runs(work, *, timeout=10.0, lease=15.0):
    """Return the job, the answer to the cancellation and the tick's report."""
    job = await enqueue(Water(), dedup_key="bed-1")
    tick = asyncio.create_task(outbox.tick(handlers(work, timeout=timeout), budget=20, lease=lease))
    await asyncio.sleep(0.5)
    answer = await outbox.cancel(job_id=job)
    return job, answer, await tick


def test_a_running_job_is_cancelled_within_seconds_and_its_key_is_free(database, db):
    seen = []

    async def work(job):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            seen.append(outbox.must_stop())
            raise

    job, answer, report = on(database, lambda: cancelled_while_it_runs(work))

    assert answer == "requested"
    assert (report.cancelled, report.retried, report.released) == (1, 0, 0)
    assert seen == [True]
    assert state(db, job) == ("cancelled", 1)
    assert outcomes(db, job) == ["cancelled"]
    assert not row(db, job)["cancel_requested"]
    assert on(database, lambda: enqueue(Water(), dedup_key="bed-1")) != job


@pytest.mark.parametrize("error", [ValueError(), SystemExit(3), outbox.Discard("no more")])
def test_whatever_a_handler_raises_at_its_cancellation_the_job_is_cancelled(database, db, error):
    async def work(job):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise error from None

    job, _, report = on(database, lambda: cancelled_while_it_runs(work))

    assert report.cancelled == 1
    assert state(db, job) == ("cancelled", 1)


def test_a_handler_that_finishes_first_wins(database, db):
    async def work(job):
        await asyncio.sleep(0.7)  # shorter than a look

    job, answer, report = on(database, lambda: cancelled_while_it_runs(work))

    assert (answer, report.succeeded) == ("requested", 1)
    assert state(db, job) == ("succeeded", 1)


def test_a_handler_that_finishes_in_spite_of_its_cancellation_has_succeeded(database, db):
    async def work(job):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0.1)

    async def story():
        job, _, report = await cancelled_while_it_runs(work)
        # The place where it ran is not taken for cancelled afterwards.
        again = await enqueue(Water())
        return job, report, again, await outbox.tick(handlers(), budget=20)

    job, report, again, after = on(database, story)

    assert (report.succeeded, after.succeeded) == (1, 1)
    assert state(db, job) == state(db, again) == ("succeeded", 1)


def test_a_thread_is_told_and_ends_as_cancelled_when_it_raises(database, db):
    class Enough(Exception):
        pass

    def work(job):
        while not outbox.must_stop():
            time.sleep(0.01)
        raise Enough

    job, _, report = on(database, lambda: cancelled_while_it_runs(work))

    assert report.cancelled == 1
    assert state(db, job) == ("cancelled", 1)


def test_a_thread_that_does_not_look_finishes_first(database, db):
    release = threading.Event()

    def work(job):
        release.wait(4)

    job, _, report = on(database, lambda: cancelled_while_it_runs(work))

    assert report.succeeded == 1
    assert state(db, job) == ("succeeded", 1)


@pytest.mark.parametrize("outcome", ["failed", "discarded", "snoozed", "released", "unknown"])
def test_whatever_else_ends_the_attempt_a_job_that_shall_stop_is_not_run_again(
    database, db, outcome
):
    async def story():
        job = await enqueue(Water())
        running = await claim_one()
        assert await outbox.cancel(job_id=job) == "requested"
        await acknowledge([Ended(running, outcome, error="X")])
        return job

    job = on(database, story)

    assert row(db, job)["status"] == "cancelled"
    assert len(outcomes(db, job)) == 1


def test_a_job_whose_worker_dies_is_cancelled_by_the_sweep(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        await outbox.cancel(job_id=job)
        expire(db, job)
        return job, await sweep()

    job, swept = on(database, story)

    assert (swept.rescued, swept.dead) == (1, 0)
    assert state(db, job) == ("cancelled", 1)
    assert outcomes(db, job) == ["expired"]
    assert row(db, job)["finished_at"] is not None


def test_a_job_that_is_asked_for_again_after_its_cancellation_runs_again(database, db):
    async def story():
        job = await enqueue(Water(), dedup_key="bed-1")
        running = await claim_one()
        await outbox.cancel(job_id=job)
        await enqueue(Water(), dedup_key="bed-1", on_running="rerun")
        await acknowledge([Ended(running, "cancelled")])
        make_due(db)
        return job, await outbox.tick(handlers(), budget=20)

    job, report = on(database, story)

    assert report.succeeded == 1
    assert row(db, job)["status"] == "succeeded"


def test_a_cancellation_that_is_rolled_back_never_happened(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                assert await outbox.cancel(job_id=job) == "requested"
                raise ZeroDivisionError
        return job

    job = on(database, story)

    assert not row(db, job)["cancel_requested"]


def test_a_job_that_is_over_cannot_be_cancelled(database):
    async def story():
        job = await enqueue(Water())
        await outbox.tick(handlers(), budget=20)
        return await outbox.cancel(job_id=job), await outbox.cancel(job_id=job + 1)

    assert on(database, story) == (None, None)
