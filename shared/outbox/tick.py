"""One tick: sweep what was abandoned, work what is due within a budget, hand back the rest."""

import asyncio
import logging
import time
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

import psycopg

from shared import tx
from shared.outbox.ack import Acked, Ended, acknowledge
from shared.outbox.claim import claim, next_due_at, sweep
from shared.outbox.job import Handlers, Running
from shared.outbox.watchdog import watchdog
from shared.outbox.work import work

log = logging.getLogger("thistledown.outbox")

COUNTED_AS = {
    "succeeded": "succeeded",
    "failed": "retried",
    "discarded": "dead",
    "snoozed": "snoozed",
    "released": "released",
    "unknown": "unknown",
}


@dataclass(slots=True)
class Report:
    """What a tick did; `seconds` is how long it took, `next_due_at` when the next is needed."""

    claimed: int = 0
    succeeded: int = 0
    retried: int = 0
    dead: int = 0
    rescued: int = 0
    snoozed: int = 0
    released: int = 0
    unknown: int = 0
    stale: int = 0
    unknown_kinds: list[str] = field(default_factory=list[str])
    next_due_at: datetime | None = None
    seconds: float = 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the report with times as ISO 8601."""
        due = self.next_due_at.isoformat() if self.next_due_at else None
        return {**asdict(self), "next_due_at": due, "seconds": round(self.seconds, 3)}


async def tick(
    handlers: Handlers,
    *,
    budget: float = 60.0,
    lease: float = 120.0,
    grace: float = 5.0,
    concurrency: int = 8,
    now: datetime | None = None,
) -> Report:
    """Work due jobs for at most `budget` seconds and report.

    A job is claimed only while the longest timeout still fits into the budget, so in the ordinary
    case nothing is cut off. Whatever still runs at the end is cancelled and handed back with its
    attempt. A handler that blocks the event loop ends the process at `budget + grace`.

    Raises:
        RuntimeError: inside an open transaction.
        ValueError: a handler's timeout exceeds the lease or the budget.
        Unavailable: the database cannot be reached.

    """
    if tx.is_open():
        raise RuntimeError("A tick needs its own transactions: call it outside `tx.run()`.")
    handlers.check(lease=lease, budget=budget)
    started = time.monotonic()
    with watchdog(budget + 2 * grace):
        drain = Drain(handlers, started + budget, timedelta(seconds=lease), concurrency, grace, now)
        report = await drain.run()
        report.next_due_at = await next_due_at()
    report.seconds = time.monotonic() - started
    return report


@dataclass(slots=True)
class Drain:
    """The attempts that one tick has on hand. `deadline` is a time.monotonic() value."""

    handlers: Handlers
    deadline: float
    lease: timedelta
    concurrency: int
    grace: float
    now: datetime | None
    report: Report = field(default_factory=Report)
    working: dict[asyncio.Task[Ended], Running] = field(
        default_factory=dict[asyncio.Task[Ended], Running]
    )

    async def run(self) -> Report:
        """Sweep, then claim and work until nothing is due or the budget is used up."""
        self.report.rescued = await sweep(now=self.now)
        try:
            while time.monotonic() < self.deadline:
                await self.fill()
                if not self.working:
                    break
                await self.collect()
        finally:
            await asyncio.shield(self.hand_back())
        return self.report

    async def fill(self) -> None:
        """Claim as many jobs as there are free places, if they can still end in time."""
        free = self.concurrency - len(self.working)
        if free <= 0 or time.monotonic() + self.handlers.longest > self.deadline:
            return
        for running in await claim(free, lease=self.lease, now=self.now):
            self.report.claimed += 1
            attempt = asyncio.create_task(work(self.handlers.get(running.kind), running))
            self.working[attempt] = running

    async def collect(self) -> None:
        """Wait for the first attempts to end, and write how they ended."""
        left = max(0.0, self.deadline - time.monotonic())
        done, _ = await asyncio.wait(
            self.working, timeout=left, return_when=asyncio.FIRST_COMPLETED
        )
        await self.settle(done)

    async def hand_back(self) -> None:
        """Cancel what still runs, and give it back with its attempt."""
        if not self.working:
            return
        for attempt in self.working:
            attempt.cancel()
        done, stuck = await asyncio.wait(self.working, timeout=self.grace)
        await self.settle(done)
        for attempt in stuck:
            running = self.working.pop(attempt)
            log.error("job %d (%s) ignores its cancellation", running.id, running.kind)

    async def settle(self, done: set[asyncio.Task[Ended]]) -> None:
        """Acknowledge a batch and count it."""
        if not done:
            return
        ended = [outcome_of(attempt, self.working.pop(attempt)) for attempt in done]
        acked = {one.lease_id: one.verdict for one in await patiently(ended, self.now)}
        for one in ended:
            self.count(one, acked.get(one.running.lease_id))

    def count(self, one: Ended, verdict: str | None) -> None:
        """Count an attempt; without a verdict its lease had been somebody else's."""
        name = COUNTED_AS[one.outcome]
        if verdict is None and one.acked_by_handler:
            name = "succeeded"
        elif verdict is None:
            name = "stale"
            log.warning(
                "stale_ack: job %d (%s) had lost its lease", one.running.id, one.running.kind
            )
        elif one.outcome == "failed" and verdict == "dead":
            name = "dead"
        if one.outcome == "unknown" and one.running.kind not in self.report.unknown_kinds:
            self.report.unknown_kinds.append(one.running.kind)
        setattr(self.report, name, getattr(self.report, name) + 1)


def outcome_of(attempt: asyncio.Task[Ended], running: Running) -> Ended:
    """Return how an attempt ended; one that was cancelled before it began is released."""
    if attempt.cancelled():
        return Ended(running, "released")
    return attempt.result()


async def patiently(ended: list[Ended], now: datetime | None) -> list[Acked]:
    """Acknowledge, once more if the database hiccups: the work is done and worth recording."""
    try:
        return await acknowledge(ended, now=now)
    except (tx.Unavailable, psycopg.OperationalError):
        await asyncio.sleep(0.2)
        return await acknowledge(ended, now=now)
