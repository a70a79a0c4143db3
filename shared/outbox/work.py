"""One attempt: decode the payload, call the handler within its timeout, say how it ended."""

import asyncio
import logging
import time
from datetime import datetime, timedelta
from typing import Any

from shared.outbox.ack import Ended
from shared.outbox.failure import describe
from shared.outbox.job import Handler, Running, is_acked, set_current
from shared.outbox.outcomes import Discard, PauseQueue, Snooze
from shared.outbox.payload import decode

log = logging.getLogger("thistledown.outbox")

UNKNOWN_KIND_WAITS = timedelta(seconds=60)


async def work(handler: Handler[Any] | None, running: Running) -> Ended:
    """Work an attempt and return its end. Only a cancellation from outside gets out of here."""
    started = time.monotonic()
    ended = await attempt(handler, running)
    log.info(
        "job=%d kind=%s attempt=%d outcome=%s seconds=%.3f error=%s",
        running.id,
        running.kind,
        running.attempt,
        ended.outcome,
        time.monotonic() - started,
        ended.error or "-",
    )
    return ended


async def attempt(handler: Handler[Any] | None, running: Running) -> Ended:
    """Turn what a handler does into an outcome."""
    if handler is None:
        return Ended(running, "unknown", delay=UNKNOWN_KIND_WAITS)
    set_current(running)
    try:
        async with asyncio.timeout(handler.timeout):
            await handler.work(decode(handler.job, running.payload))
    except Snooze as snooze:
        return snoozed(running, snooze)
    except Discard as discard:
        return Ended(running, "discarded", error=describe(discard))
    except asyncio.CancelledError as cancelled:
        if is_cancelled_from_outside():
            return Ended(running, "released")
        return Ended(running, "failed", error=describe(cancelled))
    except BaseException as error:  # a handler that exits must not take the others along
        return Ended(running, "failed", error=describe(error))
    return Ended(running, "succeeded", acked_by_handler=is_acked())


def snoozed(running: Running, snooze: Snooze) -> Ended:
    """Return the end of an attempt that wants to wait."""
    pauses = isinstance(snooze, PauseQueue)
    if isinstance(snooze.until, datetime):
        return Ended(running, "snoozed", until=snooze.until, pauses_queue=pauses)
    return Ended(running, "snoozed", delay=snooze.until, pauses_queue=pauses)


def is_cancelled_from_outside() -> bool:
    """Tell a cancellation by the tick from a CancelledError that the handler made itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
