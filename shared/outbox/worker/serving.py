"""A worker that stays: it ticks, sleeps until the next job is due, and hears of new ones."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import psycopg

from shared import tx
from shared.outbox.holding.allowance import Limits
from shared.outbox.job import Handlers
from shared.outbox.worker.drain import Drain
from shared.outbox.worker.listening import listening
from shared.outbox.worker.report import Report
from shared.outbox.worker.ticking import by_the_calendar, run

if TYPE_CHECKING:
    from shared.outbox.calendar.schedules import Schedule

log = logging.getLogger("thistledown.outbox")

# A job that is due and that this worker may not have is looked for again after so many seconds.
AGAIN = 0.25


async def serve(
    handlers: Handlers,
    stopping: asyncio.Event,
    *,
    budget: float = 60.0,
    lease: float = 120.0,
    grace: float = 10.0,
    concurrency: int = 8,
    every: float = 5.0,
    schedules: "Sequence[Schedule]" = (),
    listen_on: tx.Pool | None = None,
    reported: Callable[[Report], None] = lambda report: None,
) -> None:
    """Work jobs until `stopping` is set; then nothing more is claimed and the rest is handed back.

    It ticks every `every` seconds, sooner when a job is due sooner, and at once when a transaction
    commits that has asked to wake the workers. Those ticks in between are brief: they only work.
    `listen_on` is for a process behind a pooler in transaction mode, which passes no notification
    on: a pool of the database itself. `reported` is called after every tick. A database that is
    away, or read-only, is waited for.

    Raises:
        RuntimeError: inside an open transaction.
        ValueError: a handler's timeout exceeds the lease or the budget.

    """
    if tx.is_open():
        raise RuntimeError("A worker needs its own transactions: call it outside `tx.run()`.")
    handlers.check(lease=lease, budget=budget)
    limits = Limits(handlers.queues)
    looked_at = float("-inf")
    stopped = asyncio.ensure_future(stopping.wait())
    try:
        async with listening(listen_on) as heard:
            while not stopping.is_set():
                heard.clear()
                is_brief = time.monotonic() < looked_at + every
                drain = Drain(
                    handlers,
                    deadline=time.monotonic() + budget,
                    lease=timedelta(seconds=lease),
                    concurrency=concurrency,
                    grace=grace,
                    now=None,
                    limits=limits,
                    is_brief=is_brief,
                )
                due = () if is_brief else schedules
                await until_stopped(drain, stopped, due, budget=budget, grace=grace, every=every)
                reported(drain.report)
                looked_at = looked_at if is_brief else time.monotonic()
                await sleep(heard, stopped, seconds=until_due(drain, looked_at + every))
    finally:
        stopped.cancel()


async def until_stopped(
    drain: Drain,
    stopped: asyncio.Future[Any],
    schedules: "Sequence[Schedule]",
    *,
    budget: float,
    grace: float,
    every: float,
) -> None:
    """See a drain through, and stop it when the worker is to stop."""

    def stop(_: object) -> None:
        drain.stop()

    stopped.add_done_callback(stop)
    try:
        await run(drain, by_the_calendar(schedules, drain, None), budget=budget, grace=grace)
    except (tx.Unavailable, psycopg.Error) as error:
        log.warning("tick: %s; trying again in %g s", type(error).__name__, every)
    finally:
        stopped.remove_done_callback(stop)


def until_due(drain: Drain, looks_at: float) -> float:
    """Return how many seconds to sleep: until something is due, but no longer than to the look."""
    longest = looks_at - time.monotonic()
    if drain.due_in is None:
        return longest
    return min(longest, max(drain.due_in, 0.0 if drain.report.claimed else AGAIN))


async def sleep(heard: asyncio.Event, stopped: asyncio.Future[Any], *, seconds: float) -> None:
    """Sleep until a notification comes, the worker is to stop or the time is over."""
    if seconds <= 0 or heard.is_set():
        return
    hearing = asyncio.ensure_future(heard.wait())
    try:
        await asyncio.wait([hearing, stopped], timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hearing.cancel()
        with suppress(asyncio.CancelledError):
            await hearing
