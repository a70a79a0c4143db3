"""Asking for a job while it runs: absorbed, or run once more."""

import asyncio
import time

import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.sweeping import sweep
from tests.support import figures
from tests.support.jobs import (
    Water,
    claim_one,
    expire,
    handlers,
    make_due,
    on,
    outcomes,
    row,
    state,
)


async def ask(**options):
    async with tx.run():
        return await outbox.enqueue(Water(), dedup_key="plant", **options)


def test_case_11_f32_absorb_leaves_the_running_twin_alone(database, db):
    async def story():
        job = (await ask()).id
        lease = await claim_one()
        assert (await ask()).created is False
        assert state(db, job) == ("running", 1)
        await acknowledge([Ended(lease, "succeeded")])
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)
    figures.record("F32", "asked for while it runs: absorbed, 1 run")


@pytest.mark.parametrize("outcome", ["succeeded", "failed", "discarded", "snoozed", "released"])
def test_case_12_f32_rerun_means_one_more_run_however_the_first_ends(database, db, outcome):
    async def story():
        job = (await ask()).id
        lease = await claim_one()
        await ask(on_running="rerun")
        await ask(on_running="rerun")
        await acknowledge([Ended(lease, outcome)])
        make_due(db)
        again = await claim_one()
        assert again.id == job
        await acknowledge([Ended(again, "succeeded")])
        make_due(db)
        return job

    job = on(database, story)

    assert state(db, job)[0] == "succeeded"
    figures.record("F32", f"asked for while it runs ({outcome}): rerun, 2 runs")


def test_asking_while_it_waits_does_not_make_it_run_twice(database, db):
    async def story():
        await ask()
        await ask(on_running="rerun")
        return await outbox.tick(handlers(), budget=20)

    report = on(database, story)

    assert (report.claimed, report.succeeded) == (1, 1)


def test_case_12_a_job_asked_for_by_its_own_handler_is_run_once_more(database, db):
    runs = []

    async def work(job):
        runs.append(job)
        if len(runs) == 1:
            await ask(on_running="rerun")

    async def story():
        job = (await ask()).id
        report = await outbox.tick(handlers(work))
        return job, report

    job, report = on(database, story)

    assert len(runs) == report.succeeded == 2
    assert state(db, job) == ("succeeded", 1)


def test_case_10_no_wake_up_is_lost_while_ticks_and_askers_race(database):
    """After every asker's commit, at least one run starts later."""
    starts: list[float] = []

    async def work(job):
        starts.append(time.monotonic())
        await asyncio.sleep(0.002)

    async def asking():
        for _ in range(40):
            await asyncio.sleep(0.003)
            asked_at = time.monotonic()
            await ask(on_running="rerun")
        return asked_at

    async def ticking(asker):
        while not asker.done():
            await outbox.tick(handlers(work), budget=20)
        await outbox.tick(handlers(work), budget=20)

    async def story():
        asker = asyncio.create_task(asking())
        await ticking(asker)
        return asker.result()

    last_asked = on(database, story)

    assert max(starts) > last_asked


async def seventh(db):
    """Claim a job for the seventh time, ask for it again, and return the lease."""
    job = (await ask()).id
    db.execute("update background_jobs set attempts = 6 where id = %s", (job,))
    lease = await claim_one()
    assert lease.attempt == 7
    await ask(on_running="rerun")
    return lease


def test_a_rerun_after_the_seventh_failure_has_seven_attempts_of_its_own(database, db):
    async def story():
        lease = await seventh(db)
        await acknowledge([Ended(lease, "failed", error="X")])
        assert state(db, lease.id) == ("pending", 0)
        assert (await claim_one()).id == lease.id  # due at once
        return lease.id

    job = on(database, story)

    assert outcomes(db, job) == ["failed"]


def test_a_rerun_after_the_seventh_expiry_has_seven_attempts_of_its_own(database, db):
    async def story():
        lease = await seventh(db)
        expire(db, lease.id)
        swept = await sweep()
        assert (swept.rescued, swept.dead) == (1, 0)
        assert state(db, lease.id) == ("pending", 0)
        assert (await claim_one()).id == lease.id
        return lease.id

    assert outcomes(db, on(database, story)) == ["expired"]


def test_a_rerun_of_a_cancelled_job_whose_lease_is_over_begins_anew_and_at_once(database, db):
    async def story():
        job = (await ask()).id
        await claim_one()
        await outbox.cancel(job_id=job)
        await ask(on_running="rerun")
        expire(db, job)
        await sweep()
        assert state(db, job) == ("pending", 0)
        return (await claim_one()).id == job

    assert on(database, story)


def test_a_rerun_asked_for_before_an_expiry_is_the_retry(database, db):
    async def story():
        job = (await ask()).id
        await claim_one()
        await ask(on_running="rerun")
        expire(db, job)
        await sweep()
        assert state(db, job) == ("pending", 1)
        assert row(db, job)["rerun_requested"] is False
        make_due(db)
        await acknowledge([Ended(await claim_one(), "succeeded")])
        return job

    assert state(db, on(database, story)) == ("succeeded", 2)


def test_a_handler_that_ends_its_own_attempt_is_run_again_too(database, db):
    runs = []

    async def work(job):
        runs.append(outbox.current().lease_id)
        if len(runs) == 1:
            asker = asyncio.create_task(ask(on_running="rerun"))
            assert (await asker).created is False
        async with tx.run():
            await outbox.succeed()

    async def story():
        await ask()
        return await outbox.tick(handlers(work), budget=20)

    report = on(database, story)

    assert len(set(runs)) == 2
    assert (report.claimed, report.succeeded, report.stale) == (2, 2, 0)
