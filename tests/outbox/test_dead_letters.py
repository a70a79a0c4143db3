"""What a human does with a dead letter, or with a job that waits."""

import asyncio

import pytest

from shared import outbox, tx
from tests.support import figures
from tests.support.jobs import (
    Water,
    claim_one,
    enqueue,
    handlers,
    make_due,
    on,
    outcomes,
    row,
    state,
)


async def failing(job):
    raise ValueError


async def dead_letter(db, **options):
    job = await enqueue(Water(), **options)
    for _ in range(7):
        make_due(db)
        await outbox.tick(handlers(failing))
    assert state(db, job) == ("dead", 7)
    return job


def test_a_retry_is_seven_fresh_attempts_and_keeps_the_history(database, db):
    async def story():
        job = await dead_letter(db)
        assert (await outbox.retry(job)).outcome == "retried"
        assert state(db, job) == ("pending", 0)
        assert row(db, job)["finished_at"] is None
        for attempt in range(1, 8):
            make_due(db)
            await outbox.tick(handlers(failing))
            assert state(db, job) == ("dead" if attempt == 7 else "pending", attempt)
        return job

    assert outcomes(db, on(database, story)) == ["failed"] * 14


def test_a_retry_is_due_at_once(database, db):
    async def story():
        job = await dead_letter(db)
        await outbox.retry(job)
        await outbox.tick(handlers())
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


def test_case_13_c7_f31_a_retry_beside_a_live_twin_is_a_conflict_and_not_an_error(database, db):
    async def story():
        job = await dead_letter(db, dedup_key="plant")
        twin = await enqueue(Water(), dedup_key="plant")
        answer = await outbox.retry(job)
        assert (answer.outcome, answer.status, answer.twin) == ("conflict", "dead", twin)
        await claim_one()
        assert (await outbox.retry(job)).outcome == "conflict"
        return job

    assert state(db, on(database, story)) == ("dead", 7)


def test_a_retry_that_races_with_a_new_twin_is_a_conflict_or_wins(database, db):
    async def asking():
        async with tx.run():
            return (await outbox.enqueue(Water(), dedup_key="plant")).created

    async def story():
        job = await dead_letter(db, dedup_key="plant")
        for _ in range(20):
            answer, created = await asyncio.gather(outbox.retry(job), asking())
            assert answer.outcome == ("conflict" if created else "retried")
            db.execute("update background_jobs set status = 'dead' where id = %s", (job,))
            db.execute("delete from background_jobs where id <> %s", (job,))

    on(database, story)


def test_f31_a_double_click_retries_once(database, db):
    async def story():
        job = await dead_letter(db)
        return await asyncio.gather(outbox.retry(job), outbox.retry(job))

    answers = {answer.outcome for answer in on(database, story)}

    assert answers == {"retried", "not dead"}
    figures.record("F31", "retried twice at once: one live job")


def test_what_is_not_dead_is_not_retried(database, db):
    async def story():
        job = await enqueue(Water())
        pending = await outbox.retry(job)
        await outbox.tick(handlers())
        return pending, await outbox.retry(job), await outbox.retry(2**40)

    pending, succeeded, unknown = on(database, story)

    assert (pending.outcome, pending.status) == ("not dead", "pending")
    assert (succeeded.outcome, succeeded.status) == ("not dead", "succeeded")
    assert unknown.outcome == "unknown"


def test_a_waiting_job_can_be_made_due_and_no_other(database, db):
    async def story():
        job = await enqueue(Water())
        await outbox.tick(handlers(failing))
        assert (await outbox.tick(handlers())).claimed == 0
        assert await outbox.run_now(job)
        assert (await outbox.tick(handlers())).succeeded == 1
        assert not await outbox.run_now(job)

    on(database, story)


@pytest.mark.parametrize("by", ["job_id", "dedup_key"])
def test_a_waiting_job_can_be_cancelled_and_frees_its_key(database, db, by):
    async def story():
        job = await enqueue(Water(), dedup_key="plant")
        other = await enqueue(Water(2))
        assert await outbox.cancel(**{by: job if by == "job_id" else "plant"})
        assert not await outbox.cancel(job_id=job)
        assert (await outbox.tick(handlers())).claimed == 1
        assert state(db, other) == ("succeeded", 1)
        async with tx.run():
            assert (await outbox.enqueue(Water(), dedup_key="plant")).created
        return job

    assert state(db, on(database, story)) == ("cancelled", 0)


def test_a_running_job_is_not_cancelled(database, db):
    async def story():
        job = await enqueue(Water(), dedup_key="plant")
        await claim_one()
        assert not await outbox.cancel(dedup_key="plant")
        return job

    assert state(db, on(database, story)) == ("running", 1)


@pytest.mark.parametrize("which", [{}, {"job_id": 1, "dedup_key": "plant"}])
def test_cancel_is_told_which_job(database, which):
    with pytest.raises(ValueError, match=r"cancel\(job_id=7\) or cancel\(dedup_key="):
        on(database, lambda: outbox.cancel(**which))


def test_a_dead_letter_is_cancelled_by_its_id_and_not_by_its_key(database, db):
    async def story():
        job = await dead_letter(db)
        assert not await outbox.cancel(dedup_key="plant")
        assert await outbox.cancel(job_id=job)
        assert (await outbox.retry(job)).outcome == "not dead"
        return job

    assert state(db, on(database, story))[0] == "cancelled"


def test_a_cancellation_joins_the_open_transaction(database, db):
    async def story():
        job = await enqueue(Water())
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                assert await outbox.cancel(job_id=job)
                raise ZeroDivisionError
        return job

    assert state(db, on(database, story)) == ("pending", 0)


def test_jobs_can_be_looked_for(database, db):
    async def story():
        dead = await dead_letter(db)
        waiting = await enqueue(Water())
        return dead, waiting, await outbox.jobs(status="dead"), await outbox.jobs(kind="test.water")

    dead, waiting, found, all_of_a_kind = on(database, story)

    assert [job.id for job in found] == [dead]
    assert [job.id for job in all_of_a_kind] == [waiting, dead]
