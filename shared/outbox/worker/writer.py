"""Write how attempts ended, in batches; what cannot be written now is kept until it can."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import TypeVar

import psycopg

from shared import tx
from shared.outbox.ended import Ended, Fence, fence
from shared.outbox.failure import describe
from shared.outbox.worker.ack import Acknowledged, acknowledge
from shared.outbox.worker.recovery import written_before
from shared.outbox.worker.refused import REFUSED, one_by_one
from shared.outbox.worker.report import Report
from shared.outbox.worker.successes import MANY, in_parts, is_plain, succeed_all

log = logging.getLogger("thistledown.outbox")

T = TypeVar("T")

# How long an end that could not be written waits for its next try; seconds.
PAUSE = 0.2

# While there is other work, ends are written when so many have come together, or after so long.
BATCH = 1000
SOON = 0.01

# Nothing more is claimed while so many ends wait or are being written: should the database take its
# time for them, or the worker die, it is these that are lost.
MOST_UNWRITTEN = 3 * BATCH


class Writer:
    """Writes ends, a batch at a time. The end of an attempt that was worked is worth much.

    `after` is called with every batch that was written, `tell` when there may be more to do.
    When there is no other work, up to `at_once` batches are written at the same time.
    `has_written_others` is for who wants to know of ends that are no plain successes.
    """

    def __init__(
        self,
        report: Report,
        *,
        after: Callable[[Sequence[Ended]], Awaitable[None]] | None,
        tell: Callable[[], None],
        now: datetime | None,
        at_once: int = 1,
    ) -> None:
        self.kept: list[Ended] = []
        self.has_written_others = False
        self._report = report
        self._after = after
        self._tell = tell
        self._now = now
        self._at_once = at_once
        self._batches: dict[asyncio.Task[None], int] = {}
        self._first_at: float | None = None
        self._again_at = 0.0
        self._doubtful: set[Fence] = set()
        self._has_said_so = False

    @property
    def is_busy(self) -> bool:
        """Tell whether a batch is being written."""
        return bool(self._batches)

    def has_room(self, ended: Sequence[Ended]) -> bool:
        """Tell whether more may be worked before these, and those before, are written."""
        return len(ended) + len(self.kept) + sum(self._batches.values()) < MOST_UNWRITTEN

    def start(self, ended: list[Ended], *, is_urgent: bool) -> None:
        """Begin to write what has ended, if it is worth a statement; the list is emptied then."""
        if self._batches and not (is_urgent and self._is_worth_another(ended)):
            return
        now = time.monotonic()
        if ended and self._first_at is None:
            self._first_at = now
        batch: list[Ended] = []
        if self.kept and now >= self._again_at:
            batch, self.kept = self.kept, []
        if ended and (is_urgent or len(ended) >= BATCH or self._has_waited(now)):
            batch += ended
            ended.clear()
            self._first_at = None
        if batch:
            task = asyncio.create_task(self._write(batch))
            self._batches[task] = len(batch)
            task.add_done_callback(self._is_done)

    async def finish(self, ended: list[Ended], *, until: float) -> None:
        """Write everything that can be written before a time.monotonic() value."""
        while True:
            self._again_at = 0.0
            self.start(ended, is_urgent=True)
            if not self._batches:
                return
            await asyncio.wait(self._batches)
            if self.kept:
                if time.monotonic() >= until:
                    return
                await asyncio.sleep(PAUSE)

    def give_up(self) -> None:
        """Say which ends are lost: their leases bring the jobs back."""
        for one in self.kept:
            log.error("the end of job %d (%s) is lost", one.running.id, one.running.kind)

    async def cancel(self) -> None:
        """Stop a statement that does not come to its end."""
        for task in self._batches:
            task.cancel()
        if self._batches:
            await asyncio.wait(self._batches)

    def _is_worth_another(self, ended: list[Ended]) -> bool:
        return len(ended) >= MANY and len(self._batches) < self._at_once

    def _has_waited(self, now: float) -> bool:
        return self._first_at is not None and now >= self._first_at + SOON

    def _is_done(self, task: asyncio.Task[None]) -> None:
        del self._batches[task]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a batch of ends is lost: %s", describe(error))
        self._tell()

    async def _write(self, batch: list[Ended]) -> None:
        written: list[Ended] = []
        try:
            await self._write_parts(batch, written)
        except asyncio.CancelledError:
            known = set(map(id, [*written, *self.kept]))
            self.kept += [one for one in batch if id(one) not in known]
            raise
        if self._after is not None and written:
            await self._after(written)

    async def _write_parts(self, batch: list[Ended], written: list[Ended]) -> None:
        """Write plain successes first, then the rest and what was left of those."""
        plain = [one for one in batch if is_plain(one)]
        rest = [one for one in batch if not is_plain(one)] if len(plain) < len(batch) else []
        for part in in_parts(plain):
            missed = await self._tried(succeed_all(part, now=self._now), part)
            if missed is not None:
                others = set(map(fence, missed))
                done = [one for one in part if fence(one) not in others] if missed else part
                self._report.succeeded += len(done)
                written += done
                rest += missed
        if rest:
            self.has_written_others = True
            found = await self._tried(self._acknowledge(rest), rest)
            if found is not None:
                written += await self._settle(rest, found)

    async def _acknowledge(self, rest: list[Ended]) -> Acknowledged:
        try:
            return await acknowledge(rest, now=self._now)
        except REFUSED:
            # Should the database go away in between, some of them are written already.
            self._doubtful.update(map(fence, rest))
            return await one_by_one(rest, now=self._now)

    async def _tried(self, written: Awaitable[T], part: list[Ended]) -> T | None:
        """Return what writing a part gave; None when it could not be, and is kept."""
        try:
            found = await written
        except (tx.Unavailable, psycopg.Error) as error:
            if isinstance(error, tx.CommitUnknown):
                self._doubtful.update(map(fence, part))
            self._keep(part)
            if not self._has_said_so:
                log.warning("%d ends wait to be written: %s", len(part), describe(error))
            self._has_said_so = True
            return None
        self._has_said_so = False
        return found

    def _keep(self, part: Sequence[Ended]) -> None:
        self.kept += part
        self._again_at = time.monotonic() + PAUSE

    async def _settle(self, batch: Sequence[Ended], done: Acknowledged) -> list[Ended]:
        """Count what is written, and return it; what a lock or a lost line kept from it is kept."""
        locked = [one for one in batch if fence(one) in done.locked]
        doubtful = self._doubtful - done.locked - done.verdicts.keys()
        missing = [one for one in batch if fence(one) in doubtful]
        before = await self._tried(written_before(missing), missing) if missing else set[Fence]()
        self._keep(locked)
        open_ = done.locked | (doubtful if before is None else set[Fence]())
        settled = [one for one in batch if fence(one) not in open_]
        for one in settled:
            verdict = done.verdicts.get(fence(one))
            if verdict is None and before and fence(one) in before:
                verdict = one.outcome
            self._report.count(one, verdict)
            self._doubtful.discard(fence(one))
        return settled
