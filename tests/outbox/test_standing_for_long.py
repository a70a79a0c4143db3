"""A worker that stands looks around in time, and looks after a job that it claimed by its name."""

import asyncio
import math
import time
from datetime import UTC, datetime, timedelta

import pytest

from shared import outbox, tx
from shared.outbox.worker import serving as serving_module
from shared.outbox.worker.drain import Drain
from shared.outbox.worker.listening import Heard
from shared.outbox.worker.times import Times
from tests.support.jobs import LEASE, Water, claim_one, enqueue, expire, handlers, on, row, state
from tests.support.standing import LONG, name, standing, until


async def for_long(job):
    await asyncio.sleep(LONG / 2)


def slow(work, has_begun):
    """Return handlers, of which one takes longer than its lease, which is renewed."""

    async def noted(job):
        if job.plant == 7:
            has_begun.set()
            await work(job)

    return outbox.Handlers([outbox.Handler(Water, noted, timeout=50, renews=True)])


def test_the_lease_of_a_long_job_that_was_named_is_renewed(database, db):
    has_begun, goes_on = asyncio.Event(), asyncio.Event()

    async def wait(job):
        await goes_on.wait()

    async def story():
        jobs = slow(wait, has_begun)
        async with standing(listen_on=database, jobs=jobs, lease=3.0) as seen:
            job = await name(Water(7))
            await has_begun.wait()
            first = row(db, job)["leased_until"]
            await until(lambda: row(db, job)["leased_until"] > first)
            await until(lambda: datetime.now(UTC) > first)
            assert state(db, job) == ("running", 1)
            goes_on.set()
            await until(lambda: state(db, job)[0] == "succeeded")
            assert job in seen.named
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


def test_a_long_job_that_was_named_can_be_cancelled(database, db):
    has_begun = asyncio.Event()

    async def story():
        jobs = slow(for_long, has_begun)
        async with standing(listen_on=database, jobs=jobs, lease=3.0) as seen:
            job = await name(Water(7))
            await has_begun.wait()
            await outbox.cancel(job_id=job)
            await until(lambda: state(db, job)[0] == "cancelled")
            assert job in seen.named

    on(database, story)


def test_a_long_job_that_was_named_is_handed_back_when_the_worker_stops(database, db):
    has_begun = asyncio.Event()

    async def story():
        jobs = slow(for_long, has_begun)
        async with standing(listen_on=database, jobs=jobs, grace=1.0) as seen:
            job = await name(Water(7))
            await has_begun.wait()
            assert job in seen.named
        return job

    assert state(db, on(database, story)) == ("pending", 0)


def test_when_it_is_time_schedules_are_kept_and_what_was_abandoned_is_taken_back(database, db):
    db.execute("delete from job_schedules; delete from job_slots")
    schedule = outbox.Schedule("while-it-stands", Water(9), at="* * * * *")

    async def story():
        abandoned = await enqueue(Water(7))
        await claim_one()
        await outbox.enqueue_scheduled([schedule])
        async with standing(listen_on=database, every=1.0, schedules=[schedule]) as seen:
            expire(db, abandoned)
            db.execute("update job_schedules set since = since - interval '1 hour'")
            await until(lambda: 9 in seen.came)
            await until(lambda: sum(report.rescued for report in seen.reports) == 1)
            assert state(db, abandoned) == ("pending", 1)
        return abandoned

    assert row(db, on(database, story))["lease_id"] is None


def test_drains_that_stood_in_vain_are_not_reported(database, monkeypatch):
    made = []

    class Noted(Drain):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            made.append(self)

    monkeypatch.setattr(serving_module, "Drain", Noted)

    async def story():
        async with standing(listen_on=database, every=0.3) as seen:
            await until(lambda: any(not drain.begun.is_set() for drain in made[:-1]))
        begun = [drain.report for drain in made if drain.begun.is_set()]
        assert [id(report) for report in begun] == [id(report) for report in seen.reports]
        assert len(begun) < len(made)

    on(database, story)


def a_drain():
    return Drain(
        handlers(),
        deadline=-math.inf,
        lease=LEASE,
        concurrency=1,
        grace=5,
        now=None,
        is_brief=True,
    )


def times(*, looks_in, due_in):
    """Return times of which one comes in so many seconds."""
    now = time.monotonic()
    return Times(LONG, now, now + looks_in - LONG, now + due_in, is_brief=True)


@pytest.mark.parametrize(
    ("looks_in", "due_in", "begins"), [(0.1, LONG, False), (LONG, 0.1, True), (0.1, 0.1, False)]
)
def test_it_stands_until_it_is_time_and_works_only_what_is_due(
    database, db, looks_in, due_in, begins
):
    """A brief drain does not look around: one that does follows at once."""

    async def story():
        drain, job = a_drain(), await enqueue(Water())
        await drain.stand(Heard(), times(looks_in=looks_in, due_in=due_in), budget=20)
        assert drain.begun.is_set() == begins
        return job, drain

    job, drain = on(database, story)

    assert state(db, job) == (("succeeded", 1) if begins else ("pending", 0))
    assert drain.report.claimed == begins


def test_one_that_is_told_to_stop_before_it_stands_does_not_begin(database, db):
    async def story():
        heard, drain, job = Heard(), a_drain(), await enqueue(Water())
        drain.stop()
        heard.set()
        await drain.stand(heard, times(looks_in=LONG, due_in=LONG), budget=20)
        assert not drain.begun.is_set()
        return job

    assert state(db, on(database, story)) == ("pending", 0)


def test_what_is_heard_of_the_database_later_than_a_second_is_not_claimed_by_name(database, db):
    """What the worker knows of pauses is old by then: the claim of all looks first."""

    async def story():
        async with standing(listen_on=database, patience={"knows": 0.5}) as seen:
            await asyncio.sleep(1)
            job = await name(Water(7))
            await until(lambda: state(db, job)[0] == "succeeded")
            assert job not in seen.asked
            assert seen.came == [7]

    on(database, story)


def test_a_database_that_is_away_is_stood_out(database, db):
    """Nothing is claimed by name then, nor is there an error that ends the worker."""

    async def story():
        async with standing(listen_on=database, every=0.5) as seen:
            pool = tx.configured_pool()
            tx.use(tx.Pool("postgresql://nobody@127.0.0.1:1/nowhere", patience=1.0))
            try:
                await asyncio.sleep(1.5)
                assert not seen.serving[0].done()
            finally:
                tx.use(pool)
            job = await name(Water(7))
            await until(lambda: state(db, job)[0] == "succeeded")

    on(database, story)


def test_times_are_told_apart():
    every = Times(LONG)
    every.begin()
    assert not every.is_brief
    assert every.until == every.now
    every.end()
    every.note(None, has_worked=False)
    assert every.due_at == math.inf
    every.begin()
    assert every.is_brief
    assert every.until == every.looks_at
    every.end()
    every.note(0.0, has_worked=True)
    assert every.until <= time.monotonic()
    every.note(0.0, has_worked=False)
    assert timedelta(seconds=every.until - time.monotonic()) > timedelta(seconds=0.1)
