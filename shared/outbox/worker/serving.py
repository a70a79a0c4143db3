"""A worker that stays: it ticks, sleeps until the next job is due, and hears of new ones."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import psycopg

from shared import tx
from shared.outbox.job import Handlers
from shared.outbox.misuse import check_handlers, check_worker
from shared.outbox.worker.claimer import Known
from shared.outbox.worker.drain import Drain
from shared.outbox.worker.listening import Heard, listening
from shared.outbox.worker.meanwhile import meanwhile
from shared.outbox.worker.report import Report
from shared.outbox.worker.ticking import by_the_calendar, run
from shared.outbox.worker.times import Times

if TYPE_CHECKING:
    from shared.outbox.calendar.schedules import Schedule

log = logging.getLogger("thistledown.outbox")


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
    times = Times(every)
    async with listening(listen_on) as heard:
        with told(stopping, heard) as stopped:
            while not stopping.is_set():
                times.begin()
                drain = Drain(
                    handlers,
                    deadline=times.until + budget,
                    lease=timedelta(seconds=lease),
                    concurrency=concurrency,
                    grace=grace,
                    now=None,
                    known=known,
                    is_brief=times.is_brief,
                )
                if times.is_brief:
                    work = drain.stand(heard, times, budget=budget)
                else:
                    work = from_now_on(drain, heard, schedules)
                async with meanwhile(drain, heard, schedules, times):
                    seconds = times.until - times.now + budget
                    await until_stopped(
                        drain, stopped, work, budget=seconds, grace=grace, every=every
                    )
                if drain.begun.is_set():
                    reported(drain.report)
                    times.end()
                    if drain.looks:
                        times.note(drain.due_in, has_worked=drain.report.claimed > 0)


async def from_now_on(drain: Drain, heard: Heard, schedules: "Sequence[Schedule]") -> None:
    """See a drain through that looks after everything."""
    heard.clear()
    await by_the_calendar(schedules, drain, None)


@contextmanager
def told(stopping: asyncio.Event, heard: Heard) -> Generator[asyncio.Future[Any]]:
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
    work: Coroutine[None, None, None],
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
        await run(drain, work, budget=budget, grace=grace)
    except (tx.Unavailable, psycopg.Error) as error:
        log.warning("tick: %s; trying again in %g s", type(error).__name__, every)
    finally:
        stopped.remove_done_callback(stop)
