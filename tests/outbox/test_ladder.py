"""Seven attempts, six waits, then a human."""

import random
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from shared import outbox
from shared.outbox.ended import Ended
from shared.outbox.worker.ack import acknowledge
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import Water, claim_one, enqueue, expire, on, outcomes, row, state

NOW = datetime(2030, 6, 1, 12, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def test_the_ladder_is_thirty_two_hours_and_thirty_six_minutes():
    assert outbox.LADDER == (MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 24 * HOUR)
    assert outbox.MAX_ATTEMPTS == 7
    assert sum(outbox.LADDER, timedelta()) == 32 * HOUR + 36 * MINUTE


async def failed(attempt, db, job):
    """Fail the job's nth attempt by a clock that stands still, and return its wait."""
    db.execute("update background_jobs set attempts = %s, run_at = %s", (attempt - 1, NOW))
    lease = await claim_one(now=NOW)
    assert lease.attempt == attempt
    await acknowledge([Ended(lease, "failed", error="X")], now=NOW)
    return row(db, job)["run_at"] - NOW


@pytest.mark.parametrize("attempt", range(1, 7))
def test_each_failure_waits_its_rung_and_at_most_a_tenth_more(database, db, attempt):
    rung = outbox.LADDER[attempt - 1]

    async def story():
        job = await enqueue(Water(), run_at=NOW)
        return [await failed(attempt, db, job) for _ in range(40)]

    waits = on(database, story)

    assert all(rung <= wait <= rung * 1.1 for wait in waits)
    assert max(waits) - min(waits) > rung * 0.02  # they do not come back together
    assert (
        row(db, db.execute("select id from background_jobs").fetchone()["id"])["attempts"]
        == attempt
    )


def test_the_seventh_failure_is_a_dead_letter(database, db):
    async def story():
        job = await enqueue(Water(), run_at=NOW)
        clock = NOW
        for _ in outbox.LADDER:
            await acknowledge([Ended(await claim_one(now=clock), "failed", error="X")], now=clock)
            assert row(db, job)["status"] == "pending"
            clock = row(db, job)["run_at"]
        await acknowledge([Ended(await claim_one(now=clock), "failed", error="X")], now=clock)
        return job, clock

    job, died_at = on(database, story)

    assert state(db, job) == ("dead", 7)
    assert row(db, job)["finished_at"] == died_at
    assert outcomes(db, job) == ["failed"] * 7
    total = timedelta(hours=32, minutes=36)
    assert NOW + total <= died_at <= NOW + total * 1.1
    attempts = db.execute("select attempt from job_attempts order by id").fetchall()
    assert [one["attempt"] for one in attempts] == list(range(1, 8))


def test_a_job_that_waits_for_its_rung_is_not_claimed_a_moment_before(database, db):
    async def story():
        job = await enqueue(Water(), run_at=NOW)
        await acknowledge([Ended(await claim_one(now=NOW), "failed")], now=NOW)
        due = row(db, job)["run_at"]
        assert (
            await outbox.tick(outbox.Handlers([]), now=due - timedelta(microseconds=1))
        ).claimed == 0
        assert (await claim_one(now=due)).attempt == 2

    on(database, story)


def test_a_day_is_a_day_also_when_the_clocks_change(cluster):
    """In London 25 hours lie between noon and noon on the last Sunday of October; in March, 23."""
    eve = datetime(2030, 3, 30, 12, tzinfo=UTC)

    async def story():
        jobs = [await enqueue(Water(number), run_at=eve) for number in range(20)]
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("update background_jobs set attempts = 5")
        leases = [await claim_one(now=eve) for _ in jobs]
        await acknowledge([Ended(one, "failed") for one in leases[:10]], now=eve)
        await acknowledge(
            [Ended(one, "snoozed", delay=timedelta(days=1)) for one in leases[10:]], now=eve
        )
        return (await outbox.jobs(limit=20))[::-1]

    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            name = connection.execute("select current_database()").fetchone()[0]
            connection.execute(
                psycopg.sql.SQL("alter database {} set timezone = 'Europe/London'").format(
                    psycopg.sql.Identifier(name)
                )
            )
        found = on(url, story)

    waits = [job.run_at - eve for job in found]
    assert all(24 * HOUR <= wait <= 26.4 * HOUR for wait in waits[:10])
    assert waits[10:] == [timedelta(hours=24)] * 10


def test_failures_and_expiries_share_one_ladder(database, db):
    choose = random.Random(7)

    async def story():
        job = await enqueue(Water())
        for attempt in range(1, 8):
            db.execute("update background_jobs set run_at = clock_timestamp()")
            lease = await claim_one()
            assert lease.attempt == attempt
            if choose.random() < 0.5:
                await acknowledge([Ended(lease, "failed")])
            else:
                expire(db, job)
                await sweep()
        return job

    job = on(database, story)

    assert state(db, job) == ("dead", 7)
    assert set(outcomes(db, job)) == {"failed", "expired"}
