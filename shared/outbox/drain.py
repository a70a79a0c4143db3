"""The attempts that one tick has on hand: claimed, worked, and their ends written."""

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import psycopg

from shared import tx
from shared.outbox.ack import Ended, acknowledge
from shared.outbox.claim import claim_or_hold, sweep
from shared.outbox.due import next_due_at
from shared.outbox.failure import describe
from shared.outbox.job import Handlers, Running
from shared.outbox.keeper import keeping
from shared.outbox.report import Report
from shared.outbox.work import work

log = logging.getLogger("thistledown.outbox")

# How long an end that could not be written waits for its next try.
PAUSE = 0.2

Attempt = asyncio.Task[Ended]


class Drain:
    """Sweep, claim, work and write until nothing is due, the time is up, or `stop()` is called.

    `deadline` is a time.monotonic() value; handing back what runs takes at most `grace` seconds
    more. The end of an attempt that was worked is worth much: it is kept until it is written.
    """

    def __init__(
        self,
        handlers: Handlers,
        *,
        deadline: float,
        lease: timedelta,
        concurrency: int,
        grace: float,
        now: datetime | None,
    ) -> None:
        self.report = Report()
        self._handlers = handlers
        self._deadline = deadline
        self._lease = lease
        self._concurrency = concurrency
        self._grace = grace
        self._now = now
        self._working: dict[Attempt, Running] = {}
        self._unwritten: list[Ended] = []
        self._queues = handlers.queues
        self._held = 0
        self._is_waiting = False
        self._stopped = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        """Claim nothing more and hand back what runs."""
        if not self._stopped.done():
            self._stopped.set_result(None)

    async def run(self) -> None:
        """Drain, and leave nothing behind that only a lease would bring back."""
        async with keeping(self._lease, now=self._now):
            await self._run()

    async def _run(self) -> None:
        try:
            swept = await sweep(now=self._now)
            self.report.rescued, self.report.dead = swept.rescued, swept.dead
            while not self._is_over():
                await self._fill()
                if self._working or self._unwritten:
                    await self._collect()
                elif not self._held:
                    break
        finally:
            await self._hand_back()
        if not self._stopped.done():
            self.report.next_due_at = await next_due_at(self._queues)

    def _is_over(self) -> bool:
        return self._stopped.done() or time.monotonic() >= self._deadline

    async def _fill(self) -> None:
        """Claim as many jobs as there are free places, if they can still end in time."""
        self._held = 0
        free = self._concurrency - len(self._working) - len(self._unwritten)
        fits = time.monotonic() + self._handlers.longest <= self._deadline
        if free <= 0 or not (fits or self.report.claimed == 0):
            return
        try:
            claimed = await claim_or_hold(
                free, lease=self._lease, queues=self._queues, now=self._now
            )
        except tx.Unavailable:
            if not (self._working or self._unwritten):
                raise
            return  # the database may be back by the time that what runs has ended
        self._held = claimed.held
        for running in claimed.running:
            self.report.claimed += 1
            attempt = asyncio.create_task(work(self._handlers.get(running.kind), running))
            self._working[attempt] = running

    async def _collect(self) -> None:
        """Wait for the first attempts to end, and write how they ended."""
        left = max(0.0, self._deadline - time.monotonic())
        await asyncio.wait(
            {*self._working, self._stopped},
            timeout=min(left, PAUSE) if self._unwritten else left,
            return_when=asyncio.FIRST_COMPLETED,
        )
        for attempt in [attempt for attempt in self._working if attempt.done()]:
            ended = end_of(attempt, self._working.pop(attempt))
            if ended.outcome == "released":  # nobody but the handler can have done that
                ended = replace(ended, outcome="failed", error="CancelledError: by itself")
            self._unwritten.append(ended)
        await self._write()

    async def _hand_back(self) -> None:
        """Cancel what still runs, and give it back with its attempt."""
        latest = time.monotonic() + 0.6 * self._grace
        if self._working:  # a letter on its way is better sent than cut off
            await asyncio.wait(self._working, timeout=0.3 * self._grace)
        cancelled = {attempt for attempt in self._working if attempt.cancel()}
        if self._working:
            await asyncio.wait(self._working, timeout=self._grace / 4)
        for attempt, running in self._working.items():
            if not attempt.done():
                log.error("job %d (%s) ignores its cancellation", running.id, running.kind)
                continue
            ended = end_of(attempt, running)
            if ended.outcome == "failed" and attempt in cancelled:
                ended = Ended(running, "released")
            self._unwritten.append(ended)
        self._working.clear()
        await self._write()
        while self._unwritten and time.monotonic() < latest:
            await asyncio.sleep(PAUSE)
            await self._write()
        for one in self._unwritten:
            log.error("the end of job %d (%s) is lost", one.running.id, one.running.kind)

    async def _write(self) -> None:
        """Write the ends that can be written now; the others stay for the next time."""
        if not self._unwritten:
            return
        try:
            self._unwritten = await self._written(self._unwritten)
            self._is_waiting = False
        except (tx.Unavailable, psycopg.Error) as error:
            if not self._is_waiting:
                log.warning("%d ends wait to be written: %s", len(self._unwritten), describe(error))
            self._is_waiting = True

    async def _written(self, batch: Sequence[Ended]) -> list[Ended]:
        """Write a batch, count what was written, and return what a lock kept from it."""
        done = await acknowledge(batch, now=self._now)
        for one in batch:
            if one.running.lease_id not in done.locked:
                self.report.count(one, done.verdicts.get(one.running.lease_id))
        return [one for one in batch if one.running.lease_id in done.locked]


def end_of(attempt: Attempt, running: Running) -> Ended:
    """Return how an attempt ended; one that was cancelled before it began is released."""
    if attempt.cancelled():
        return Ended(running, "released")
    if error := attempt.exception():
        return Ended(running, "failed", error=describe(error))
    return attempt.result()
