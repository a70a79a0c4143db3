"""Release or drop dead letters together: a group of one cause, a kind, or all of them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from psycopg.errors import DeadlockDetected, UniqueViolation

from shared import tx
from shared.outbox.failure import clean
from shared.outbox.office.audit import NOTE_LIMIT, UNNAMED, name

# So many rows are locked at once.
CHUNK = 1000

# A twin that is enqueued in the middle of a chunk undoes the chunk, and the next try sees it.
TRIES = 5

# What stands for a fingerprint that is missing is that of grouping.py.
CHOSEN: LiteralString = """
    with chosen as (
        select job.ctid as place_in_table, job.id, job.dedup_key, job.finished_at
          from background_jobs job
          left join lateral (
               select fingerprint, error from job_attempts
                where job_id = job.id and outcome <> 'succeeded'
                order by id desc limit 1) as final on true
         where job.status = 'dead'
           and (%(kind)s::text is null or job.kind = %(kind)s)
           and (%(fingerprint)s::text is null
                or coalesce(final.fingerprint,
                            regexp_replace(final.error, '[0-9]+', '', 'g'), '') = %(fingerprint)s)
           and (%(seen_at)s::timestamptz is null
                or (job.finished_at, job.id) > (%(seen_at)s, %(seen_id)s::bigint))
           and job.finished_at <= %(until)s
         order by job.finished_at, job.id
         limit %(limit)s
           for update of job
"""

# Of letters with one key only the newest goes; a live job with the key does the work of all. Keys
# are taken in the order of enqueue_many, so that neither waits for the other. An UPDATE would take
# them in whatever order the planner reads them; an INSERT that meets every row by its id takes them
# in the order of its select. What it would insert is never seen.
RELEASE: LiteralString = """
    ), ranked as (
        select chosen.*,
               row_number() over (partition by coalesce(dedup_key, 'id ' || id) order by id desc)
                 = 1
               and not exists (
                   select from background_jobs twin
                    where twin.dedup_key = chosen.dedup_key
                      and twin.status in ('pending', 'running')) as is_free
          from chosen
    ), placed as (
        select id, dedup_key,
               row_number() over (order by finished_at, id) - 1 + %(before)s as place
          from ranked
         where is_free
    ), released as (
        insert into background_jobs as job (id, kind, status, run_at) overriding system value
        select id, 'met', 'dead',
               %(start)s::timestamptz + place * interval '1 second' * %(apart)s
          from placed
         order by length(dedup_key), dedup_key collate "C", id
        on conflict (id) do update
           set status = 'pending', attempts = 0, finished_at = null, cancel_requested = false,
               run_at = excluded.run_at
        returning job.id, job.run_at
    ), audit as (
        insert into job_actions (by, action, job_id, detail)
        select %(by)s, 'released', id, jsonb_build_object('run_at', run_at) from released
    )
    select (select count(*) from chosen) as chosen, (select count(*) from released) as changed,
           (select max(run_at) from released) as last_at,
           last.finished_at as seen_at, last.id as seen_id
      from (select finished_at, id from chosen order by finished_at desc, id desc limit 1) as last
"""

# They are locked by a statement of its own, so that the next one finds each where it is: a letter
# that somebody was changing has another place by then.
LOCK: LiteralString = """
    )
    select count(*) from chosen
"""

DROP: LiteralString = """
    ), dropped as (
        update background_jobs job
           set status = 'cancelled', finished_at = clock_timestamp()
          from chosen
         where job.ctid = chosen.place_in_table
        returning job.id, job.kind, job.payload, chosen.finished_at as dead_since
    ), audit as (
        insert into job_actions (by, action, job_id, detail)
        select %(by)s, 'dropped', id, jsonb_strip_nulls(jsonb_build_object('note', %(note)s::text))
          from dropped
    )
    select id, kind, payload, dead_since from dropped order by dead_since, id
"""

NOW = "select clock_timestamp()"


@dataclass(frozen=True, slots=True)
class Released:
    """How many dead letters were released, how many a live job with their key kept from it."""

    released: int
    conflicts: int
    first_at: datetime | None
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Dropped:
    """A dead letter that was cancelled, and since when it had been dead."""

    id: int
    kind: str
    payload: object
    dead_since: datetime


@dataclass(frozen=True, slots=True)
class Chunk:
    """What became of one chunk of a release, and where the next one begins."""

    chosen: int
    changed: int
    last_at: datetime | None
    seen_at: datetime | None
    seen_id: int | None


NOTHING = Chunk(0, 0, None, None, None)


Then = Callable[[Sequence[Dropped]], Awaitable[object]]


async def release(
    *,
    kind: str | None = None,
    fingerprint: str | None = None,
    per_minute: float | None = None,
    limit: int | None = None,
    by: str = UNNAMED,
) -> Released:
    """Give dead letters seven fresh attempts, `per_minute` of them due each minute from now on.

    Without `per_minute` all are due now. The oldest go first, at most `limit`. Of letters with one
    key only the newest goes, and none where a live job has the key. Works in transactions of 1,000;
    inside an open one, in that.

    Raises:
        ValueError: `per_minute` or `limit` is not positive.

    """
    if (per_minute is not None and per_minute <= 0) or (limit is not None and limit <= 0):
        raise ValueError("per_minute and limit must be positive.")
    start = await the_time()
    seen = NOTHING
    released, conflicts, last_at = 0, 0, None
    while limit is None or released < limit:
        seen = await next_chunk(
            kind=kind,
            fingerprint=fingerprint,
            seen_at=seen.seen_at,
            seen_id=seen.seen_id,
            until=start,
            limit=CHUNK if limit is None else min(CHUNK, limit - released),
            before=released,
            start=start,
            apart=60 / per_minute if per_minute else 0,
            by=name(by),
        )
        if not seen.chosen:
            break
        released += seen.changed
        conflicts += seen.chosen - seen.changed
        last_at = seen.last_at or last_at
    return Released(released, conflicts, start if released else None, last_at)


async def drop_all(
    *,
    kind: str | None = None,
    fingerprint: str | None = None,
    note: str = "",
    by: str = UNNAMED,
    then: Then | None = None,
) -> int:
    """Cancel dead letters that should never run, and return how many.

    There may be a million, so they are not returned: `then` is called with those of each
    transaction, in it, for what else ends with them.
    """
    until = await the_time()
    total, last = 0, None
    while True:
        async with tx.run():
            chosen = {
                "kind": kind,
                "fingerprint": fingerprint,
                "seen_at": last.dead_since if last else None,
                "seen_id": last.id if last else None,
                "until": until,
                "limit": CHUNK,
            }
            await tx.execute(CHOSEN + LOCK, **chosen)
            dropped = await tx.rows(
                Dropped,
                CHOSEN + DROP,
                **chosen,
                by=name(by),
                note=clean(note, NOTE_LIMIT) or None,
            )
            if dropped and then is not None:
                await then(dropped)
        if not dropped:
            return total
        total, last = total + len(dropped), dropped[-1]


async def the_time() -> datetime:
    """Return the database's time."""
    async with tx.run():
        now = await tx.scalar(datetime, NOW)
    assert now is not None  # noqa: S101  (a select without from has one row)
    return now


async def next_chunk(**parameters: object) -> Chunk:
    """Release one chunk, again when a twin appeared in the middle or each waited for the other."""
    for _ in range(TRIES - 1):
        with suppress(UniqueViolation, DeadlockDetected):
            return await chunk(parameters)
    return await chunk(parameters)


async def chunk(parameters: Mapping[str, object]) -> Chunk:
    """Release one chunk in a transaction of its own, or in a savepoint of the open one."""
    async with tx.run(), tx.savepoint():
        return await tx.row(Chunk, CHOSEN + RELEASE, **parameters) or NOTHING
