"""The claim of one job by its name: it takes a new one that is due, and nothing else."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import ClassVar
from uuid import uuid4

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.job import QUEUES
from shared.outbox.worker.claim import claim_named, claim_or_hold
from shared.outbox.worker.claim_statements import PREPARE_NAMED
from shared.outbox.worker.listening import as_id
from shared.outbox.worker.recovery import adopt
from tests.support.jobs import LEASE, Water, claim_one, enqueue, handlers, on, row, state

LEASE_ID = uuid4()

AS_NEW = """
    update background_jobs
       set status = 'pending', attempts = 0, started_at = null, leased_until = null, lease_id = null
"""


async def claimed(database, job, queues=QUEUES):
    """Claim a job as who listens does."""
    async with tx.Pool(database).fresh() as connection:
        await connection.execute(PREPARE_NAMED)
        return await claim_named(
            connection, job, lease=LEASE, lease_id=LEASE_ID, queues=list(queues)
        )


async def claimed_in_turn(queues=QUEUES):
    found = await claim_or_hold(1, lease=LEASE, lease_id=LEASE_ID, queues=queues, limited=set())
    [running] = found.running
    return running


def apart_from_times(found):
    times = ("run_at", "created_at", "started_at", "leased_until")
    return {column: value for column, value in found.items() if column not in times}


def test_it_leases_a_new_job_as_the_claim_of_all_does(database, db):
    async def story():
        job = await enqueue(Water(7), dedup_key="plant")
        by_name, named = await claimed(database, job), row(db, job)
        [adopted] = await adopt(LEASE_ID)
        db.execute(AS_NEW)
        in_turn, taken = await claimed_in_turn(), row(db, job)
        return by_name, named, adopted, in_turn, taken

    by_name, named, adopted, in_turn, taken = on(database, story)

    assert by_name == adopted
    assert in_turn.leased_until - by_name.leased_until < timedelta(seconds=30)
    assert replace(by_name, leased_until=in_turn.leased_until) == in_turn
    assert apart_from_times(named) == apart_from_times(taken)
    took = named["leased_until"] - named["started_at"]
    assert abs(took - LEASE) < timedelta(seconds=1)  # the clock is read twice


LEFT_ALONE = {
    "one of the future": "update background_jobs set run_at = now() + interval '1 hour'",
    "a held one": "update background_jobs set held_by = 'kind:test.water'",
    "one that was tried before": "update background_jobs set attempts = 1",
    "one of another queue": "update background_jobs set queue = 'interactive-2'",
}


@pytest.mark.parametrize("what", LEFT_ALONE)
def test_it_leaves_alone(database, db, what):
    async def story():
        job = await enqueue(Water())
        db.execute(LEFT_ALONE[what])
        before = row(db, job)
        assert await claimed(database, job) is None
        assert row(db, job) == before

    on(database, story)


def test_it_leaves_alone_what_runs_what_is_over_and_what_nobody_has(database, db):
    async def story():
        job = await enqueue(Water())
        assert await claimed(database, job + 1) is None
        lease_id = (await claim_one()).lease_id
        assert await claimed(database, job) is None
        assert row(db, job)["lease_id"] == lease_id
        db.execute(AS_NEW)
        await outbox.tick(handlers())
        db.execute("update background_jobs set attempts = 0")  # or that alone would keep it
        assert await claimed(database, job) is None
        return job

    assert state(db, on(database, story)) == ("succeeded", 0)


def test_it_passes_by_what_somebody_has_locked_and_does_not_wait(database, db):
    async def story():
        job = await enqueue(Water())
        with psycopg.connect(database) as stranger:
            stranger.execute("select from background_jobs where id = %s for update", (job,))
            assert await claimed(database, job) is None
        return job

    assert state(db, on(database, story)) == ("pending", 0)


@dataclass(frozen=True)
class Odd:
    """A job of a queue with a name of many kinds of letters."""

    kind: ClassVar[str] = "test.odd"
    queue: ClassVar[str] = "café:1/苗圃.a-b_c"

    plant: int = 1


def test_queues_of_any_name_are_told_apart(database):
    async def story():
        job = await enqueue(Odd())
        assert await claimed(database, job, ["café:1/苗圃.a-b", "bulk"]) is None
        found = await claimed(database, job, ["bulk", Odd.queue])
        assert found is not None
        assert (found.id, found.queue, found.kind) == (job, Odd.queue, Odd.kind)

    on(database, story)


def test_without_a_queue_nothing_is_claimed(database):
    async def story():
        assert await claimed(database, await enqueue(Water()), []) is None

    on(database, story)


def test_an_error_of_the_server_is_raised(database):
    async def story():
        async with tx.Pool(database).fresh() as connection:
            with pytest.raises(psycopg.errors.InvalidSqlStatementName):
                await claim_named(connection, 1, lease=LEASE, lease_id=LEASE_ID, queues=["bulk"])

    on(database, story)


@pytest.mark.parametrize(
    ("said", "job"),
    [
        (b"7", 7),
        (b"9" * 18, 10**18 - 1),
        (b"9" * 19, None),
        (b"", None),
        (b"-7", None),
        (b"7 ", None),
        (b"7;8", None),
        ("٧".encode(), None),
        (b"\xff", None),
    ],
)
def test_only_a_number_that_an_id_may_be_is_taken_for_one(said, job):
    assert as_id(said) == job


def test_the_lease_is_as_long_as_it_is_asked_for(database):
    async def story():
        before = datetime.now(UTC)
        found = await claimed(database, await enqueue(Water()))
        assert found is not None
        assert found.leased_until >= before + LEASE - timedelta(seconds=1)

    on(database, story)


@pytest.mark.parametrize("jobs", [0, 3, 3000])
def test_its_plan_is_kept_and_is_good_for_a_table_that_has_filled_since(cluster, jobs):
    """It was made for this many jobs; by then the planner may believe that there are no more."""
    with (
        cluster.fresh_database() as url,
        psycopg.connect(url, autocommit=True, prepare_threshold=None) as listener,
    ):
        listener.execute(
            "insert into background_jobs (kind, queue, payload)"
            " select 'test.water', 'bulk', '{}' from generate_series(1, %s)",
            (jobs,),
        )
        listener.execute("vacuum analyze background_jobs")
        listener.execute(PREPARE_NAMED)
        execute = f"execute claim_named(0, '{LEASE_ID}', '120 s', '{{bulk,interactive}}')"
        for _ in range(7):  # from the sixth time on it is one plan for all values
            listener.execute(execute)
        plan = "\n".join(line for (line,) in listener.execute(f"explain {execute}"))

    assert "Index Cond: (id = $1)" in plan
    assert "Tid Scan on background_jobs" in plan
    assert "Seq Scan" not in plan
