"""Look at the database of a queue and say in sentences what is wrong, each with its remedy."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

import psycopg

from shared import tx
from shared.outbox.doctor.finding import Finding, Look, Thresholds, Unseen, the_time
from shared.outbox.doctor.holds import held
from shared.outbox.doctor.queue import dead_letters, leases, overdue, strangers
from shared.outbox.doctor.schema import structure
from shared.outbox.doctor.server import (
    clock,
    durable,
    is_pooled,
    read_server,
    skew,
    timeouts,
    transaction_ids,
    version,
    writable,
)
from shared.outbox.doctor.sessions import (
    connections,
    hidden,
    lock_waits,
    prepared,
    slots,
    transactions,
    why_hidden,
)
from shared.outbox.doctor.vacuum import bloat, cleaning
from shared.outbox.job import Handlers

__all__ = ["CHECKS", "Diagnosis", "Facts", "Finding", "Thresholds", "Unseen", "diagnose"]

Check = Callable[[Look], Awaitable[list[Finding]]]

# What stops the queue first, then what slows it down, then what waits for a human.
CHECKS: tuple[Check, ...] = (
    version,
    structure,
    writable,
    durable,
    transactions,
    prepared,
    slots,
    lock_waits,
    connections,
    timeouts,
    clock,
    cleaning,
    bloat,
    transaction_ids,
    leases,
    overdue,
    strangers,
    held,
    dead_letters,
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What was looked at: the server's version, and whether a pooler (PgBouncer) is between.

    The clock is ahead of this machine's by so many seconds, give or take the bound.
    """

    version: str
    pooler: bool
    clock_ahead: float
    clock_bound: float


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What was found, what could not be looked at, and what was looked at."""

    findings: list[Finding]
    unseen: list[Unseen]
    facts: Facts


async def diagnose(
    handlers: Handlers | None = None,
    *,
    thresholds: Thresholds | None = None,
    clock: Callable[[], datetime] = the_time,
) -> Diagnosis:
    """Examine the database with every check; one that may not look is told as unseen.

    With `handlers` it also names what none of them works. `clock` is for tests only.

    Raises:
        Unavailable: the database cannot be reached.

    """
    given = Look(handlers, thresholds or Thresholds(), clock)
    findings: list[Finding] = []
    unseen: list[Unseen] = []
    for check in CHECKS:
        if any(one.check == "tables" for one in findings):
            break  # there is nothing to look at
        try:
            async with tx.run():
                findings += await check(given)
        except (psycopg.ProgrammingError, psycopg.NotSupportedError) as error:
            unseen.append(Unseen(check.__name__.replace("_", " "), type(error).__name__))
    async with tx.run():
        if count := await hidden():
            unseen.append(Unseen("transactions", why_hidden(count)))
        return Diagnosis(findings, unseen, await facts(given))


async def facts(look: Look) -> Facts:
    """Return what is known of the server, and of the way to it."""
    found, measured = await read_server(), await skew(look)
    return Facts(
        found.version_text,
        is_pooled(found),
        round(measured.ahead.total_seconds(), 3) or 0.0,
        round(measured.bound.total_seconds(), 3),
    )
