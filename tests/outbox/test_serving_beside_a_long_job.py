"""A worker that stays, while one of its handlers takes its time: everything else goes on."""

import asyncio
import math
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import ClassVar

import pytest

from shared import outbox, tx
from shared.outbox.worker.drain import Drain
from shared.outbox.worker.listening import Heard
from shared.outbox.worker.meanwhile import look_around
from tests.support.jobs import (
    LEASE,
    Water,
    claim_one,
    enqueue,
    expire,
    handlers,
    on,
    row,
    state,
)

LONG = 60.0
PATIENCE = 20.0
NOWHERE = "postgresql://nobody@127.0.0.1:1/nowhere"


@dataclass(frozen=True)
class Watch:
    """A job that takes its time."""

    kind: ClassVar[str] = "test.watch"
    queue: ClassVar[str] = "bulk"

    number: int = 1


@asynccontextmanager
async def beside_a_long_job(every, schedules=()):
    """Give a list of the plants that were watered while another handler is under way."""
    stopping, is_under_way = asyncio.Event(), asyncio.Event()
    came: asyncio.Queue[int] = asyncio.Queue()

    async def watch(job):
        is_under_way.set()
        await stopping.wait()

    async def water(job):
        came.put_nowait(job.plant)

    jobs = outbox.Handlers([outbox.Handler(Watch, watch, 50), outbox.Handler(Water, water, 5)])
    async with tx.run():
        await outbox.enqueue(Watch())
    serving = asyncio.create_task(
        outbox.serve(jobs, stopping, every=every, schedules=schedules, budget=600)
    )
    await is_under_way.wait()
    await asyncio.sleep(0.2)  # by now nothing else is due
    try:
        yield came
    finally:
        stopping.set()
        await serving


async def watered(came):
    async with asyncio.timeout(PATIENCE):
        return await came.get()


def test_a_job_that_wakes_the_workers_is_worked_at_once(database):
    async def story():
        async with beside_a_long_job(LONG) as came:
            for plant in range(3):
                async with tx.run():
                    await outbox.enqueue(Water(plant), wake=True)
                assert await watered(came) == plant

    on(database, story)


def test_a_job_that_nobody_tells_of_is_worked_at_the_next_look(database):
    async def story():
        async with beside_a_long_job(0.5) as came:
            await enqueue(Water(7))
            assert await watered(came) == 7

    on(database, story)


@pytest.mark.parametrize("is_known_before", [True, False])
def test_a_job_is_worked_when_it_is_due(database, db, is_known_before):
    async def story():
        at = datetime.now(UTC) + timedelta(seconds=3)
        if is_known_before:
            await enqueue(Water(7), run_at=at)
        async with beside_a_long_job(LONG) as came:
            if not is_known_before:
                async with tx.run():
                    await outbox.enqueue(Water(7), run_at=at, wake=True)
            assert await watered(came) == 7

    on(database, story)


def test_an_abandoned_job_is_taken_back_and_a_schedule_is_kept(database, db):
    schedule = outbox.Schedule("water", Water(9), at="* * * * *")

    async def story():
        abandoned = await enqueue(Water(7))
        await claim_one()
        await outbox.enqueue_scheduled([schedule])
        async with beside_a_long_job(0.5, [schedule]) as came:
            expire(db, abandoned)
            db.execute("update job_schedules set since = since - interval '1 hour'")
            assert await watered(came) == 9
            assert state(db, abandoned) == ("pending", 1)
        return abandoned

    abandoned = on(database, story)

    assert row(db, abandoned)["lease_id"] is None


def test_a_worker_that_is_told_to_stop_while_it_works_stops(database):
    async def story():
        async with beside_a_long_job(LONG) as came:
            await enqueue(Water(7))
            assert came.empty()

    async def in_time():
        async with asyncio.timeout(PATIENCE):
            await story()

    on(database, in_time)


def a_drain(**options):
    """Return a drain with a minute's time, and nothing begun."""
    return Drain(
        handlers(),
        deadline=time.monotonic() + 60,
        lease=LEASE,
        concurrency=1,
        grace=5,
        now=None,
        **options,
    )


def test_a_look_around_without_a_database_is_said_and_tried_again_later(caplog):
    caplog.set_level("INFO")

    async def story():
        heard, drain = Heard(), a_drain()
        heard.set()
        drain.begun.set()
        looking = asyncio.create_task(
            look_around(drain, heard, (), looked_at=-math.inf, due_at=-math.inf, every=LONG)
        )
        for _ in range(2):
            before = len(caplog.messages)
            async with asyncio.timeout(PATIENCE):
                while len(caplog.messages) == before:
                    await asyncio.sleep(0.01)
            heard.set()
        looking.cancel()
        await asyncio.wait([looking])
        return looking.cancelled()

    assert on(NOWHERE, story)
    assert caplog.messages[0].startswith("nothing is looked after for 60 s: Unavailable")


def test_a_brief_drain_without_a_database_says_so():
    with pytest.raises(tx.Unavailable):
        on(NOWHERE, a_drain(is_brief=True).run)
