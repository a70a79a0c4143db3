"""Lanes: each works one job after the other, nothing of one reaches the next, and none is lost."""

import asyncio
import threading
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from uuid import UUID

import pytest

from shared import outbox, tx
from shared.outbox.job import Running
from shared.outbox.worker.lanes import Lanes
from tests.support.jobs import Pick, Water, handlers, on

_seen: ContextVar[str] = ContextVar("seen", default="nothing")


async def at_once(job):
    """End without waiting for anything."""


async def slowly(job):
    """Wait, as for an answer."""
    await asyncio.sleep(0.002)


def running(job: int) -> Running:
    return Running(job, Water.kind, Water.queue, f'{{"plant": {job}}}', 1, UUID(int=1), LATER)


LATER = datetime(2100, 1, 1, tzinfo=UTC)


async def enqueue_many(number):
    async with tx.run():
        await outbox.enqueue_many((f"plant-{n}", Water(n)) for n in range(number))


@pytest.mark.parametrize("waiting", [at_once, slowly])
@pytest.mark.parametrize("concurrency", [1, 3])
def test_what_a_handler_sets_in_its_context_is_gone_for_the_next_job(
    database, waiting, concurrency
):
    found = []

    async def work(job):
        found.append(_seen.get())
        _seen.set(f"plant {job.plant}")
        await waiting(job)
        assert _seen.get() == f"plant {job.plant}"

    async def story():
        await enqueue_many(50)
        return await outbox.tick(handlers(work), budget=20, concurrency=concurrency)

    assert on(database, story).succeeded == 50
    assert found == ["nothing"] * 50


def test_a_plain_function_in_its_thread_sees_nothing_of_the_job_before(database):
    found = []

    def work(job):
        found.append((_seen.get(), outbox.current().id, threading.current_thread().name))
        _seen.set(f"plant {job.plant}")

    async def story():
        await enqueue_many(12)
        return await outbox.tick(handlers(work), budget=20, concurrency=2)

    assert on(database, story).succeeded == 12
    assert {seen for seen, _, _ in found} == {"nothing"}
    assert len({job for _, job, _ in found}) == 12
    assert threading.current_thread().name not in {name for _, _, name in found}


@pytest.mark.parametrize("waiting", [at_once, slowly])
def test_one_lane_works_in_the_order_in_which_jobs_were_given(waiting):
    order = []

    async def work(job):
        order.append(job.plant)
        await waiting(job)

    ended = on_lanes(work, jobs=40, concurrency=1)

    assert order == list(range(40))
    assert [one.running.id for one in ended] == list(range(40))


def test_however_handlers_mix_no_more_run_at_once_than_there_are_lanes():
    at_work, most = 0, 0

    async def work(job):
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        if job.plant % 3:
            await asyncio.sleep(0.001 * (job.plant % 5))
        if job.plant % 7 == 0:
            await asyncio.sleep(0)
        at_work -= 1

    ended = on_lanes(work, jobs=400, concurrency=6)

    assert most == 6
    assert sorted(one.running.id for one in ended) == list(range(400))
    assert {one.outcome for one in ended} == {"succeeded"}


def on_lanes(work, *, jobs, concurrency):
    """Have jobs worked on lanes alone, without a database; return how they ended."""

    async def story():
        lanes = Lanes(handlers(work), concurrency=concurrency, gates=None, tell=lambda: None)
        lanes.give([running(job) for job in range(jobs)])
        while lanes.waiting or lanes.working:
            await asyncio.sleep(0.001)
        return lanes.ended

    return asyncio.run(story())


def test_what_is_abandoned_is_cancelled_and_not_waited_for():
    begun, stopped = [], []

    async def work(job):
        begun.append(job.plant)
        try:
            await asyncio.sleep(60)
        finally:
            stopped.append(job.plant)

    async def story():
        lanes = Lanes(handlers(work), concurrency=2, gates=None, tell=lambda: None)
        lanes.give([running(job) for job in range(2)])
        while len(begun) < 2:
            await asyncio.sleep(0.001)
        lanes.abandon()
        assert stopped == []
        while lanes.working:
            await asyncio.sleep(0.001)

    asyncio.run(story())

    assert sorted(stopped) == [0, 1]


def test_what_was_given_and_not_begun_is_handed_back_and_what_runs_is_stopped():
    begun = []

    async def work(job):
        begun.append(job.plant)
        await asyncio.sleep(60)

    async def story():
        lanes = Lanes(handlers(work), concurrency=2, gates=None, tell=lambda: None)
        lanes.give([running(job) for job in range(20)])
        while len(begun) < 2:
            await asyncio.sleep(0.001)
        lanes.close()
        lanes.hand_back()
        handed_back = [one.running.id for one in lanes.ended]
        await lanes.stop(patience=0.2)
        return handed_back, lanes.ended

    handed_back, ended = asyncio.run(story())

    assert begun == [0, 1]
    assert handed_back == list(range(2, 20))
    assert [one.outcome for one in ended] == ["released"] * 20


def test_a_handler_that_blocks_the_loop_delays_the_others_and_loses_none(database, db):
    blocked_for = 0.5

    async def work(job):
        if job.plant == 3:
            time.sleep(blocked_for)
        await slowly(job)

    async def story():
        await enqueue_many(40)
        return await outbox.tick(handlers(work), budget=20, concurrency=4)

    report = on(database, story)

    assert (report.claimed, report.succeeded, report.stale) == (40, 40, 0)
    assert report.seconds >= blocked_for
    attempts = db.execute("select min(attempts), max(attempts) from background_jobs").fetchone()
    assert attempts == {"min": 1, "max": 1}


@pytest.mark.parametrize("late", [0.02, 0.05])
def test_a_cancellation_that_comes_too_late_hits_no_other_job(database, db, late):
    ran = []

    async def leave_behind(job):
        await asyncio.sleep(0.01)
        asyncio.get_running_loop().call_later(late, asyncio.current_task().cancel)

    async def work(job):
        ran.append(job.plant)
        await asyncio.sleep(0.1)

    async def story():
        async with tx.run():
            await outbox.enqueue(Pick())
            for plant in range(3):
                await outbox.enqueue(Water(plant))
        return await outbox.tick(handlers(work, leave_behind), budget=30, concurrency=1)

    report = on(database, story)

    assert (report.succeeded, report.retried, report.released) == (4, 0, 0)
    assert ran == [0, 1, 2]


def test_what_has_waited_too_long_when_a_lane_ends_is_handed_back_instead_of_begun():
    begun = []

    async def work(job):
        begun.append(job.plant)
        await asyncio.sleep(0.7)

    async def story():
        lanes = Lanes(handlers(work), concurrency=1, gates=None, tell=lambda: None)
        lanes.give([running(1), running(2)])
        while lanes.working:
            await asyncio.sleep(0.01)
        return [(one.running.id, one.outcome) for one in lanes.ended]

    assert sorted(asyncio.run(story())) == [(1, "succeeded"), (2, "released")]
    assert begun == [1]
