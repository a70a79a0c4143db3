"""A worker that stays: it ticks, sleeps until the next job is due, and hears of new ones."""

import asyncio
import logging
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import psycopg

from shared import tx
from shared.outbox.job import Handlers
from shared.outbox.misuse import check_handlers, check_worker
from shared.outbox.worker.claimer import Known
from shared.outbox.worker.drain import Drain
from shared.outbox.worker.listening import listening
from shared.outbox.worker.meanwhile import meanwhile, sleep
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
        ValueError: a handler's timeout exceeds the lease or the budget, or there is no budget, no
            lease or nobody to work.

    """
    if tx.is_open():
        raise RuntimeError("A worker needs its own transactions: call it outside `tx.run()`.")
    check_handlers(handlers, Handlers)
    check_worker(budget=budget, lease=lease, grace=grace, concurrency=concurrency, every=every)
    handlers.check(lease=lease, budget=budget)
    known = Known(handlers.queues)
    looked_at = due_at = float("-inf")
    async with listening(listen_on) as heard:
        with told(stopping, heard) as stopped:
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
                    known=known,
                    is_brief=is_brief,
                    looks=not is_brief or due_at <= time.monotonic(),
                )
                due = () if is_brief else schedules
                async with meanwhile(
                    drain,
                    heard,
                    schedules,
                    looked_at=looked_at if is_brief else time.monotonic(),
                    due_at=due_at if is_brief else float("-inf"),
                    every=every,
                ):
                    await until_stopped(
                        drain, stopped, due, budget=budget, grace=grace, every=every
                    )
                reported(drain.report)
                looked_at = looked_at if is_brief else time.monotonic()
                due_at = next_at(drain, due_at)
                if not stopping.is_set():  # which may have been heard while it worked
                    await sleep(heard, until=min(due_at, looked_at + every))


@contextmanager
def told(stopping: asyncio.Event, heard: asyncio.Event) -> Generator[asyncio.Future[Any]]:
    """Give what is done when the worker is to stop, which is then heard as well."""
    stopped = asyncio.ensure_future(stopping.wait())
    stopped.add_done_callback(lambda _: heard.set())
    try:
        yield stopped
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


def next_at(drain: Drain, known: float) -> float:
    """Return the time.monotonic() value at which a job is due; `known` where nobody has looked."""
    if not drain.looks:
        return known
    if drain.due_in is None:
        return float("inf")
    return time.monotonic() + max(drain.due_in, 0.0 if drain.report.claimed else AGAIN)
