"""How an attempt that did not simply return has ended, and the line that the log gets of each."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from shared.outbox.ended import Ended
from shared.outbox.failure import LIMIT, UNPRINTABLE, clean, describe, fingerprint, public
from shared.outbox.job import Handler, Running
from shared.outbox.outcomes import PauseQueue, Snooze, is_lasting, is_outage
from shared.outbox.worker.seeing_out import Interrupted

log = logging.getLogger("thistledown.outbox")

# Whatever a handler asks for, its end can be written and read back.
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
FOREVER = datetime(9000, 1, 1, tzinfo=UTC)
LONGEST_DELAY = timedelta(days=36500)


def failed(
    running: Running,
    error: BaseException,
    *,
    outcome: Literal["failed", "discarded"] = "failed",
    remark: str | None = None,
) -> Ended:
    """Return the end of an attempt that raised; whatever it raised, its end can be written."""
    try:
        said = describe(error, remark=remark)
        cause = fingerprint(error, remark=remark)
        is_out = outcome == "failed" and is_outage(error)
    except BaseException:  # the class of what was raised may be as broken as its text
        said, cause, is_out = "An error that cannot be described.", "indescribable", False
    return Ended(running, outcome, error=said, fingerprint=cause, is_outage=is_out)


def raised(handler: Handler[Any], running: Running, error: BaseException) -> Ended:
    """Return the end of an attempt that raised, for what is behind a breaker, perhaps an outage.

    One that lasts gives the attempt back: the job waits behind the breaker. Without a breaker it
    would come back every second.
    """
    ended = failed(running, error)
    if handler.breaker is not None and is_lasting(error):
        ended.outcome, ended.delay, ended.is_lasting = "snoozed", timedelta(0), True
    return ended


def interrupted(handler: Handler[Any], running: Running, interruption: Interrupted) -> Ended:
    """Return the end of an attempt that was stopped."""
    error = interruption.__cause__ or interruption
    reason = interruption.reason
    if reason in ("cancelled", "released"):
        return Ended(running, reason)
    if reason == "stale":
        return failed(running, error, remark="the lease was lost while it ran")
    remark = f"the attempt took longer than {handler.timeout:g} s"
    if handler.runs_in_thread:
        remark += ", and its thread may still run"
    return failed(running, error, remark=remark)


def snoozed(running: Running, snooze: Snooze) -> Ended:
    """Return the end of an attempt that wants to wait."""
    pauses = isinstance(snooze, PauseQueue)
    said = public(snooze) if pauses else None
    because = clean(said, LIMIT) if said else None
    if isinstance(snooze.until, datetime):
        until = max(LONG_AGO, min(snooze.until, FOREVER))
        return Ended(running, "snoozed", until=until, pauses_queue=pauses, error=because)
    delay = max(timedelta(0), min(snooze.until, LONGEST_DELAY))
    return Ended(running, "snoozed", delay=delay, pauses_queue=pauses, error=because)


def report(ended: Ended, seconds: float) -> None:
    """Write an attempt's end to the log, as a line and as fields for who reads logs by machine."""
    running = ended.running
    log.info(
        "job=%d kind=%s attempt=%d outcome=%s seconds=%.3f error=%s",
        running.id,
        UNPRINTABLE.sub(" ", running.kind),
        running.attempt,
        ended.outcome,
        seconds,
        ended.error or "-",
        extra={
            "job": running.id,
            "kind": running.kind,
            "attempt": running.attempt,
            "lease": str(running.lease_id),
            "outcome": ended.outcome,
            "seconds": round(seconds, 6),
            "error": ended.error,
        },
    )
