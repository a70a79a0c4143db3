"""Looking at jobs: pages that follow a cursor, and a history that has every end."""

import asyncio

from shared import outbox
from tests.support.dead import die
from tests.support.jobs import Water, enqueue, handlers, make_due, on, row

HOLD = "update background_jobs set held_by = %s where id = any(%s)"


async def failing(job):
    raise ValueError


def test_a_first_success_is_in_the_history_with_its_times(database, db):
    async def story():
        job = await enqueue(Water())
        await outbox.tick(handlers())
        return job, await outbox.history(job)

    job, [only] = on(database, story)
    stored = row(db, job)

    assert (only.attempt, only.outcome, only.error) == (1, "succeeded", None)
    assert (only.started_at, only.finished_at) == (stored["started_at"], stored["finished_at"])


def test_a_success_after_failures_is_the_last_of_the_history(database, db):
    async def story():
        job = await enqueue(Water())
        for work in (failing, failing):
            await outbox.tick(handlers(work))
            make_due(db)
        await outbox.tick(handlers())
        return await outbox.history(job)

    told = on(database, story)

    assert [(one.attempt, one.outcome) for one in told] == [
        (1, "failed"),
        (2, "failed"),
        (3, "succeeded"),
    ]


def test_each_of_two_runs_of_one_job_is_in_the_history_once(database, db):
    async def again(job):
        if outbox.current().attempt == 1 and not seen:
            seen.append(1)
            await enqueue_again()

    seen = []

    async def enqueue_again():
        await enqueue(Water(), dedup_key="bed", on_running="rerun")

    async def story():
        job = await enqueue(Water(), dedup_key="bed")
        await outbox.tick(handlers(again))
        make_due(db)
        await outbox.tick(handlers())
        return await outbox.history(job)

    told = on(database, story)

    assert [(one.attempt, one.outcome) for one in told] == [(1, "succeeded"), (1, "succeeded")]


def test_a_job_that_has_not_succeeded_has_no_success_in_its_history(database, db):
    async def story():
        waits = await enqueue(Water())
        [dead] = die(db)
        return await outbox.history(waits), await outbox.history(dead)

    waits, dead = on(database, story)

    assert waits == []
    assert [one.outcome for one in dead] == ["failed"] * 7


def test_the_history_is_read_in_pages_whose_last_has_the_success(database, db):
    async def story():
        job = await enqueue(Water())
        for _ in range(3):
            await outbox.tick(handlers(failing))
            make_due(db)
        await outbox.tick(handlers())
        first = await outbox.history(job, limit=2)
        second = await outbox.history(job, after=first[-1].id, limit=2)
        return first, second

    first, second = on(database, story)

    assert [one.attempt for one in first] == [1, 2]
    assert [(one.attempt, one.outcome) for one in second] == [(3, "failed"), (4, "succeeded")]
    assert second[-1].id is None


def test_jobs_are_read_in_pages_and_what_comes_in_between_moves_none(database, db):
    made = [*die(db, 3), *die(db, 3, kind="test.pick")]

    async def story():
        first = await outbox.jobs(limit=4)
        await enqueue(Water())
        second = await outbox.jobs(after=first[-1].id, limit=4)
        return [one.id for one in first], [one.id for one in second]

    first, second = on(database, story)

    assert first + second == sorted(made, reverse=True)


def test_pages_keep_to_the_status_and_the_kind(database, db):
    made = die(db, 5, kind="test.pick")
    die(db, 5)

    async def story():
        first = await outbox.jobs(status="dead", kind="test.pick", limit=3)
        return first, await outbox.jobs(status="dead", kind="test.pick", after=first[-1].id)

    first, second = on(database, story)

    assert [one.id for one in (*first, *second)] == sorted(made, reverse=True)


def test_jobs_that_are_held_back_are_counted_by_what_holds_them(database, db):
    async def story():
        jobs = [await enqueue(Water()) for _ in range(5)]
        db.execute(HOLD, ("kind:test.water", jobs[:2]))
        db.execute(HOLD, ("breaker:well", jobs[2:3]))
        return await asyncio.gather(outbox.held_back(), outbox.waiting())

    held, [waits] = on(database, story)

    assert [(one.held_by, one.jobs) for one in held] == [
        ("breaker:well", 1),
        ("kind:test.water", 2),
    ]
    assert (waits.kind, waits.status, waits.jobs, waits.due) == ("test.water", "pending", 5, 5)


def test_what_has_failed_and_is_tried_again_is_told_by_kind(database, db):
    async def story():
        first = await enqueue(Water())
        await enqueue(Water())
        await outbox.tick(handlers(failing))
        db.execute(
            "update background_jobs set run_at = run_at - interval '30 s' where id = %s", (first,)
        )
        return first, await outbox.failing()

    first, [told] = on(database, story)

    assert (told.kind, told.id, told.jobs, told.attempts) == ("test.water", first, 2, 1)
    assert told.last_error.startswith("ValueError")
