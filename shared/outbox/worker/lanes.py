"""Lanes: each takes the next job from a buffer and works it, so many at once as there are lanes.

A lane is begun when a job waits and all others wait for something, so handlers that wait for
nothing are worked one after the other without a task for each.
"""

import asyncio
import contextvars
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from shared.outbox.ended import Ended
from shared.outbox.job import Handlers, Running
from shared.outbox.worker.endings import failed
from shared.outbox.worker.steps import Begun, begin
from shared.outbox.worker.work import work

log = logging.getLogger("thistledown.outbox")

# Others on the same event loop, and the answers of the database, get their turn so often; seconds.
TURN = 0.001

# So many jobs count for how long one takes.
REMEMBERED = 2000

# What has not been begun so many seconds after it was claimed is handed back: others may have time
# for it, and what has become due since may come first.
STALE = 0.5

Lane = asyncio.Task[None]


class Doorkeeper(Protocol):
    """Who may keep a claimed job from being begun, and notices how attempts end."""

    def holds(self, running: Running) -> bool:
        """Tell whether a job had better be handed back."""
        ...

    def note(self, ended: Ended) -> None:
        """Notice how an attempt ended."""
        ...


class Lanes:
    """At most `concurrency` lanes, the jobs that wait for one, and how the others ended.

    `tell` is called when something has ended, at the latest after a turn.
    """

    def __init__(
        self,
        handlers: Handlers,
        *,
        concurrency: int,
        gates: Doorkeeper | None,
        tell: Callable[[], None],
    ) -> None:
        self.waiting: deque[Running] = deque()
        self.ended: list[Ended] = []
        self.working: dict[Lane, Running] = {}
        self._handlers = handlers
        self._concurrency = concurrency
        self._gates = gates
        self._tell = tell
        self._context: contextvars.Context | None = None
        self._cancelled: set[Lane] = set()
        self._is_closed = False
        # Whether the last handler had to wait for something; the first ones are taken to.
        self._is_slow = True
        self._jobs = 0
        self._seconds = 0.0
        # How many were given, and of each batch the count up to its end and when it is stale.
        self._given = 0
        self._batches: deque[tuple[int, float]] = deque()

    @property
    def rate(self) -> float:
        """How many jobs a second all lanes together would work, by the last ones; 0 at first."""
        return self._concurrency * self._jobs / self._seconds if self._seconds else 0.0

    def give(self, jobs: Sequence[Running]) -> None:
        """Have jobs worked, in this order."""
        # Not that of whoever made the lanes: what looks after long attempts is in this one.
        self._context = self._context or contextvars.copy_context()
        self.waiting.extend(jobs)
        self._given += len(jobs)
        self._batches.append((self._given, time.monotonic() + STALE))
        while self._begin_another() and self._is_slow:
            pass

    def close(self) -> None:
        """Begin nothing more."""
        self._is_closed = True

    def hand_back(self) -> None:
        """Hand back what waits, with its attempt."""
        self.ended += [Ended(running, "released") for running in self.waiting]
        self.waiting.clear()

    def hand_back_stale(self) -> None:
        """Hand back what waits if it has waited too long, and forget how fast the others were."""
        if self.stale_at <= time.monotonic():
            self.hand_back()
            self._jobs, self._seconds = 0, 0.0
            self._tell()

    @property
    def stale_at(self) -> float:
        """The time.monotonic() value at which what waits has waited too long."""
        while self._batches and self._batches[0][0] <= self._given - len(self.waiting):
            self._batches.popleft()
        return self._batches[0][1] if self._batches else float("inf")

    async def stop(self, *, patience: float) -> None:
        """End what runs: it may finish in the first half of `patience` seconds, then is cancelled.

        What ignores that is left to its lease.
        """
        if self.working:  # a letter on its way is better sent than cut off
            await asyncio.wait(self.working, timeout=patience / 2)
        self._cancelled = {lane for lane in self.working if lane.cancel()}
        if self.working:
            await asyncio.wait(self.working, timeout=patience / 2)
        for running in self.working.values():
            log.error("job %d (%s) ignores its cancellation", running.id, running.kind)
        self.working.clear()

    def abandon(self) -> None:
        """Cancel what still runs, without waiting for it."""
        for lane in self.working:
            lane.cancel()

    def _begin_another(self) -> bool:
        if not self.waiting or self._is_closed or len(self.working) >= self._concurrency:
            return False
        self.hand_back_stale()
        if not self.waiting:
            return False
        running = self.waiting.popleft()
        lane = asyncio.create_task(self._drive(running), context=self._context)
        self.working[lane] = running
        return True

    async def _drive(self, running: Running) -> None:
        """Work one job after the other while any waits."""
        lane = asyncio.current_task()
        assert lane is not None  # noqa: S101  (this is its code)
        turn_ends = time.monotonic() + TURN
        while True:
            self.working[lane] = running
            now = await self._see_out(lane, running)
            # A handler that waited may have left a cancellation behind, or one that comes late: its
            # task is not the next one's.
            if now is None or not self.waiting or self._is_closed or lane.cancelling():
                break
            if now >= turn_ends:
                self._tell()
                await asyncio.sleep(0)
                turn_ends = time.monotonic() + TURN
                self.hand_back_stale()
                if not self.waiting or self._is_closed:
                    break
            running = self.waiting.popleft()
        self.working.pop(lane, None)
        self._begin_another()
        self._tell()

    async def _see_out(self, lane: Lane, running: Running) -> float | None:
        """Work one job, in a context of its own, and keep its end; return the time.

        None if it had to wait for something.
        """
        if self._gates is not None and self._gates.holds(running):
            self.ended.append(Ended(running, "released"))
            return time.monotonic()
        began = time.monotonic()
        has_waited = False
        try:
            ended = begin(
                work(self._handlers.get(running.kind), running), contextvars.copy_context().run
            )
            self._is_slow = isinstance(ended, Begun)
            if isinstance(ended, Begun):
                has_waited = True
                self._begin_another()
                ended = await ended
                self._tell()
        except BaseException as error:  # nothing may get out of here
            ended = failed(running, error)
        now = time.monotonic()
        self._remember(now - began)
        self._keep(lane, ended)
        return None if has_waited else now

    def _keep(self, lane: Lane, ended: Ended) -> None:
        if ended.outcome == "released" and lane not in self._cancelled:
            # Nobody but the handler can have done that.
            ended = Ended(ended.running, "failed", error="CancelledError: by itself")
        elif ended.outcome == "failed" and lane in self._cancelled:
            ended = Ended(ended.running, "released")
        if self._gates is not None:
            self._gates.note(ended)
        self.ended.append(ended)

    def _remember(self, seconds: float) -> None:
        self._jobs += 1
        self._seconds += seconds
        if self._jobs > REMEMBERED:
            self._jobs //= 2
            self._seconds /= 2
