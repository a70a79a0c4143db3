"""A tick works what is due within its budget, and says what it did."""

import asyncio
import json
from datetime import UTC, datetime, timedelta

import pytest

from shared import outbox, tx
from tests.support.jobs import (
    Pick,
    Water,
    claim_one,
    enqueue,
    expire,
    handlers,
    on,
    row,
    state,
)

KEYS = {"claimed", "succeeded", "retried", "dead", "rescued", "next_due_at", "seconds"}
LATER = datetime(2040, 1, 1, tzinfo=UTC)


async def many(number):
    async with tx.run():
        await outbox.enqueue_many((f"plant-{n}", Water(n)) for n in range(number))


def test_inside_a_transaction_it_raises(database):
    async def story():
        async with tx.run():
            with pytest.raises(RuntimeError, match="outside"):
                await outbox.tick(handlers())

    on(database, story)


def test_with_nothing_to_do_it_ends_at_once(database):
    report = on(database, lambda: outbox.tick(handlers()))

    assert report.claimed == 0
    assert report.next_due_at is None
    assert report.seconds < 10


def test_its_report_is_json(database):
    async def story():
        await enqueue(Water(), run_at=LATER)
        return await outbox.tick(handlers())

    report = json.loads(json.dumps(on(database, story).as_json()))

    assert report.keys() >= KEYS
    assert datetime.fromisoformat(report["next_due_at"]) == LATER
    assert isinstance(report["seconds"], float)


def test_it_says_when_the_next_one_is_needed(database, db):
    async def due():
        return (await outbox.tick(handlers(), now=datetime(2030, 1, 1, tzinfo=UTC))).next_due_at

    async def story():
        await enqueue(Water(), run_at=LATER)
        bulk = await due()
        await enqueue(Pick(), run_at=LATER - timedelta(hours=1))
        both = await due()
        job = await enqueue(Water())
        lease = await claim_one()
        db.execute(
            "update background_jobs set leased_until = '2035-01-01 UTC' where id = %s", (job,)
        )
        return bulk, both, await due(), lease

    bulk, both, leased, _ = on(database, story)

    assert (bulk, both) == (LATER, LATER - timedelta(hours=1))
    assert leased == datetime(2035, 1, 1, tzinfo=UTC)


def test_case_15_it_sweeps_before_it_works(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        expire(db, job)
        return job, await outbox.tick(handlers())

    job, report = on(database, story)

    assert (report.rescued, report.claimed) == (1, 0)  # it waits its rung
    assert state(db, job) == ("pending", 1)


def test_no_more_run_at_once_than_allowed(database):
    running, most = 0, 0

    async def work(job):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.005)
        running -= 1

    async def story():
        await many(60)
        return await outbox.tick(handlers(work), concurrency=5)

    assert on(database, story).succeeded == 60
    assert most == 5


def test_it_claims_only_what_still_fits_the_budget(database, db):
    async def work(job):
        await asyncio.sleep(0.4)

    async def story():
        await many(40)
        jobs = outbox.Handlers([outbox.Handler(Water, work, timeout=2)])
        return await outbox.tick(jobs, budget=3, concurrency=4)

    report = on(database, story)

    assert report.seconds < 10
    assert 4 <= report.succeeded == report.claimed <= 16
    assert (report.released, report.retried) == (0, 0)
    waiting = db.execute(
        "select count(*), max(attempts) from background_jobs where status = 'pending'"
    )
    assert waiting.fetchone() == {"count": 40 - report.succeeded, "max": 0}
    assert report.next_due_at < datetime.now(UTC)  # the next one is needed at once


def test_a_timeout_as_long_as_the_budget_is_started_all_the_same(database):
    async def story():
        await enqueue(Water())
        jobs = outbox.Handlers(
            [outbox.Handler(Water, handlers().get("test.water").work, timeout=2)]
        )
        return await outbox.tick(jobs, budget=2)

    assert on(database, story).succeeded == 1


def test_what_still_runs_at_the_end_is_handed_back_with_its_attempt(database, db):
    async def work(job):
        await asyncio.sleep(60)

    async def story():
        job = await enqueue(Water())
        jobs = outbox.Handlers([outbox.Handler(Water, work, timeout=30)])
        jobs.check = lambda **limits: None  # as if sweeping had taken long
        drain = outbox.tick(jobs, budget=0.5)
        return job, await drain

    job, report = on(database, story)

    assert (report.claimed, report.released) == (1, 1)
    assert state(db, job) == ("pending", 0)
    assert row(db, job)["lease_id"] is None


def test_what_is_about_to_end_when_the_process_stops_may_end(database, db):
    """A letter on its way is better sent than cut off and sent again."""
    has_begun = asyncio.Event()

    async def work(job):
        has_begun.set()
        await asyncio.sleep(0.5)

    async def story():
        jobs = [await enqueue(Water()) for _ in range(20)]
        ticking = asyncio.create_task(outbox.tick(handlers(work, timeout=5), budget=20, grace=6))
        await has_begun.wait()
        ticking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ticking
        return jobs

    states = [state(db, job) for job in on(database, story)]

    assert states.count(("succeeded", 1)) == 8  # what was running; nothing more was claimed
    assert states.count(("pending", 0)) == 12


def test_a_handler_that_ignores_its_cancellation_does_not_hold_the_tick(database, db, caplog):
    asked = []

    async def work(job):
        while len(asked) < 3:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                asked.append(1)

    async def story():
        job = await enqueue(Water())
        jobs = outbox.Handlers([outbox.Handler(Water, work, timeout=0.2)])
        report = await outbox.tick(jobs, budget=1, grace=4)
        return job, report

    job, report = on(database, story)

    assert report.seconds < 5
    assert f"job {job} (test.water) ignores its cancellation" in caplog.text
    assert state(db, job) == ("running", 1)  # its lease brings it back


@pytest.mark.parametrize(
    ("timeout", "options", "sentence"),
    [
        (120, {"lease": 120, "budget": 300}, "its lease ends after 120 s"),
        (61, {"budget": 60}, "a tick has 60 s"),
    ],
)
def test_case_3_a_timeout_that_cannot_be_kept_is_refused(database, timeout, options, sentence):
    async def story():
        with pytest.raises(ValueError, match=sentence):
            await outbox.tick(handlers(timeout=timeout), **options)

    on(database, story)


def test_two_handlers_for_one_kind_are_refused():
    with pytest.raises(ValueError, match=r"test\.water"):
        outbox.Handlers([outbox.Handler(Water, print), outbox.Handler(Water, print)])


def test_only_a_handler_knows_the_current_job():
    with pytest.raises(RuntimeError, match="No job"):
        outbox.current()
