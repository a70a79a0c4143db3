"""Write one job, or do to the live one of its key what was asked for, in one statement."""

from dataclasses import dataclass
from typing import Any, Literal, LiteralString

from shared import tx

OnRunning = Literal["absorb", "rerun"]
OnWaiting = Literal["keep", "sooner", "reschedule", "replace"]

# Nothing can be in the way of a job without a key. Most jobs are due at once, as the column's
# default says: a tenth of what a statement costs is its parameters.
AT_ONCE: LiteralString = """
    insert into background_jobs (queue, kind, payload)
    values (%(queue)s, %(kind)s, %(payload)s)
    returning id, true as created
"""

LATER: LiteralString = """
    insert into background_jobs (queue, kind, payload, run_at)
    values (%(queue)s, %(kind)s, %(payload)s, coalesce(%(run_at)s, clock_timestamp()))
    returning id, true as created
"""

# DO UPDATE instead of DO NOTHING, for two reasons. It always returns the row, also one that was
# committed a moment ago. And it locks a pending twin until this transaction ends, so the twin
# cannot run before what this transaction writes can be seen.
KEYED_AT_ONCE: LiteralString = """
    insert into background_jobs (queue, kind, payload, dedup_key)
    values (%(queue)s, %(kind)s, %(payload)s, %(dedup_key)s)
    on conflict (dedup_key) where status in ('pending', 'running') do update
       set rerun_requested = background_jobs.rerun_requested
    returning id, xmax = 0 as created
"""

KEYED: LiteralString = """
    insert into background_jobs (queue, kind, payload, dedup_key, run_at)
    values (%(queue)s, %(kind)s, %(payload)s, %(dedup_key)s,
            coalesce(%(run_at)s, clock_timestamp()))
    on conflict (dedup_key) where status in ('pending', 'running') do update
       set rerun_requested = background_jobs.rerun_requested
                             or (%(rerun)s and background_jobs.status = 'running')
"""

# A twin that is running is changed only for the run that is asked for to follow.
RUN_AT: LiteralString = """
         , run_at = case
               when background_jobs.status = 'running' and not %(rerun)s
               then background_jobs.run_at
               when %(on_waiting)s = 'sooner' then least(background_jobs.run_at, excluded.run_at)
               else excluded.run_at end
"""

# What failed before was another payload: this one has all its attempts.
REPLACE: LiteralString = """
         , queue = case when background_jobs.status = 'pending' or %(rerun)s
                        then excluded.queue else background_jobs.queue end
         , kind = case when background_jobs.status = 'pending' or %(rerun)s
                       then excluded.kind else background_jobs.kind end
         , payload = case when background_jobs.status = 'pending' or %(rerun)s
                          then excluded.payload else background_jobs.payload end
         , attempts = case when background_jobs.status = 'pending'
                           then 0 else background_jobs.attempts end
         , held_by = null
"""

RETURNING: LiteralString = """
    returning id, xmax = 0 as created
"""

# A notification that goes along. A job that comes alone is named; of many in one transaction none
# is, and the notification is one. Its answer is an empty text, never null: the id is returned.
RETURNING_ID: LiteralString = "returning id,"
WAKING: LiteralString = (
    "returning case when pg_notify('background_jobs', '') is not null then id end,"
)
NAMING: LiteralString = (
    "returning case when pg_notify('background_jobs', id::text) is not null then id end,"
)

KEEPING: LiteralString = KEYED + RETURNING
RESCHEDULING: LiteralString = KEYED + RUN_AT + RETURNING
REPLACING: LiteralString = KEYED + RUN_AT + REPLACE + RETURNING


@dataclass(frozen=True, slots=True)
class Enqueued:
    """The live job of a key, and whether this call created it."""

    id: int
    created: bool


async def insert(
    parameters: dict[str, Any], on_waiting: OnWaiting, *, wake: bool = False, alone: bool = False
) -> Enqueued:
    """Write a job, and what happens to its twin if it has a key and a twin.

    In the ambient transaction, or `alone` in one of its own.
    """
    is_plain = parameters["run_at"] is None and not parameters["rerun"]
    if parameters["dedup_key"] is None:
        statement = AT_ONCE if is_plain else LATER
    elif on_waiting == "keep":
        statement = KEYED_AT_ONCE if is_plain else KEEPING
    else:
        statement = REPLACING if on_waiting == "replace" else RESCHEDULING
    if wake:
        statement = statement.replace(RETURNING_ID, NAMING if alone else WAKING)
    write = tx.written_alone if alone else tx.written
    enqueued = await write(Enqueued, statement, **parameters, on_waiting=on_waiting)
    assert enqueued is not None  # noqa: S101  (DO UPDATE always returns the row)
    return enqueued
