"""One attempt: decode the payload, call the handler within its timeout, say how it ended."""

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from shared.outbox.ack import Ended
from shared.outbox.failure import describe
from shared.outbox.job import Handler, Running, is_acked, set_current
from shared.outbox.outcomes import Discard, PauseQueue, Snooze
from shared.outbox.payload import decode

log = logging.getLogger("thistledown.outbox")

UNKNOWN_KIND_WAITS = timedelta(seconds=60)

# Whatever a handler asks for, its end can be written and read back.
FOREVER = datetime(9000, 1, 1, tzinfo=UTC)
LONGEST_DELAY = timedelta(days=36500)


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
    limit = asyncio.timeout(handler.timeout)
    try:
        async with limit:
            await handler.work(decode(handler.job, running.payload))
    except Snooze as snooze:
        return snoozed(running, snooze)
    except Discard as discard:
        return Ended(running, "discarded", error=describe(discard))
    except BaseException as error:  # a handler that exits must not take the others along
        if is_cancelled_from_outside():
            return Ended(running, "released")
        late = f"the attempt took longer than {handler.timeout:g} s" if limit.expired() else None
        return Ended(running, "failed", error=describe(error, remark=late))
    return Ended(running, "succeeded", acked_by_handler=is_acked())


def snoozed(running: Running, snooze: Snooze) -> Ended:
    """Return the end of an attempt that wants to wait."""
    pauses = isinstance(snooze, PauseQueue)
    if isinstance(snooze.until, datetime):
        until = min(snooze.until, FOREVER)
        return Ended(running, "snoozed", until=until, pauses_queue=pauses)
    delay = min(snooze.until, LONGEST_DELAY)
    return Ended(running, "snoozed", delay=delay, pauses_queue=pauses)


def is_cancelled_from_outside() -> bool:
    """Tell a cancellation by the tick from a CancelledError that the handler made itself."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
