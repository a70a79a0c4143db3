"""What a tick does for the gates: let go what nothing holds any more, and keep the breakers."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import inf

import psycopg

from shared import tx
from shared.outbox.ended import Ended, Fence, fence
from shared.outbox.failure import describe
from shared.outbox.holding import breaker, origin, probe
from shared.outbox.holding.breaker import THRESHOLD, CountedBreaker
from shared.outbox.holding.held import let_go
from shared.outbox.holding.origin import HEARTBEAT
from shared.outbox.holding.outages import breakers_of, has_answered, is_success, outages_of
from shared.outbox.holding.probe import Closed
from shared.outbox.job import Handlers, Running

log = logging.getLogger("thistledown.outbox")

# How long, in seconds, what is known of the gates holds, and how long held jobs are let go in one
# go, between two batches of work.
FRESH = 1.0
LETS_GO = 1.0

STANDING = """
    select breaker, status, failures, probe_job
      from job_breakers
     where status <> 'closed' or failures > 0 or trips > 0
"""

IS_HELD = """
    select exists (select from background_jobs where status = 'pending' and held_by is not null)
"""

# All is well, as nearly always, and a worker has looked within the last minute: one round trip.
IS_CALM = """
    select exists (select from job_origin
                    where paused_since is null
                      and last_tick_at >= coalesce(%(now)s, clock_timestamp()) - %(heartbeat)s)
       and not exists (select from job_breakers
                        where status <> 'closed' or failures > 0 or trips > 0)
       and not exists (select from background_jobs
                        where status = 'pending' and held_by is not null)
"""


@dataclass(frozen=True, slots=True)
class BreakerState:
    """A breaker with which not everything is well."""

    breaker: str
    status: str
    failures: int
    probe_job: int | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look at the gates has found."""

    paused: str | None
    standing: Sequence[BreakerState] = ()
    closed: Sequence[Closed] = ()
    is_held: bool = False


class Gatekeeper:
    """Keeps the gates for one tick. It knows the breakers of the handlers and counts for them."""

    def __init__(self, handlers: Handlers, *, now: datetime | None = None) -> None:
        self.breakers = breakers_of(handlers)
        self._now = now
        self._standing: dict[str, BreakerState] = {}
        self._in_a_row: dict[str, int] = {}
        self._turns: dict[Fence, int] = {}
        self._turn = 0
        self._looked_at = -inf

    async def open(self) -> str | None:
        """Begin a tick; return why everything is paused, if it is."""
        paused = await self._look([])
        if paused is not None:
            log.info("nothing is claimed, everything is paused: %s", paused)
        return paused

    def holds(self, running: Running) -> bool:
        """Tell whether a claimed job had better be handed back than run into an outage."""
        name = self.breakers.get(running.kind)
        if name is None:
            return False
        standing = self._standing.get(name)
        if standing is not None and standing.probe_job == running.id:
            return False
        is_shut = standing is not None and standing.status != "closed"
        if is_shut:  # unless it was claimed before, it is a probe that somebody else has sent
            self._looked_at = -inf
        return is_shut or self._in_a_row.get(name, 0) >= THRESHOLD

    def note(self, ended: Ended) -> None:
        """Notice how an attempt ended, before that is written."""
        name = self.breakers.get(ended.running.kind)
        if name is None:
            return
        self._turn += 1
        self._turns[fence(ended)] = self._turn
        if ended.is_lasting:
            self._in_a_row[name] = THRESHOLD
        elif ended.is_outage:
            self._in_a_row[name] = self._in_a_row.get(name, 0) + 1
        elif is_success(ended):
            self._in_a_row[name] = 0

    async def after(self, batch: Sequence[Ended]) -> None:
        """Let a batch whose ends were written count, and look after the gates once a second.

        They are counted in the order in which they ended, which is seldom that of the batch.
        """
        behind = [one for one in batch if one.running.kind in self.breakers]
        behind.sort(key=lambda one: self._turns.pop(fence(one), 0))
        try:
            await self._count(behind)
            probed = [one.running.id for one in behind if has_answered(one)]
            if self._is_stale() or (probed and self._standing):
                await self._look(probed)
        except (tx.Unavailable, psycopg.Error) as error:
            log.warning("the gates are not looked after: %s", describe(error))

    async def _count(self, behind: Sequence[Ended]) -> None:
        """Count a batch for its breakers, in one order everywhere; without outages seldom.

        What was seen a second ago may have changed, and a brief drain has seen nothing at first.
        """
        are_out = any(one.is_outage for one in behind)
        if not (are_out or (behind and (self._standing or self._is_stale()))):
            return

        async def write() -> list[CountedBreaker]:
            opened: list[CountedBreaker] = []
            for name in sorted({self.breakers[one.running.kind] for one in behind}):
                seen = outages_of(name, behind, self.breakers)
                if seen.afresh:
                    await breaker.forget(name)
                if seen.outages and (counted := await breaker.count(seen, now=self._now)):
                    opened.append(counted)
            return opened

        for opened in await tx.retrying(write):
            log.error("%s", opened.sentence)
        if are_out:
            self._looked_at = -inf

    async def _look(self, probed: Sequence[int]) -> str | None:
        """See how the gates stand, close what a probe found working, send probes, let jobs go."""
        calm = await self._is_calm()
        seen = Seen(None) if calm else await tx.retrying(lambda: self._see(probed))
        for one in seen.closed:
            log.warning("%s", one.sentence)
        self._standing = {one.breaker: one for one in seen.standing}
        self._in_a_row = {one.breaker: one.failures for one in seen.standing}
        self._looked_at = time.monotonic()
        if seen.is_held:
            until = time.monotonic() + LETS_GO
            while await let_go(now=self._now) and time.monotonic() < until:
                pass
        return seen.paused

    async def _is_calm(self) -> bool:
        try:
            [(is_calm,)] = await tx.at_once(IS_CALM, {"now": self._now, "heartbeat": HEARTBEAT})
        except tx.Unavailable:  # the line may be an old one: a look tells
            return False
        return bool(is_calm)

    async def _see(self, probed: Sequence[int]) -> Seen:
        paused = await origin.look(self._now)
        if paused is not None:
            return Seen(paused)
        standing = await tx.rows(BreakerState, STANDING)
        closed: list[Closed] = []
        if any(one.status != "closed" for one in standing):
            closed = await probe.close(probed, now=self._now)
            await probe.send(now=self._now)
            standing = await tx.rows(BreakerState, STANDING)
        return Seen(None, standing, closed, bool(await tx.scalar(bool, IS_HELD)))

    def _is_stale(self) -> bool:
        return time.monotonic() - self._looked_at >= FRESH
