"""One attempt: decode the payload, call the handler within its timeout, say how it ended."""

import logging
import time
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, cast

from shared.outbox import tracing
from shared.outbox.ended import Ended
from shared.outbox.job import Handler, Running, is_acked, set_current
from shared.outbox.outcomes import Discard, Snooze
from shared.outbox.payload import decode
from shared.outbox.results import encode_result
from shared.outbox.worker.endings import failed, interrupted, raised, report, snoozed
from shared.outbox.worker.seeing_out import Interrupted, see_out
from shared.outbox.worker.steps import Begun, begin
from shared.outbox.worker.threads import Call

log = logging.getLogger("thistledown.outbox")

UNKNOWN_KIND_WAITS = timedelta(seconds=60)

# What is to be waited for. A union would be made anew for each job.
LASTING = (Begun, Call)


def work(handler: Handler[Any] | None, running: Running) -> Coroutine[Any, Any, Ended]:
    """Return what works an attempt when it is awaited, and gives its end, also when cancelled.

    Whether anybody wants to see it is asked here: a call more would cost as much as the answer.
    """
    if tracing.is_on() or log.isEnabledFor(logging.INFO):
        return seen(handler, running)
    return attempt(handler, running)


async def seen(handler: Handler[Any] | None, running: Running) -> Ended:
    """Work an attempt with a span and a line of the log."""
    started = time.monotonic()
    with tracing.span_of(running) as tell:
        ended = await attempt(handler, running)
        tell(ended)
    report(ended, time.monotonic() - started)
    return ended


async def attempt(handler: Handler[Any] | None, running: Running) -> Ended:
    """Turn what a handler does into an outcome."""
    if handler is None:
        return Ended(running, "unknown", delay=UNKNOWN_KIND_WAITS)
    set_current(running)
    try:
        found = start(handler, running)
        if isinstance(found, LASTING):
            found = await see_out(handler, running, found)
        result = None if found is None else encode_result(found)
    except Interrupted as interruption:
        return interrupted(handler, running, interruption)
    except Snooze as snooze:
        return snoozed(running, snooze)
    except Discard as discard:
        return failed(running, discard, outcome="discarded")
    except BaseException as error:  # a handler that exits must not take the others along
        return raised(handler, running, error)
    if result is None and not is_acked():
        return Ended(running, "succeeded")
    return Ended(running, "succeeded", acked_by_handler=is_acked(), result=result)


def start(handler: Handler[Any], running: Running) -> object:
    """Return what the handler returns at once, or what is to be waited for."""
    payload = decode(handler.job, running.payload)
    if handler.runs_in_thread:
        return Call(running.id, handler.work, payload)
    return begin(cast("Coroutine[Any, Any, object]", handler.work(payload)))
