"""One tick: sweep what was abandoned, work what is due within a budget, hand back the rest."""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from shared import tx
from shared.outbox.job import Handlers
from shared.outbox.misuse import check_handlers, check_worker
from shared.outbox.worker.drain import Drain
from shared.outbox.worker.report import Report
from shared.outbox.worker.watchdog import watchdog

if TYPE_CHECKING:
    from shared.outbox.calendar.schedules import Schedule

# How long a task may take to let go of a database that does not answer.
NUDGE = 0.1


async def tick(
    handlers: Handlers,
    *,
    budget: float = 60.0,
    lease: float = 120.0,
    grace: float = 5.0,
    concurrency: int = 8,
    schedules: "Sequence[Schedule]" = (),
    now: datetime | None = None,
) -> Report:
    """Work due jobs for at most `budget` seconds and report.

    A job is claimed only while the longest timeout still fits into the budget, so in the ordinary
    case nothing is cut off but handlers that renew their leases (`Handlers.room`). Whatever still
    runs at the end is cancelled and handed back with its attempt and its place in the queue, and so
    it is when the tick itself is cancelled. A handler that blocks the event loop ends the process
    at `budget + grace`.

    What is due by the calendar of `schedules` is enqueued first.

    Raises:
        RuntimeError: inside an open transaction.
        TypeError: the handlers are a list, or something else that is no `Handlers`.
        ValueError: a handler's timeout exceeds the lease or the budget, or there is no budget, no
            lease or nobody to work.
        Unavailable: the database cannot be reached.

    """
    if tx.is_open():
        raise RuntimeError("A tick needs its own transactions: call it outside `tx.run()`.")
    check_handlers(handlers, Handlers)
    check_worker(budget=budget, lease=lease, grace=grace, concurrency=concurrency)
    handlers.check(lease=lease, budget=budget)
    drain = Drain(
        handlers,
        deadline=time.monotonic() + budget,
        lease=timedelta(seconds=lease),
        concurrency=concurrency,
        grace=grace,
        now=now,
    )
    await run(drain, by_the_calendar(schedules, drain, now), budget=budget, grace=grace)
    return drain.report


async def run(
    drain: Drain, work: Coroutine[None, None, None], *, budget: float, grace: float
) -> None:
    """See a drain through under the watchdog; its report knows how many seconds it took.

    One that stands ready takes its time before it begins, which the budget includes.
    """
    started = time.monotonic()
    try:
        with watchdog(budget + grace):
            await see_through(drain, work, deadline=started + budget, grace=grace)
    finally:
        work.close()  # without a watchdog it has not begun
    drain.report.seconds = time.monotonic() - max(started, drain.begun_at)


async def by_the_calendar(
    schedules: "Sequence[Schedule]", drain: Drain, now: datetime | None
) -> None:
    """Enqueue the jobs whose slot has come, then drain; the report knows the next slot."""
    drain.begin()
    next_slot = await enqueue_due(schedules, now=now)
    await drain.run()
    drain.report.next_job_at = drain.report.next_due_at
    due = (next_slot, drain.report.next_due_at)
    drain.report.next_due_at = min((at for at in due if at is not None), default=None)


async def enqueue_due(
    schedules: "Sequence[Schedule]", *, now: datetime | None = None
) -> datetime | None:
    """Enqueue the jobs whose slot has come; return when the next one comes."""
    if not schedules:
        return None
    # Time zones load only where they are needed.
    from shared.outbox.calendar.schedules import enqueue_scheduled

    return (await enqueue_scheduled(schedules, now=now)).next_at


async def see_through(
    drain: Drain, work: Coroutine[None, None, None], *, deadline: float, grace: float
) -> None:
    """Run the drain in a task of its own: who cancels the tick asks it to stop, in good order.

    What does not end in time waits for the database. It is cancelled until it lets go.
    """
    draining = asyncio.create_task(work)
    latest = deadline + 0.7 * grace
    is_cancelled = False
    while not draining.done():
        left = latest - time.monotonic()
        if left <= 0:
            draining.cancel()
        try:
            await asyncio.wait([draining], timeout=max(left, NUDGE))
        except asyncio.CancelledError:
            is_cancelled = True
            drain.stop()
            latest = min(latest, time.monotonic() + 0.7 * grace)
    error = None if draining.cancelled() else draining.exception()
    if is_cancelled:
        raise asyncio.CancelledError
    if draining.cancelled():
        raise tx.Unavailable("The database did not answer within the tick's budget.")
    if error is not None:
        raise error
