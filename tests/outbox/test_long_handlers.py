"""Handlers that take longer than a lease: renewed while they run, refused otherwise."""

import asyncio
import json
import subprocess
import sys
import time
from datetime import datetime, timedelta

import pytest

from shared import outbox, tx
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import Water, enqueue, make_due, on, outcomes, row, state

# Every look renews: a third of it is due before the next.
LEASE = 1.5


def renewing(work, *, timeout=30.0, renews=True):
    return outbox.Handlers([outbox.Handler(Water, work, timeout, renews=renews)])


def test_case_3_a_handler_longer_than_its_lease_is_never_claimed_twice(database, db):
    begun = []

    async def work(job):
        begun.append(outbox.current().attempt)
        await asyncio.sleep(2.5 * LEASE)

    async def story():
        job = await enqueue(Water())
        tick = asyncio.create_task(outbox.tick(renewing(work), budget=40, lease=LEASE))
        others = []
        while not begun:
            await asyncio.sleep(0.01)
        while not tick.done():
            others.append(await sweep())
            others.append(await outbox.tick(renewing(work), budget=40, lease=LEASE))
            await asyncio.sleep(0.1)
        return job, await tick, others

    job, report, others = on(database, story)

    assert report.succeeded == 1
    assert begun == [1]
    assert {one.rescued for one in others} == {0}
    assert state(db, job) == ("succeeded", 1)


def test_case_3_a_thread_s_lease_is_renewed_as_well(database, db):
    async def story():
        job = await enqueue(Water())
        handlers = renewing(lambda job: time.sleep(2 * LEASE))
        return job, await outbox.tick(handlers, budget=40, lease=LEASE)

    job, report = on(database, story)

    assert (report.succeeded, report.stale) == (1, 0)
    assert state(db, job) == ("succeeded", 1)


def test_case_3_without_renewal_a_timeout_is_shorter_than_the_lease():
    with pytest.raises(ValueError, match="shorten the timeout, lengthen the lease or say renews"):
        renewing(print, timeout=120, renews=False).check(lease=120, budget=600)

    renewing(print, timeout=500, renews=True).check(lease=120, budget=600)


@pytest.mark.parametrize("renews", [40.1, -1.0, float("nan")])
def test_case_20_a_renewal_later_than_a_third_of_the_lease_is_refused(renews):
    with pytest.raises(ValueError, match="within a third of it: say renews=True, or at most 40"):
        renewing(print, timeout=500, renews=renews).check(lease=120, budget=600)

    renewing(print, timeout=500, renews=40.0).check(lease=120, budget=600)


def test_a_budget_shorter_than_one_job_is_refused():
    with pytest.raises(ValueError, match="Enlarge the budget"):
        renewing(print, timeout=500).check(lease=120, budget=499)


def test_case_20_a_lost_lease_ends_the_attempt_and_the_one_that_took_over_stands(database, db):
    ended, anothers = [], []

    async def work(job):
        if outbox.current().attempt == 1:
            async with tx.run():
                until = await tx.scalar(
                    datetime,
                    "update background_jobs set lease_id = gen_random_uuid(), attempts = 2"
                    " where id = %(id)s returning leased_until",
                    id=outbox.current().id,
                )
                anothers.append(until)
        try:
            await asyncio.sleep(30)
        finally:
            ended.append(time.monotonic())

    async def story():
        job = await enqueue(Water())
        return job, await outbox.tick(renewing(work), budget=40, lease=LEASE)

    job, report = on(database, story)

    assert (report.stale, report.retried) == (1, 0)
    assert len(ended) == 1
    assert state(db, job) == ("running", 2)
    assert outcomes(db, job) == []
    assert [row(db, job)["leased_until"]] == anothers  # not renewed by who had lost it


def test_case_20_a_blocked_event_loop_cannot_renew_and_its_late_end_changes_nothing(database, db):
    told = []

    def other_worker():
        told.append(
            subprocess.run(
                [sys.executable, "-m", "tests.support.worker", database, "20", "5"],
                capture_output=True,
                timeout=60,
                check=True,
            )
        )

    async def blocks(job):
        time.sleep(2 * LEASE)
        other_worker()
        make_due(db)
        other_worker()

    async def story():
        job = await enqueue(Water())
        return job, await outbox.tick(renewing(blocks), budget=100, lease=LEASE)

    job, report = on(database, story)

    assert (report.stale, report.succeeded) == (1, 0)
    assert [json.loads(one.stdout)["succeeded"] for one in told] == [0, 1]
    assert json.loads(told[0].stdout)["rescued"] == 1
    assert state(db, job) == ("succeeded", 2)


def test_a_row_that_somebody_has_locked_does_not_hold_up_the_renewal_of_the_others(database, db):
    async def work(job):
        await asyncio.sleep(2 * LEASE)

    async def story():
        first, second = await enqueue(Water(1)), await enqueue(Water(2))
        tick = asyncio.create_task(outbox.tick(renewing(work), budget=40, lease=LEASE))
        await asyncio.sleep(0.3)
        async with tx.run():
            await tx.execute("select from background_jobs where id = %(id)s for update", id=first)
            await asyncio.sleep(0.7 * LEASE)
            before = row(db, second)["leased_until"]
        return first, second, before, await tick

    first, second, before, report = on(database, story)

    assert report.succeeded == 2
    assert before > row(db, second)["started_at"] + timedelta(seconds=LEASE + 0.2)
    assert [state(db, job) for job in (first, second)] == [("succeeded", 1)] * 2


def test_an_open_transaction_of_the_handler_does_not_reach_the_renewal(database, db):
    async def work(job):
        async with tx.run():
            await asyncio.sleep(2 * LEASE)
            await outbox.succeed()

    async def story():
        job = await enqueue(Water())
        return job, await outbox.tick(renewing(work), budget=40, lease=LEASE)

    job, report = on(database, story)

    assert report.succeeded == 1
    assert state(db, job) == ("succeeded", 1)


def test_what_waits_behind_long_handlers_is_not_claimed_before_its_turn(database, db):
    """Its lease, which nobody renews, would be over before it was begun."""

    async def work(job):
        await asyncio.sleep(1.5 * LEASE)

    async def story():
        jobs = [await enqueue(Water(n)) for n in range(5)]
        return jobs, await outbox.tick(renewing(work), budget=60, lease=LEASE, concurrency=2)

    jobs, report = on(database, story)

    assert (report.succeeded, report.stale) == (5, 0)
    assert [state(db, job) for job in jobs] == [("succeeded", 1)] * 5
