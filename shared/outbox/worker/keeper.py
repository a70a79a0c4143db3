"""What a tick does for attempts that take long: renew leases, hear that somebody wants a stop.

One statement serves all of them, and there is none while nothing runs longer than a second.
"""

import asyncio
import contextvars
import logging
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import psycopg

from shared import tx
from shared.outbox.failure import describe
from shared.outbox.job import Handler, Running
from shared.outbox.worker.left_behind import cancel_left_behind

log = logging.getLogger("thistledown.outbox")

# Seconds between two looks at what takes long, and from when on an attempt does.
LOOK = 2.0
LONG = 1.0

# A row that somebody has locked is renewed at the next look: waiting for it would keep the others.
# As in ack.py, the rows are found by their ids, however many others run.
KEEP = """
    with mine as materialized (
        select * from unnest((select %(ids)s::bigint[]), (select %(leases)s::uuid[]),
                             (select %(renews)s::boolean[])) as mine (id, lease_id, renews)
    ), free as (
        select job.ctid
          from mine
         cross join lateral (
               select ctid
                 from background_jobs
                where id = mine.id and lease_id = mine.lease_id and leased_until is not null
                  for update skip locked) as job
         where mine.renews
    ), renewed as (
        update background_jobs job
           set leased_until = coalesce(%(now)s, clock_timestamp()) + %(lease)s
          from free
         where job.ctid = free.ctid
        returning job.id
    )
    select job.id, cancel_requested, job.id in (select id from renewed) as is_renewed
      from mine
     cross join lateral (
           select id, cancel_requested
             from background_jobs
            where id = mine.id and lease_id = mine.lease_id and leased_until is not null
           offset 0) as job
"""

Stop = Literal["cancelled", "stale", "late"]


@dataclass(slots=True, eq=False)
class Watched:
    """An attempt that waits for something, and why it is to stop, if it is."""

    running: Running
    handler: Handler[Any]
    task: asyncio.Task[object]
    since: float
    renewed_at: float = float("-inf")
    stop: Stop | None = None
    was_cancelled: bool = False

    def ask_to_stop(self, why: Stop) -> None:
        """Cancel it once; a thread cannot be cancelled, and has to look by itself."""
        if self.stop is None:
            self.stop = why
            self.was_cancelled = not self.handler.runs_in_thread and self.task.cancel()


@dataclass(frozen=True, slots=True)
class Kept:
    """A lease that is still ours."""

    id: int
    cancel_requested: bool
    is_renewed: bool


_keeper: ContextVar["Keeper | None"] = ContextVar("keeper", default=None)
_watched: ContextVar[Watched | None] = ContextVar("watched", default=None)


def must_stop() -> bool:
    """Tell the calling handler whether its work is wanted no more: cancelled, late, lease lost.

    For work in a thread, which cannot be stopped from outside. Return or raise, it makes no
    difference: a job that somebody cancelled ends as cancelled if its handler raises.
    """
    watched = _watched.get()
    return watched is not None and watched.stop is not None


@contextmanager
def watching(watched: Watched) -> Generator[None]:
    """Have an attempt looked after by the tick that works it, if there is one."""
    keeper = _keeper.get()
    token = _watched.set(watched)
    if keeper is not None:
        keeper.watch(watched)
    try:
        yield
    finally:
        _watched.reset(token)
        if keeper is not None:
            keeper.watched.discard(watched)


@asynccontextmanager
async def keeping(lease: timedelta, *, now: datetime | None = None) -> AsyncGenerator["Keeper"]:
    """Look after the attempts that are begun in the block, in this task or in tasks made here."""
    keeper = Keeper(lease, now=now)
    token = _keeper.set(keeper)
    try:
        yield keeper
    finally:
        keeper.end()
        await cancel_left_behind(keeper.has_made, apart=[one.task for one in keeper.watched])
        _keeper.reset(token)


class Keeper:
    """Looks after the long attempts of one tick."""

    def __init__(self, lease: timedelta, *, now: datetime | None) -> None:
        self.watched: set[Watched] = set()
        self._lease = lease
        self._now = now
        self._third = lease.total_seconds() / 3
        self._looking: asyncio.Task[None] | None = None
        # A handler's own context may hold its open transaction.
        self._context = contextvars.copy_context()

    def watch(self, watched: Watched) -> None:
        """Look after one more, and begin to look if there was none."""
        self.watched.add(watched)
        if self._looking is None:
            self._looking = asyncio.create_task(self._look(), context=self._context)

    def end(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()

    def has_made(self, context: contextvars.Context) -> bool:
        """Tell whether a task that runs in this context was made in this tick."""
        return context.get(_keeper) is self

    async def _look(self) -> None:
        while self.watched:
            await asyncio.sleep(
                min([self._third / 2, LOOK, *map(self._renews_every, self.watched)])
            )
            long = [one for one in self.watched if time.monotonic() - one.since >= self._long]
            if long:
                await self._look_after(long)
        self._looking = None

    @property
    def _long(self) -> float:
        return min(LONG, self._third / 2)

    async def _look_after(self, long: list[Watched]) -> None:
        """Renew what is due, and stop what is wanted no more or is not ours any more."""
        began = time.monotonic()
        try:
            kept = {one.id: one for one in await self._keep(long, began)}
        except (tx.Unavailable, psycopg.Error) as error:
            log.warning(
                "%d long attempts could not be looked after: %s", len(long), describe(error)
            )
            return
        for one in long:
            found = kept.get(one.running.id)
            if one not in self.watched:
                continue  # it has ended meanwhile
            if found is None:
                log.warning("job %d (%s) has lost its lease", one.running.id, one.running.kind)
                one.ask_to_stop("stale")
            elif found.cancel_requested:
                one.ask_to_stop("cancelled")
            elif found.is_renewed:
                one.renewed_at = began

    async def _keep(self, long: list[Watched], began: float) -> list[Kept]:
        """Run the statement."""
        async with tx.run():
            return await tx.rows(
                Kept,
                KEEP,
                ids=[one.running.id for one in long],
                leases=[one.running.lease_id for one in long],
                renews=[self._is_due(one, began) for one in long],
                lease=self._lease,
                now=self._now,
            )

    def _is_due(self, one: Watched, now: float) -> bool:
        """Tell whether the lease would be older than it may be by the next look."""
        every = self._renews_every(one)
        return bool(one.handler.renews) and now + min(LOOK, every) > one.renewed_at + every

    def _renews_every(self, one: Watched) -> float:
        every = one.handler.renews
        return self._third if isinstance(every, bool) else min(every, self._third)
