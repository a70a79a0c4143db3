"""What is claimed, and in which order."""

import asyncio
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.worker.claim import claim_or_hold
from tests.support.jobs import LEASE, Pick, Water, claim, enqueue, on, row, state

NOW = datetime(2030, 6, 1, 12, tzinfo=UTC)


def test_jobs_are_claimed_by_their_time_then_in_the_order_they_came(database):
    async def story():
        late = await enqueue(Water(), run_at=NOW)
        early = await enqueue(Water(), run_at=NOW - timedelta(hours=1))
        same = [await enqueue(Water(), run_at=NOW - timedelta(minutes=5)) for _ in range(5)]
        first = await claim(3, lease=LEASE, now=NOW)
        rest = await claim(10, lease=LEASE, now=NOW)
        assert [one.id for one in [*first, *rest]] == [early, *same, late]

    on(database, story)


SCATTERED = """
    insert into background_jobs (queue, kind, run_at)
    select case when random() < 0.5 then 'bulk' else 'interactive' end, 'test.water',
           %(now)s - interval '1 second' * floor(100 * random())
      from generate_series(1, 3000)
"""


@pytest.mark.parametrize("is_clear", [False, True])
def test_many_scattered_over_the_table_are_claimed_in_their_order(database, db, is_clear):
    """Whatever way the planner goes to find the rows again that it has chosen."""
    db.execute(SCATTERED, {"now": NOW})
    db.execute("analyze background_jobs")
    order = [
        job["id"]
        for job in db.execute("select id from background_jobs order by queue desc, run_at, id")
    ]

    async def story():
        found = await claim_or_hold(
            2500,
            lease=LEASE,
            lease_id=uuid4(),
            queues=["interactive", "bulk"],
            limited=set(),
            now=NOW,
            is_clear=is_clear,
        )
        assert found.is_clear
        return [one.id for one in found.running]

    assert on(database, story) == order[:2500]


def test_interactive_jobs_come_before_bulk_ones_that_are_older(database):
    async def story():
        bulk = [await enqueue(Water(), run_at=NOW - timedelta(days=1)) for _ in range(3)]
        pick = await enqueue(Pick(), run_at=NOW)
        first = await claim(2, lease=LEASE, now=NOW)
        assert [one.id for one in first] == [pick, bulk[0]]
        assert [one.queue for one in first] == ["interactive", "bulk"]

    on(database, story)


def test_a_job_of_the_future_is_left_alone(database, db):
    async def story():
        job = await enqueue(Water(), run_at=NOW + timedelta(seconds=1))
        assert await claim(10, lease=LEASE, now=NOW) == []
        return job

    assert state(db, on(database, story)) == ("pending", 0)


def test_a_claim_takes_a_fresh_lease_and_counts_the_attempt(database, db):
    async def story():
        await enqueue(Water(), run_at=NOW)
        (running,) = await claim(10, lease=LEASE, now=NOW)
        assert running.leased_until == NOW + LEASE
        return running

    running = on(database, story)

    found = row(db, running.id)
    assert (found["status"], found["attempts"], running.attempt) == ("running", 1, 1)
    assert found["lease_id"] == running.lease_id
    assert (found["started_at"], found["leased_until"]) == (NOW, NOW + LEASE)


def test_no_more_are_claimed_than_asked_for(database):
    async def story():
        async with tx.run():
            await outbox.enqueue_many((f"plant-{plant}", Water(plant)) for plant in range(30))
        return len(await claim(7, lease=LEASE)), len(await claim(70, lease=LEASE))

    assert on(database, story) == (7, 23)


def test_twenty_claimers_at_once_share_without_overlap(database):
    async def claim_all():
        mine: list[int] = []
        while claimed := await claim(10, lease=LEASE):
            mine += [one.id for one in claimed]
        return mine

    async def story():
        await fill(1000)
        return await asyncio.gather(*[claim_all() for _ in range(20)])

    shares = on(database, story, size=20)

    everything = [job for share in shares for job in share]
    assert len(everything) == len(set(everything)) == 1000


def test_a_job_that_somebody_has_locked_is_passed_by(database, db):
    """A transaction that asks for a job again has its row: nobody waits for it, nobody takes it."""

    async def story():
        locked, free = await enqueue(Water(1)), await enqueue(Water(2))
        with psycopg.connect(database) as other:
            other.execute("select from background_jobs where id = %s for update", (locked,))
            async with asyncio.timeout(10):
                meanwhile = [one.id for one in await claim(2, lease=LEASE)]
            other.rollback()
        afterwards = [one.id for one in await claim(2, lease=LEASE)]
        return (locked, free), meanwhile, afterwards

    (locked, free), meanwhile, afterwards = on(database, story)

    assert meanwhile == [free]
    assert afterwards == [locked]


async def fill(jobs: int):
    async with tx.run():
        await outbox.enqueue_from(
            Water,
            "select jsonb_build_object('plant', n), 'plant-' || n"
            " from generate_series(1, %(jobs)s) n order by n",
            jobs=jobs,
        )


@pytest.mark.parametrize("is_clear", [False, True])
def test_a_job_whose_worker_has_vanished_before_is_claimed_alone(database, db, is_clear):
    """Those before it are claimed first, without it; those behind it afterwards."""

    async def claimed():
        found = await claim_or_hold(
            10,
            lease=LEASE,
            lease_id=uuid4(),
            queues=["interactive", "bulk"],
            limited=set(),
            is_clear=is_clear,
        )
        return [one.id for one in found.running], found.is_suspicious, found.is_dry

    async def story():
        jobs = [await enqueue(Water()) for _ in range(6)]
        db.execute("update background_jobs set attempts = 1 where id = any(%s)", (jobs[2:5],))
        for job, outcome in zip(jobs[2:5], ("expired", "failed", "expired"), strict=True):
            db.execute(
                "insert into job_attempts (job_id, attempt, outcome, started_at, finished_at)"
                " values (%s, 1, %s, now(), now())",
                (job, outcome),
            )
        return jobs, [await claimed() for _ in range(6)]

    jobs, found = on(database, story)

    assert found == [
        (jobs[:2], True, False),
        ([jobs[2]], True, False),
        ([jobs[3]], True, False),
        ([jobs[4]], True, False),
        ([jobs[5]], False, True),
        ([], False, True),
    ]
