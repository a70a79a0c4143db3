"""Delete what has been over for long, a little at a time, so that nobody waits for it."""

import time
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import LiteralString

from shared import tx

# Ids grow with time: jobs are looked through from the lowest id up to the first that is young, so
# no index is needed that every end of a job would have to keep up to date. What is old and stays,
# as a dead letter, is stepped over.
JOBS: LiteralString = """
    with clock as materialized (
        select coalesce(%(now)s, clock_timestamp()) as now
    ), seen as materialized (
        select id, created_at < now - make_interval(secs => %(older_than)s) as is_old,
               case when status in ('succeeded', 'cancelled')
                    then finished_at < now - make_interval(secs => %(older_than)s)
                    when status = 'dead'
                    then finished_at < now - make_interval(secs => %(dead_after)s)
               end as is_over
          from background_jobs cross join clock
         where id > %(after)s
         order by id
         limit %(chunk)s
    ), over as materialized (
        select id
          from background_jobs
         where id = any (array(select id from seen where is_over))
           and status in ('succeeded', 'cancelled', 'dead')
         order by id
           for update skip locked
    ), gone as (
        delete from background_jobs where id = any (array(select id from over))
        returning status
    )
    select (select count(*) from gone where status <> 'dead') as finished,
           (select count(*) from gone where status = 'dead') as dead,
           (select max(id) from seen) as last,
           (select count(*) = %(chunk)s and bool_or(is_old) from seen) as has_more
"""

WINDOWS: LiteralString = """
    delete from job_windows
     where dedup_key in (select dedup_key from job_windows
                          where until < coalesce(%(now)s, clock_timestamp())
                            and until < 'infinity'
                          order by until
                          limit %(chunk)s
                            for update skip locked)
"""

# The latest slot of a schedule tells that it is done, however long ago it was.
SLOTS: LiteralString = """
    delete from job_slots
     where (schedule, slot) in (
            select schedule, slot from job_slots old
             where slot < coalesce(%(now)s, clock_timestamp())
                          - make_interval(secs => %(older_than)s)
               and slot < (select max(slot) from job_slots where schedule = old.schedule)
             limit %(chunk)s
               for update skip locked)
"""

# Nothing else is deleted from these tables, so their lowest ids are their oldest rows.
ACTIONS: LiteralString = """
    with oldest as materialized (
        select id, at from job_actions order by id limit %(chunk)s
    )
    delete from job_actions
     where id = any (array(
            select id from job_actions
             where id = any (array(select id from oldest
                                    where at < coalesce(%(now)s, clock_timestamp())
                                               - make_interval(secs => %(age)s)))
               for update skip locked))
"""

FAN_OUTS: LiteralString = """
    with oldest as materialized (
        select id, at from job_fan_outs order by id limit %(chunk)s
    )
    delete from job_fan_outs
     where id = any (array(
            select id from job_fan_outs
             where id = any (array(select id from oldest
                                    where at < coalesce(%(now)s, clock_timestamp())
                                               - make_interval(secs => %(age)s)))
               for update skip locked))
"""

# Seconds that the rows of a chunk may be locked. The slower the disk, the smaller the next chunk.
PATIENCE = 0.05
SMALLEST = 10


@dataclass(slots=True)
class Pruned:
    """What was deleted, with the attempts of the jobs; `longest` is the longest chunk in seconds.

    `is_complete` is False when the time was over before all that was old had been looked at.
    """

    finished: int = 0
    dead: int = 0
    windows: int = 0
    slots: int = 0
    actions: int = 0
    fan_outs: int = 0
    is_complete: bool = False
    longest: float = 0.0


@dataclass(frozen=True, slots=True)
class Chunk:
    """What became of one chunk of jobs, the last id in it, and whether old ones may follow."""

    finished: int
    dead: int
    last: int | None
    has_more: bool | None


@dataclass(slots=True)
class Pruning:
    """One run: how much at a time, until when, and what was deleted so far."""

    chunk: int
    ends: float
    pruned: Pruned = field(default_factory=Pruned)

    @property
    def is_late(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self.ends

    def measure(self, seconds: float) -> None:
        """Fit the next chunk to how long the last one took."""
        self.pruned.longest = max(self.pruned.longest, seconds)
        if seconds > PATIENCE:
            self.chunk = max(SMALLEST, self.chunk // 2)

    async def jobs(self, parameters: dict[str, object]) -> None:
        """Delete jobs in the order of their ids."""
        after, has_more = 0, True
        while has_more and not self.is_late:
            began = time.monotonic()
            async with tx.run():
                done = await tx.row(Chunk, JOBS, **parameters, after=after, chunk=self.chunk)
            self.measure(time.monotonic() - began)
            assert done is not None  # noqa: S101  (a select without from has one row)
            self.pruned.finished += done.finished
            self.pruned.dead += done.dead
            after, has_more = done.last or after, bool(done.has_more)
        self.pruned.is_complete = not has_more

    async def rows(self, statement: LiteralString, parameters: dict[str, object]) -> int:
        """Run a statement that deletes a chunk until there is nothing left for it."""
        deleted = 0
        while not self.is_late:
            began, asked = time.monotonic(), self.chunk
            async with tx.run():
                count = await tx.execute(statement, **parameters, chunk=asked)
            self.measure(time.monotonic() - began)
            deleted += count
            if count < asked:
                return deleted
        self.pruned.is_complete = False
        return deleted


async def prune(
    *,
    older_than: timedelta = timedelta(days=30),
    dead_after: timedelta | None = None,
    actions_after: timedelta | None = None,
    fan_outs_after: timedelta | None = None,
    chunk: int = 1000,
    budget: float = 30.0,
    now: datetime | None = None,
) -> Pruned:
    """Delete jobs that succeeded or were cancelled so long ago, and what is remembered of them.

    With them go their attempts, and so do windows that are over and old slots. The others stay for
    ever unless it is said how long they are kept: dead letters, `dead_after`; what people did to
    jobs, `actions_after`; which fan-outs were done, `fan_outs_after`. The key of a fan-out that is
    forgotten makes jobs again. Each chunk is a transaction of its own; after `budget` seconds it
    stops, and the next call goes on. `now` is for tests only.

    Raises:
        RuntimeError: inside an open transaction, which would hold every lock until its end.
        ValueError: `chunk` is not positive.

    """
    if tx.is_open():
        raise RuntimeError("Pruning needs its own transactions: call it outside `tx.run()`.")
    if chunk < 1:
        raise ValueError("chunk must be at least 1.")
    run = Pruning(chunk, time.monotonic() + budget)
    ages: dict[str, object] = {"now": now, "older_than": seconds(older_than)}
    await run.jobs({**ages, "dead_after": None if dead_after is None else seconds(dead_after)})
    run.pruned.windows = await run.rows(WINDOWS, {"now": now})
    run.pruned.slots = await run.rows(SLOTS, ages)
    if actions_after is not None:
        run.pruned.actions = await run.rows(ACTIONS, {"now": now, "age": seconds(actions_after)})
    if fan_outs_after is not None:
        run.pruned.fan_outs = await run.rows(FAN_OUTS, {"now": now, "age": seconds(fan_outs_after)})
    return run.pruned


def seconds(age: timedelta) -> float:
    """Return an age as the database shall count it: its days are longer when clocks are set back.

    Nothing is a thousand years old, and much more would be before the first timestamp.
    """
    return min(age, timedelta(days=365_000)).total_seconds()
