"""The attempts that one tick has on hand: claimed, worked, and their ends written, all at once."""

import asyncio
import time
from contextlib import suppress
from datetime import datetime, timedelta

from shared import tx
from shared.outbox.holding.gatekeeping import Gatekeeper
from shared.outbox.job import Handlers
from shared.outbox.worker.claimer import Claimer, Known
from shared.outbox.worker.due import next_due
from shared.outbox.worker.keeper import keeping
from shared.outbox.worker.lanes import Lanes
from shared.outbox.worker.listening import Heard
from shared.outbox.worker.report import Report
from shared.outbox.worker.sweeping import sweep
from shared.outbox.worker.times import Times
from shared.outbox.worker.writer import PAUSE, SOON, Writer


class Drain:
    """Sweep, claim, work and write until nothing is due, the time is up, or `stop()` is called.

    While jobs are worked, the ends of those before are written and the next ones are claimed.
    `deadline` is a time.monotonic() value; handing back what runs takes at most `grace` seconds
    more. A brief one only works: it follows closely on one that has looked after everything else.
    One that `looks` sees in the end when the next job is due; so does any that wrote more than
    successes.

    One that is to `stand()` first has everything ready, and begins with the job that it hears of.
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
        known: Known | None = None,
        is_brief: bool = False,
        looks: bool = True,
    ) -> None:
        self.report = Report()
        self.due_in: float | None = None
        self.was_woken = False
        self.looks = looks
        self.begun = asyncio.Event()
        self.begun_at = time.monotonic()
        self._handlers = handlers
        self._deadline = deadline
        self._lease = lease
        self._grace = grace
        self._now = now
        self._is_brief = is_brief
        self._known = known or Known(handlers.queues)
        self._is_stopped = False
        self._heard: Heard | None = None
        self._woken = asyncio.Event()
        self._has_changed = True
        tell = self._woken.set
        self._gates = Gatekeeper(handlers, now=now)
        self._lanes = Lanes(
            handlers,
            concurrency=concurrency,
            gates=self._gates if self._gates.breakers else None,
            tell=tell,
        )
        self._writer = Writer(
            self.report,
            after=self._gates.after,
            tell=self._note_written,
            now=now,
            at_once=1 if self._gates.breakers else 2,  # which count the ends in their order
        )
        self._claimer = Claimer(
            lease=lease,
            concurrency=concurrency,
            known=self._known,
            give=self._lanes.give,
            tell=tell,
            now=now,
        )

    def begin(self) -> None:
        """Note that it has begun, and when."""
        if not self.begun.is_set():
            self.begun_at = time.monotonic()
            self.begun.set()

    def wake(self) -> None:
        """Look again whether something is due."""
        self._has_changed = self.was_woken = True
        self._woken.set()

    async def look(self) -> None:
        """Look again at the gates and at what was abandoned, while jobs are worked."""
        self._known.doubt()
        await self._opens()
        self.wake()

    async def next_due_in(self) -> float:
        """Return in how many seconds a job is due, infinity for never."""
        due = await next_due(self._handlers.queues)
        return float("inf") if due.seconds is None else due.seconds

    def stop(self) -> None:
        """Claim nothing more and hand back what runs."""
        self._is_stopped = True
        self._woken.set()
        if self._heard is not None:
            self._heard.set()

    async def stand(self, heard: Heard, times: Times, *, budget: float) -> None:
        """Wait until something is heard or due, then drain; the `budget` counts from then on.

        But not if it is stopped by then, or if it is time to look around, which is more than a
        brief drain does: unless a job that was named is claimed already.
        """
        async with keeping(self._lease, now=self._now):
            self._heard = heard
            await heard.receive(self._claimer.take_named, until=times.until)
            self._heard = None
            now = time.monotonic()
            # Whoever ends it in the end, should it be late, counts from `until`.
            self._deadline, self.looks = min(now, times.until) + budget, times.due_at <= now
            if not self._claimer.has_some and (self._is_stopped or now >= times.looks_at):
                return
            self.begin()
            await self._to_the_end()
        await self._look_ahead()

    async def run(self) -> None:
        """Drain, and leave nothing behind that only a lease would bring back."""
        self.begin()
        async with keeping(self._lease, now=self._now):
            await self._to_the_end()
        await self._look_ahead()

    async def _to_the_end(self) -> None:
        try:
            if self._claimer.give_named():
                await asyncio.sleep(0)  # it is worked before anything else is looked at
            if self._is_brief or await self._opens():
                await self._drain()
        finally:
            await self._hand_back()

    async def _look_ahead(self) -> None:
        """See when the next job is due: what has woken it may have been one that is not yet."""
        self.looks = self.looks or self._claimer.claimed == 0
        if self.looks and not self._is_stopped:
            due = await next_due(self._handlers.queues)
            self.report.next_due_at, self.due_in = due.at, due.seconds

    async def _opens(self) -> bool:
        """Look at the gates and take back what was abandoned; False if everything is paused."""
        self.report.paused = await self._gates.open()
        if self.report.paused is not None:
            return False
        swept = await sweep(now=self._now)
        self.report.rescued += swept.rescued
        self.report.dead += swept.dead
        return True

    async def _drain(self) -> None:
        while not self._is_over():
            self._woken.clear()
            self._lanes.hand_back_stale()
            if self._may_claim():
                self._claim()
            is_short = not self._lanes.waiting
            self._writer.start(self._lanes.ended, is_urgent=is_short)
            if self._is_idle():
                if self._claimer.error is not None:
                    raise self._claimer.error
                break  # a claim whose answer was lost, if any, is looked for in the end
            await self._something()

    def _is_over(self) -> bool:
        error = self._claimer.error
        if error is not None and not isinstance(error, tx.Unavailable):
            raise error
        return self._is_stopped or time.monotonic() >= self._deadline

    def _may_claim(self) -> bool:
        """Tell whether a job that is claimed now can still end in time, and may be there."""
        if not self._writer.has_room(self._lanes.ended):
            return False
        claimer = self._claimer
        fits = time.monotonic() + self._handlers.room <= self._deadline
        return (fits or claimer.claimed == 0) and (
            self._has_changed or claimer.has_lost_one or not claimer.is_dry
        )

    def _claim(self) -> None:
        lanes, claimer = self._lanes, self._claimer
        on_hand = len(lanes.waiting) + len(lanes.working) + len(self._writer.kept)
        if claimer.start(on_hand=on_hand, rate=lanes.rate, is_idle=self._is_idle()):
            self._has_changed = self.was_woken = False

    def _is_idle(self) -> bool:
        lanes, writer = self._lanes, self._writer
        has_work = lanes.waiting or lanes.working or lanes.ended or writer.kept
        return not (has_work or writer.is_busy or self._claimer.is_busy)

    async def _something(self) -> None:
        """Wait until something has ended, or an end has waited long enough to be written."""
        now = time.monotonic()
        left = min(self._deadline, self._lanes.stale_at) - now
        if self._claimer.alone_until > now:
            left = min(left, self._claimer.alone_until - now)
        if self._lanes.ended:
            left = min(left, SOON)
        elif self._writer.kept or self._claimer.error is not None:
            left = min(left, PAUSE)
        with suppress(TimeoutError):
            async with asyncio.timeout(max(left, 0)):
                await self._woken.wait()

    def _note_written(self) -> None:
        """Look again whether something is due: a job may have been asked for while it ran."""
        self._has_changed = True
        if self._writer.has_written_others:  # one of them may have paused its queue
            self._writer.has_written_others = False
            self._known.doubt()
            self.looks = True
        self._woken.set()

    async def _hand_back(self) -> None:
        """End what still runs, and give it back with its attempt."""
        until = time.monotonic() + 0.6 * self._grace
        lanes, writer, claimer = self._lanes, self._writer, self._claimer
        try:
            lanes.close()
            await claimer.finish(patience=0.3 * self._grace)
            lanes.hand_back()
            writer.start(lanes.ended, is_urgent=True)  # it may be much, and the rest takes its time
            await lanes.stop(patience=0.55 * self._grace)
            await writer.finish(lanes.ended, until=until)
        finally:
            self.report.claimed = claimer.claimed
            lanes.abandon()
            await claimer.cancel()
            await writer.cancel()
            writer.give_up()
