"""Look at jobs and at the history of one, a page at a time."""

from dataclasses import dataclass, replace
from datetime import datetime

from shared import tx
from shared.outbox.payload import readable

JOBS = """
    select id, queue, kind, payload::text as payload, status, attempts, run_at, dedup_key,
           leased_until, created_at, started_at, finished_at, held_by, cancel_requested,
           result::text as result,
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
    return [shown(job) for job in found]


async def history(job_id: int, *, after: int = 0, limit: int = 1000) -> list[Attempt]:
    """Return the attempts of a job that ended, oldest first.

    `after` is the id of the last one of the page before. One without an id is the end of all.
    """
    async with tx.run():
        return await tx.rows(Attempt, HISTORY, id=job_id, after=after, limit=limit)


def shown(job: StoredJob) -> StoredJob:
    """Return a job with its JSON read, as far as Python can."""
    result = None if job.result is None else readable(str(job.result))
    return replace(job, payload=readable(str(job.payload)), result=result)
