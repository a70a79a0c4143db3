"""What a worker that stays does while a drain works on: it hears, and looks after all else."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import psycopg

from shared import tx
from shared.outbox.failure import describe
from shared.outbox.worker.drain import Drain
from shared.outbox.worker.listening import Heard
from shared.outbox.worker.ticking import enqueue_due
from shared.outbox.worker.times import Times

if TYPE_CHECKING:
    from shared.outbox.calendar.schedules import Schedule

log = logging.getLogger("thistledown.outbox")

# Most drains are over after so many seconds, and what comes meanwhile is for the next one.
SOON = 0.02

# How often, in seconds, it is asked at most when the next job is due.
ASKS = 1.0


@asynccontextmanager
async def meanwhile(
    drain: Drain,
    heard: Heard,
    schedules: "Sequence[Schedule]",
    times: Times,
) -> AsyncGenerator[None]:
    """While the block sees a drain through, wake it when something comes or becomes due.

    It looks at the gates, at leases and at the calendar when a new drain would: a long handler
    keeps its lane and nothing else.
    """
    looking = asyncio.create_task(
        look_around(drain, heard, schedules, times.looked_at, times.due_at, times.every)
    )
    try:
        yield
    finally:
        looking.cancel()
        await asyncio.wait([looking])
        if drain.was_woken:  # too late for this one
            heard.set()


async def look_around(
    drain: Drain,
    heard: Heard,
    schedules: "Sequence[Schedule]",
    looked_at: float,
    due_at: float,
    every: float,
) -> None:
    """Wake a drain that has begun whenever it may have more to do."""
    await drain.begun.wait()
    await asyncio.sleep(SOON)
    asked_at = float("-inf")
    while True:
        await heard.within(min(due_at, looked_at + every))
        heard.clear()
        drain.wake()
        now = time.monotonic()
        try:
            if now >= looked_at + every:
                looked_at = now
                await enqueue_due(schedules)
                await drain.look()
            if now < asked_at + ASKS:
                due_at = asked_at + ASKS
                continue
            asked_at = now
            due_at = now + max(await drain.next_due_in(), ASKS)
        except (tx.Unavailable, psycopg.Error) as error:
            log.info("nothing is looked after for %g s: %s", every, describe(error))
            due_at, looked_at = float("inf"), now
