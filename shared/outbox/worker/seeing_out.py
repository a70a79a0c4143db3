"""An attempt that waits for something: its timeout, its thread, and whoever wants it to stop."""

import asyncio
import time
from inspect import isawaitable
from typing import Any, Literal, cast

from shared.outbox.job import Handler, Running
from shared.outbox.outcomes import Snooze
from shared.outbox.worker.keeper import Watched, watching
from shared.outbox.worker.steps import Begun
from shared.outbox.worker.threads import RESTS, Call

Reason = Literal["cancelled", "stale", "late", "released"]


class Interrupted(Exception):
    """The handler did not end by itself; the cause is what it raised when it was stopped."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


async def see_out(handler: Handler[Any], running: Running, begun: Begun | Call) -> object:
    """Return what the handler returns, or raise what it raises.

    Raises:
        Interrupted: its time was up, somebody cancelled the job, the lease was lost, or the tick
            ends.
        Snooze: no thread came free in time.

    """
    task = cast("asyncio.Task[Any]", asyncio.current_task())
    watched = Watched(running, handler, task, time.monotonic())
    limit = asyncio.timeout(handler.timeout)
    try:
        with watching(watched):
            async with limit:
                if isinstance(begun, Call):
                    return await from_thread(begun, watched, limit)
                return await begun
    except BaseException as error:
        reason = reason_of(watched, limit)
        if isinstance(begun, Call) and reason is not None:
            reason = settle(begun, watched, reason)
        if reason is None:
            raise
        raise Interrupted(reason) from error
    finally:
        if watched.was_cancelled:
            watched.task.uncancel()


async def from_thread(call: Call, watched: Watched, limit: asyncio.Timeout) -> object:
    """Wait for a thread, also when the tick ends: what still runs is not handed back.

    A second cancellation gets out of here.
    """
    try:
        found = await call
    except asyncio.CancelledError:
        if limit.expired() or not call.is_running:
            raise
        watched.stop = watched.stop or "late"
        limit.reschedule(None)
        found = await call.end()
    # A plain function may pass the work on: `lambda job: send(job.id)`.
    return await found if isawaitable(found) else found


def reason_of(watched: Watched, limit: asyncio.Timeout) -> Reason | None:
    """Return why an attempt was interrupted, None if it was not."""
    if watched.stop in ("cancelled", "stale"):
        return watched.stop
    if watched.task.cancelling() > 0:
        return "released"
    return "late" if limit.expired() else None


def settle(call: Call, watched: Watched, reason: Reason) -> Reason:
    """Return the reason that stands for an attempt in a thread."""
    if call.give_up() and reason == "late":
        raise Snooze(RESTS)
    if not call.is_running:
        return reason
    watched.stop = watched.stop or "late"
    return "late"
