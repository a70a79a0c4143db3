"""Look at the queue, hurry a job that waits, cancel one that waits, runs or is dead."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from shared import tx
from shared.outbox.office.audit import record
from shared.outbox.payload import readable

JOBS = """
    select id, queue, kind, payload::text as payload, status, attempts, run_at, dedup_key,
           leased_until, created_at, started_at, finished_at, held_by, cancel_requested, result,
           (select error from job_attempts
             where job_id = background_jobs.id and error is not null
             order by id desc limit 1) as last_error
      from background_jobs
     where (%(id)s::bigint is null or id = %(id)s)
       and (%(status)s::text is null or status = %(status)s)
       and (%(kind)s::text is null or kind = %(kind)s)
       and (%(after)s::bigint is null or id < %(after)s)
     order by id desc
     limit %(limit)s
"""

# A success leaves no row among the attempts unless it was not the end: the job's own row tells it.
# As the last one it has no number of its own.
HISTORY = """
    select nullif(id, 9223372036854775807) as id, attempt, outcome, started_at, finished_at, error
      from (select id, attempt, outcome, started_at, finished_at, error
              from job_attempts
             where job_id = %(id)s and id > %(after)s
             union all
            select 9223372036854775807, attempts, 'succeeded', started_at, finished_at, null
              from background_jobs job
             where id = %(id)s
               and status = 'succeeded'
               and not exists (
                   select from job_attempts
                    where job_id = job.id
                      and outcome = 'succeeded'
                      and job_attempts.finished_at = job.finished_at)) as ended
     order by ended.id
     limit %(limit)s
"""

RUN_NOW = """
    update background_jobs set run_at = clock_timestamp() where id = %(id)s and status = 'pending'
"""

# One that runs is only asked: its worker looks every few seconds, and writes the end.
CANCEL = """
    update background_jobs
       set status = case when status = 'running' then 'running' else 'cancelled' end,
           finished_at = case when status = 'running' then null else clock_timestamp() end,
           cancel_requested = status = 'running',
           rerun_requested = false
     where (status = 'pending' and (id = %(id)s or dedup_key = %(dedup_key)s))
        or (status in ('dead', 'running') and id = %(id)s)
    returning id, case when status = 'running' then 'requested' else 'cancelled' end as outcome
"""


Cancelling = Literal["cancelled", "requested"]


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A job that is cancelled, or whose worker is asked to stop it."""

    id: int
    outcome: Cancelling


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job as the table has it."""

    id: int
    queue: str
    kind: str
    payload: object
    status: str
    attempts: int
    run_at: datetime
    dedup_key: str | None
    leased_until: datetime | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    held_by: str | None
    cancel_requested: bool
    result: object
    last_error: str | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that ended; `id` is null for a success that was the job's end."""

    id: int | None
    attempt: int
    outcome: str
    started_at: datetime | None
    finished_at: datetime
    error: str | None


async def jobs(
    *,
    job_id: int | None = None,
    status: str | None = None,
    kind: str | None = None,
    after: int | None = None,
    limit: int = 100,
) -> list[StoredJob]:
    """Return jobs, newest first; `after` is the id of the last one of the page before."""
    async with tx.run():
        found = await tx.rows(
            StoredJob, JOBS, id=job_id, status=status, kind=kind, after=after, limit=limit
        )
    return [replace(job, payload=readable(str(job.payload))) for job in found]


async def history(job_id: int, *, after: int = 0, limit: int = 1000) -> list[Attempt]:
    """Return the attempts of a job that ended, oldest first.

    `after` is the id of the last one of the page before. One without an id is the end of all.
    """
    async with tx.run():
        return await tx.rows(Attempt, HISTORY, id=job_id, after=after, limit=limit)


async def run_now(job_id: int, *, by: str | None = None) -> bool:
    """Make a pending job due now; False if it is not pending. `by` is who wants it, if somebody."""
    async with tx.run():
        if not await tx.execute(RUN_NOW, id=job_id):
            return False
        if by is not None:
            await record("hurried", job_id, by=by)
        return True


async def cancel(
    *, job_id: int | None = None, dedup_key: str | None = None, by: str | None = None
) -> Cancelling | None:
    """Cancel a pending job by its id or its key, a dead or a running one by its id; None if none.

    A running job is "requested" to stop: within a few seconds its worker cancels the handler, and
    the job ends as cancelled, unless the handler has succeeded first. Joins the ambient transaction
    when there is one. `by` is who wants it, if somebody.
    """
    async with tx.run():
        found = await tx.row(Cancelled, CANCEL, id=job_id, dedup_key=dedup_key)
        if found is not None and by is not None:
            detail = {"running": True} if found.outcome == "requested" else {}
            await record("cancelled", found.id, by=by, **detail)
        return found.outcome if found is not None else None
