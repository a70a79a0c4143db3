"""How an attempt may end, and what each end burns."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from shared import outbox
from tests.support.jobs import Pick, Water, enqueue, handlers, make_due, on, outcomes, row, state

LATER = datetime.now(UTC).replace(microsecond=0) + timedelta(days=2)


def raising(error):
    async def work(job):
        raise error

    return work


async def one_tick(work, **options):
    job = await enqueue(Water(), **options)
    return job, await outbox.tick(handlers(work), budget=20)


def test_returning_is_success(database, db):
    job, report = on(database, lambda: one_tick(raising_nothing))

    assert (report.claimed, report.succeeded) == (1, 1)
    assert state(db, job) == ("succeeded", 1)
    assert outcomes(db, job) == ["succeeded"]
    assert row(db, job)["finished_at"] is not None


async def raising_nothing(job):
    assert outbox.current().attempt == 1


class Own(BaseException):
    pass


def recurse():
    return recurse() + 1


@pytest.mark.parametrize(
    "error",
    [
        ValueError("x"),
        SystemExit(3),
        KeyboardInterrupt(),
        asyncio.CancelledError(),
        GeneratorExit(),
        StopAsyncIteration(),
        MemoryError(),
        Own(),
        BaseExceptionGroup("several", [Own(), SystemExit()]),
        TimeoutError("of something else"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_raising_anything_is_a_failed_attempt_and_the_neighbours_live(database, db, error):
    async def story():
        pick = await enqueue(Pick())
        job, report = await one_tick(raising(error))
        return pick, job, report

    pick, job, report = on(database, story)

    assert (report.claimed, report.succeeded, report.retried) == (2, 1, 1)
    assert state(db, job) == ("pending", 1)
    assert state(db, pick) == ("succeeded", 1)
    (attempt,) = db.execute("select * from job_attempts where job_id = %s", (job,)).fetchall()
    assert attempt["error"].startswith(type(error).__name__)
    assert "test_outcomes.py:" in attempt["error"]


def test_endless_recursion_is_a_failed_attempt(database, db):
    async def work(job):
        recurse()

    job, report = on(database, lambda: one_tick(work))

    assert report.retried == 1
    assert state(db, job) == ("pending", 1)


def test_a_handler_that_cancels_itself_has_failed(database, db):
    """Were its attempt given back, it would run for ever."""

    async def work(job):
        asyncio.current_task().cancel()
        await asyncio.sleep(1)

    job, report = on(database, lambda: one_tick(work))

    assert (report.retried, report.released) == (1, 0)
    assert state(db, job) == ("pending", 1)


def test_an_attempt_longer_than_its_timeout_has_failed(database, db):
    async def work(job):
        await asyncio.sleep(60)

    async def story():
        job = await enqueue(Water())
        return job, await outbox.tick(handlers(work, timeout=0.2), budget=20)

    _job, report = on(database, story)

    assert report.retried == 1
    (attempt,) = db.execute("select error from job_attempts").fetchall()
    assert "took longer than 0.2 s" in attempt["error"]


def test_a_discarded_job_is_dead_at_once(database, db):
    job, report = on(database, lambda: one_tick(raising(outbox.Discard("the plant is gone"))))

    assert (report.dead, report.retried) == (1, 0)
    assert state(db, job) == ("dead", 1)
    assert outcomes(db, job) == ["discarded"]
    (attempt,) = db.execute("select error from job_attempts").fetchall()
    assert attempt["error"].startswith("Discard: the plant is gone")


@pytest.mark.parametrize("kind", [outbox.Snooze, outbox.PauseQueue])
def test_snoozing_until_a_time_burns_no_attempt_and_leaves_no_trace(database, db, kind):
    job, report = on(database, lambda: one_tick(raising(kind(LATER))))

    assert report.snoozed == 1
    assert state(db, job) == ("pending", 0)
    assert row(db, job)["run_at"] == LATER
    assert outcomes(db, job) == []
    assert row(db, job)["lease_id"] is None


def test_snoozing_for_a_while_counts_from_the_database_s_clock(database, db):
    _job, _ = on(database, lambda: one_tick(raising(outbox.Snooze(timedelta(hours=3)))))

    (wait,) = db.execute("select run_at - clock_timestamp() as wait from background_jobs")
    assert timedelta(hours=2, minutes=59) < wait["wait"] <= timedelta(hours=3)


@pytest.mark.parametrize(
    "until", [timedelta(0), timedelta(days=-3), datetime(2020, 1, 1, tzinfo=UTC)]
)
def test_a_snooze_into_the_past_does_not_spin(database, db, until):
    job, report = on(database, lambda: one_tick(raising(outbox.Snooze(until))))

    assert report.claimed == 1
    assert state(db, job) == ("pending", 0)


@pytest.mark.parametrize("until", [timedelta.max, datetime.max.replace(tzinfo=UTC)])
def test_a_snooze_for_ever_can_be_written(database, db, until):
    job, report = on(database, lambda: one_tick(raising(outbox.Snooze(until))))

    assert report.snoozed == 1
    assert row(db, job)["run_at"].year > 2100


def test_a_snooze_without_a_zone_is_a_failed_attempt(database, db):
    async def work(job):
        raise outbox.Snooze(datetime(2030, 1, 1))  # noqa: DTZ001

    _, report = on(database, lambda: one_tick(work))

    assert report.retried == 1


def test_case_36_a_queue_that_was_paused_rests_and_wakes_by_itself(database, db):
    async def story():
        _, report = await one_tick(raising(outbox.PauseQueue(LATER)))
        others = [await enqueue(Water(n)) for n in range(5)]
        pick = await enqueue(Pick())
        make_due(db)
        during = await outbox.tick(handlers(), budget=20)
        assert state(db, pick) == ("succeeded", 1)
        assert [state(db, job) for job in others] == [("pending", 0)] * 5
        after = await outbox.tick(handlers(), budget=20, now=LATER + timedelta(seconds=1))
        return report, during, after

    report, during, after = on(database, story)

    assert report.snoozed == 1
    assert (during.claimed, after.claimed) == (1, 6)
    assert during.next_due_at == LATER


def test_a_shorter_pause_does_not_end_a_longer_one(database, db):
    async def pause(job):
        raise outbox.PauseQueue(timedelta(hours=3 - job.plant))

    async def story():
        await enqueue(Water(1))
        await enqueue(Water(2))
        await outbox.tick(handlers(pause), budget=20)

    on(database, story)

    (rest,) = db.execute("select paused_until - clock_timestamp() as rest from job_queues")
    assert rest["rest"] > timedelta(hours=1, minutes=59)


def test_a_job_that_succeeds_after_failures_keeps_its_history(database, db):
    async def work(job):
        if outbox.current().attempt < 3:
            raise ValueError

    async def story():
        job = await enqueue(Water())
        for _ in range(3):
            make_due(db)
            await outbox.tick(handlers(work), budget=20)
        return job

    job = on(database, story)

    assert state(db, job) == ("succeeded", 3)
    assert outcomes(db, job) == ["failed", "failed", "succeeded"]
