"""Put a job into the table, in the ambient transaction."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, LiteralString

from shared import tx
from shared.outbox.encoding import check_key, encode
from shared.outbox.job import Job

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
    values (%(queue)s, %(kind)s, %(payload)s, %(run_at)s)
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

KEEPING: LiteralString = KEYED + RETURNING
RESCHEDULING: LiteralString = KEYED + RUN_AT + RETURNING
REPLACING: LiteralString = KEYED + RUN_AT + REPLACE + RETURNING

ENQUEUE_FROM_HEAD = """
    insert into background_jobs (queue, kind, payload, dedup_key)
    select %(job_queue)s, %(job_kind)s, chosen.payload, chosen.dedup_key
      from (
"""

ENQUEUE_FROM_TAIL = """
           ) as chosen (payload, dedup_key)
    on conflict (dedup_key) where status in ('pending', 'running') do nothing
"""

# However often it is sent, a transaction wakes the workers once, when it commits.
WAKE = "select pg_notify('background_jobs', '')"


# As `once_in`: for always.
EVER = timedelta.max


@dataclass(frozen=True, slots=True)
class Enqueued:
    """The live job of a key, and whether this call created it."""

    id: int
    created: bool


async def enqueue(
    job: Job,
    *,
    dedup_key: str | None = None,
    run_at: datetime | None = None,
    on_running: OnRunning = "absorb",
    on_waiting: OnWaiting = "keep",
    once_in: timedelta | None = None,
    wake: bool = False,
) -> Enqueued:
    """Enqueue a job in the ambient transaction, unless a live one has its key.

    While the twin is running, `absorb` leaves it at that: whatever it has already read stays read.
    `rerun` guarantees one more run after it ends.

    A twin that waits, as on a late rung of the ladder, goes on waiting with `keep`. With `sooner`
    this request's `run_at` counts if it is earlier, with `reschedule` in any case: each request
    then puts the run off. `replace` also gives the twin this job's payload and fresh attempts.

    With `once_in` the key is taken for so long after a job was created, whatever becomes of that
    job; `EVER` is for always. `wake` tells workers that listen, when the transaction commits.

    Raises:
        NoTransaction: outside `tx.run()`.
        BadPayload: naming the path of what cannot be stored.
        ValueError: `run_at` has no time zone, or `once_in` has no key.

    """
    if run_at is not None and run_at.tzinfo is None:
        raise ValueError("run_at needs a time zone, as in datetime.now(UTC).")
    parameters = {
        "queue": job.queue,
        "kind": job.kind,
        "payload": encode(job),
        "run_at": run_at,
    }
    if dedup_key is None:
        if once_in is not None:
            raise ValueError("once_in needs a dedup_key: once of what?")
        enqueued = await tx.row(Enqueued, LATER if run_at else AT_ONCE, **parameters)
    else:
        check_key(dedup_key)
        parameters |= {"dedup_key": dedup_key, "rerun": on_running == "rerun"}
        enqueued = await keyed(parameters, on_waiting, once_in)
    if wake:
        await tx.execute(WAKE)
    assert enqueued is not None  # noqa: S101  (DO UPDATE always returns the row)
    return enqueued


async def enqueue_from(kind: type[Job], chosen: LiteralString, /, **parameters: object) -> int:
    """Enqueue one job for each row of a select, in one statement; return how many were created.

    The select yields two columns: the payload as jsonb, ids only, and the dedup key. Order it by
    what the key is made of, so that two of these over the same rows never deadlock.
    """
    statement = ENQUEUE_FROM_HEAD + chosen + ENQUEUE_FROM_TAIL
    return await tx.execute(statement, **parameters, job_queue=kind.queue, job_kind=kind.kind)


async def keyed(
    parameters: dict[str, Any], on_waiting: OnWaiting, once_in: timedelta | None
) -> Enqueued | None:
    """Enqueue a job that has a key."""
    if once_in is not None:
        from shared.outbox.windows import in_window  # seldom used, and it needs this module

        return await in_window(parameters, on_waiting, once_in)
    return await insert(parameters, on_waiting)


async def insert(parameters: dict[str, Any], on_waiting: OnWaiting) -> Enqueued | None:
    """Write the job, or do to its twin what was asked for."""
    if on_waiting == "keep":
        is_plain = parameters["run_at"] is None and not parameters["rerun"]
        return await tx.row(Enqueued, KEYED_AT_ONCE if is_plain else KEEPING, **parameters)
    if on_waiting == "replace":
        return await tx.row(Enqueued, REPLACING, **parameters, on_waiting=on_waiting)
    return await tx.row(Enqueued, RESCHEDULING, **parameters, on_waiting=on_waiting)
