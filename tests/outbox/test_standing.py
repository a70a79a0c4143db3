"""A worker that stays stands ready: a job that is named to it is claimed and worked at once."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import psycopg
import pytest

from shared import outbox, tx
from tests.support.jobs import Pick, Water, enqueue, handlers, on, outcomes, row, state, using
from tests.support.standing import (
    LONG,
    enqueue_silently,
    name,
    say,
    standing,
    until,
    until_it_claims_by_name,
)


def test_who_enqueues_a_job_alone_names_it_and_a_transaction_names_none(database):
    with psycopg.connect(database, autocommit=True) as listener:
        listener.execute("listen background_jobs")

        async def story():
            job = await name(Water(), dedup_key="plant")
            assert await name(Water(), dedup_key="plant") == job  # it may lie there unheard of
            async with tx.run():
                await outbox.enqueue(Water(), wake=True)
            await outbox.enqueue_alone(Water())
            return job

        job = on(database, story)
        said = [one.payload for one in listener.notifies(timeout=0.5)]

    assert said == [str(job), str(job), ""]


def test_each_job_that_is_named_is_claimed_by_its_name_and_worked_once(database, db):
    async def story():
        async with standing(listen_on=database) as seen:
            jobs = []
            for plant in range(5):
                jobs.append(await name((Water, Pick)[plant % 2](plant)))
                await until(lambda: state(db, jobs[-1])[0] == "succeeded")
                await asyncio.sleep(0.05)  # it stands again
            assert seen.named[-5:] == jobs
            assert seen.came == [0, 1, 2, 3, 4]
            assert sum(report.claimed for report in seen.reports[-5:]) == 5
        return jobs

    for job in on(database, story):
        assert outcomes(db, job) == ["succeeded"]
        assert row(db, job)["attempts"] == 1


NONSENSE = {
    "no number": ["seven"],
    "nothing": [""],
    "too long a number": ["9" * 40],
    "a number that no job has": ["9" * 18],
    "a letter of another alphabet": ["٧"],
    "several at once": ["1", "2", "3"],
}


@pytest.mark.parametrize("what", NONSENSE)
def test_whatever_is_said_what_is_due_is_worked_and_the_next_one_is_claimed_by_name(
    database, db, what
):
    async def story():
        async with standing(listen_on=database) as seen:
            silent = await enqueue_silently(Water(7))
            await say(*NONSENSE[what])
            await until(lambda: state(db, silent)[0] == "succeeded")
            assert silent not in seen.named
            await until_it_claims_by_name(seen)
            assert seen.came == [7]
            return silent

    assert outcomes(db, on(database, story)) == ["succeeded"]


def test_a_job_for_later_is_not_claimed_by_its_name_and_is_worked_when_it_is_due(database, db):
    async def story():
        async with standing(listen_on=database, every=1.0) as seen:
            job = await name(Water(7), run_at=datetime.now(UTC) + timedelta(seconds=2))
            await until(lambda: job in seen.asked)
            assert state(db, job) == ("pending", 0)
            await until(lambda: state(db, job)[0] == "succeeded")
            assert job not in seen.named

    on(database, story)


@dataclass(frozen=True)
class Elsewhere:
    """A job of a queue that the worker here does not serve."""

    kind: ClassVar[str] = "test.elsewhere"
    queue: ClassVar[str] = "elsewhere"

    plant: int = 1


def test_a_job_of_a_queue_that_is_not_served_is_left_to_others(database, db):
    async def story():
        async with standing(listen_on=database) as seen:
            job = await name(Elsewhere(7))
            await until(lambda: job in seen.asked)
            await until_it_claims_by_name(seen)
            assert job not in seen.named
        return job

    assert state(db, on(database, story)) == ("pending", 0)


def test_of_two_workers_one_has_the_job(database, db):
    async def story():
        async with standing(listen_on=database, workers=2) as seen:
            await asyncio.sleep(0.3)
            jobs = []
            for plant in range(20):
                jobs.append(await name(Water(plant)))
                await asyncio.sleep(0.02)
            await until(lambda: len(seen.came) >= 20)
            await asyncio.sleep(0.2)
            assert sorted(seen.came) == list(range(20))
            assert len(seen.named) == len(set(seen.named))
        return jobs

    assert [state(db, job) for job in on(database, story)] == [("succeeded", 1)] * 20


def test_the_budget_counts_from_the_moment_that_work_begins(database, db):
    """A worker that has stood for longer than its budget gives a handler all of its time."""

    async def work(job):
        await asyncio.sleep(0.9)

    async def story():
        async with standing(work, listen_on=database, budget=2.5, lease=5) as seen:
            await asyncio.sleep(3)
            await enqueue_silently(Water(1))
            job = await name(Water(2))
            await until(lambda: len(seen.came) == 2)
            await until(lambda: state(db, job)[0] == "succeeded")
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


def test_a_named_job_of_a_kind_that_nobody_knows_waits_as_it_would_otherwise(database, db):
    async def story():
        knows_no_pick = outbox.Handlers([outbox.Handler(Water, nothing_much, timeout=1)])
        async with standing(listen_on=database, jobs=knows_no_pick) as seen:
            job = await name(Pick(7))
            await until(lambda: job in seen.named)
            await until(lambda: state(db, job)[0] == "pending")
        return job

    job = on(database, story)

    assert state(db, job) == ("pending", 0)
    assert row(db, job)["run_at"] > datetime.now(UTC) + timedelta(seconds=30)


async def nothing_much(job):
    await asyncio.sleep(0)


@pytest.mark.pgbouncer
def test_behind_a_pooler_workers_leave_nothing_in_its_sessions_and_look_by_themselves(
    cluster, database, db, caplog
):
    """Both have a line to the same session, on which whoever prepares twice would fail."""
    from tests.support.pgbouncer import bouncer

    caplog.set_level("INFO", "thistledown.outbox")

    async def story():
        stopping, came = asyncio.Event(), []

        async def work(job):
            came.append(job.plant)

        serving = [
            asyncio.create_task(outbox.serve(handlers(work), stopping, every=0.5)) for _ in range(2)
        ]
        for plant in range(5):
            await enqueue(Water(plant))
            await asyncio.sleep(0.3)
        await until(lambda: len(came) == 5)
        async with tx.run():
            left = await tx.scalar(int, "select count(*) from pg_prepared_statements")
        stopping.set()
        await asyncio.gather(*serving)
        return came, left

    async def through(url):
        async with using(url, size=4):
            return await story()

    with bouncer(cluster.url, pool_size=1) as bounced:
        came, left = asyncio.run(through(bounced.url(database)))

    assert sorted(came) == list(range(5))
    assert left == 0
    assert "nothing is heard" not in caplog.text


def test_a_worker_that_is_stopped_while_it_stands_ends_at_once(database):
    async def story():
        async with standing(listen_on=database, every=LONG) as seen:
            seen.stopping.set()
            async with asyncio.timeout(LONG / 4):
                await asyncio.gather(*seen.serving)

    on(database, story)


def test_a_worker_that_is_cancelled_while_it_stands_ends_at_once(database):
    async def story():
        async with standing(listen_on=database, every=LONG) as seen:
            [serving] = seen.serving
            serving.cancel()
            async with asyncio.timeout(LONG / 4):
                with pytest.raises(asyncio.CancelledError):
                    await serving

    on(database, story)
