"""Attempts that were abandoned: found by one statement, failed, and bounded in number."""

import asyncio
from datetime import timedelta

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.sweeping import EXPIRED, sweep
from tests.support.jobs import (
    LEASE,
    Water,
    claim,
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


def test_an_expired_lease_is_a_failed_attempt_that_waits_its_rung(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        expire(db, job)
        assert (await sweep()).rescued == 1
        return job

    job = on(database, story)

    found = db.execute(
        "select status, attempts, lease_id, leased_until, finished_at,"
        " run_at - clock_timestamp() as wait from background_jobs where id = %s",
        (job,),
    ).fetchone()
    assert (found["status"], found["attempts"]) == ("pending", 1)
    assert (found["lease_id"], found["leased_until"], found["finished_at"]) == (None, None, None)
    assert timedelta(seconds=50) < found["wait"] <= timedelta(seconds=66)
    history = db.execute("select * from job_attempts where job_id = %s", (job,)).fetchall()
    assert [(one["attempt"], one["outcome"]) for one in history] == [(1, "expired")]
    assert history[0]["error"] == history[0]["fingerprint"] == EXPIRED
    assert history[0]["started_at"] < history[0]["finished_at"]


def test_a_lease_that_is_live_is_left_alone(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        assert (await sweep()).rescued == 0
        return job

    assert state(db, on(database, story)) == ("running", 1)


def test_the_seventh_expiry_is_the_last(database, db):
    async def story():
        job = await enqueue(Water())
        for attempt in range(1, 8):
            make_due(db)
            assert (await claim_one()).attempt == attempt
            expire(db, job)
            swept = await sweep()
            assert (swept.rescued, swept.dead) == (1, int(attempt == 7))
        make_due(db)
        assert (await outbox.tick(handlers(), budget=20)).claimed == 0
        return job

    job = on(database, story)

    assert state(db, job) == ("dead", 7)
    assert row(db, job)["finished_at"] is not None
    assert outcomes(db, job) == ["expired"] * 7


def test_dead_letters_of_expired_leases_are_one_group_also_with_those_of_earlier_versions(
    database, db
):
    async def story():
        jobs = [await enqueue(Water(plant)) for plant in range(3)]
        db.execute("update background_jobs set attempts = 6")
        assert len(await claim(3, lease=LEASE)) == 3
        for job in jobs:
            expire(db, job)
        assert (await sweep()).dead == 3
        db.execute("update job_attempts set fingerprint = null where job_id = %s", (jobs[0],))
        return await outbox.dead_groups()

    [group] = on(database, story)

    assert (group.jobs, group.error) == (3, EXPIRED)


def test_case_1_c5_a_job_that_ends_while_it_is_being_swept_keeps_its_end(database, db):
    """The sweep waits for no lock and looks again at what it locked: the gap does not exist."""

    async def story():
        job = await enqueue(Water())
        lease = await claim_one()
        expire(db, job)
        with psycopg.connect(database) as finisher:  # holds the row, about to finish it
            finisher.execute("select from background_jobs where id = %s for update", (job,))
            assert (await sweep()).rescued == 0
            finisher.execute(
                "update background_jobs set status = 'succeeded', lease_id = null,"
                " leased_until = null, finished_at = clock_timestamp()"
                " where id = %s and lease_id = %s",
                (job, lease.lease_id),
            )
        assert (await sweep()).rescued == 0
        return job

    job = on(database, story)

    assert state(db, job) == ("succeeded", 1)
    assert outcomes(db, job) == ["succeeded"]


def test_case_31_sweeps_and_ends_at_once_never_disagree(database, db):
    """A hundred expired attempts end while others sweep: each has exactly one end."""

    async def sweeping():
        return sum([(await sweep()).rescued for _ in range(40)])

    async def finish(leases):
        return [bool((await acknowledge([Ended(one, "succeeded")])).verdicts) for one in leases]

    async def story():
        async with tx.run():
            await outbox.enqueue_many((f"plant-{plant}", Water(plant)) for plant in range(100))
        leases = await claim(100, lease=timedelta(0))
        ends, *swept = await asyncio.gather(finish(leases), sweeping(), sweeping())
        return sum(ends), sum(swept)

    ended, swept = on(database, story)

    assert ended + swept == 100
    counts = db.execute("select status, count(*) from background_jobs group by status").fetchall()
    assert {one["status"]: one["count"] for one in counts} == {
        status: number for status, number in (("succeeded", ended), ("pending", swept)) if number
    }
    history = db.execute("select count(*), count(distinct job_id) as jobs from job_attempts")
    assert history.fetchone() == {"count": swept, "jobs": swept}


@pytest.mark.parametrize("outcome", ["succeeded", "failed"])
def test_a_worker_that_ends_before_the_sweep_wins_even_if_late(database, db, outcome):
    """Nobody took the job over: what was done is done."""

    async def story():
        job = await enqueue(Water())
        lease = await claim_one()
        expire(db, job)
        assert (await acknowledge([Ended(lease, outcome)])).verdicts
        assert (await sweep()).rescued == 0
        return job

    assert outcomes(db, on(database, story)) == [outcome]
