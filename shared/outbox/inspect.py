"""Look at the queue, hurry a job that waits, cancel one that waits or is dead."""

from dataclasses import dataclass, replace
from datetime import datetime

from shared import tx
from shared.outbox.payload import readable

JOBS = """
    select id, queue, kind, payload::text as payload, status, attempts, run_at, dedup_key,
           leased_until, created_at, finished_at,
           (select error from job_attempts
             where job_id = background_jobs.id and error is not null
             order by id desc limit 1) as last_error
      from background_jobs
     where (%(id)s::bigint is null or id = %(id)s)
       and (%(status)s::text is null or status = %(status)s)
       and (%(kind)s::text is null or kind = %(kind)s)
     order by id desc
     limit %(limit)s
"""

HISTORY = """
    select attempt, outcome, started_at, finished_at, error
      from job_attempts
     where job_id = %(id)s
     order by id
"""

RUN_NOW = """
    update background_jobs set run_at = clock_timestamp() where id = %(id)s and status = 'pending'
"""

CANCEL = """
    update background_jobs
       set status = 'cancelled', finished_at = clock_timestamp(), rerun_requested = false
     where (status = 'pending' and (id = %(id)s or dedup_key = %(dedup_key)s))
        or (status = 'dead' and id = %(id)s)
"""

# Live jobs and dead letters only, each by an index of its own: counting what has finished would
# read the whole table, and so would `status in (...)`.
WAITING = """
    select kind, status, count(*) as jobs, min(run_at) as oldest_due,
           count(*) filter (where status = 'pending' and run_at <= clock_timestamp()) as due
      from (select kind, status, run_at from background_jobs where status = 'pending'
             union all
            select kind, status, run_at from background_jobs where status = 'running'
             union all
            select kind, status, run_at from background_jobs where status = 'dead') as waiting
     group by kind, status
     order by kind, status
"""


# What has failed before and waits for its next attempt: of each kind the job that is due first.
FAILING = """
    select kind, id, attempts, run_at, jobs,
           (select error from job_attempts
             where job_id = first.id and error is not null
             order by id desc limit 1) as last_error
      from (select distinct on (kind) kind, id, attempts, run_at,
                   count(*) over (partition by kind) as jobs
              from background_jobs
             where status = 'pending' and attempts > 0
             order by kind, run_at, id) as first
     order by kind
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
    finished_at: datetime | None
    last_error: str | None


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that ended."""

    attempt: int
    outcome: str
    started_at: datetime | None
    finished_at: datetime
    error: str | None


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many jobs of a kind are in a state that somebody may care about."""

    kind: str
    status: str
    jobs: int
    oldest_due: datetime | None
    due: int


@dataclass(frozen=True, slots=True)
class Failing:
    """How many jobs of a kind have failed and are tried again, and the first of them."""

    kind: str
    id: int
    attempts: int
    run_at: datetime
    jobs: int
    last_error: str | None


async def jobs(
    *,
    job_id: int | None = None,
    status: str | None = None,
    kind: str | None = None,
    limit: int = 100,
) -> list[StoredJob]:
    """Return jobs, newest first."""
    async with tx.run():
        found = await tx.rows(StoredJob, JOBS, id=job_id, status=status, kind=kind, limit=limit)
    return [replace(job, payload=readable(str(job.payload))) for job in found]


async def history(job_id: int) -> list[Attempt]:
    """Return every attempt of a job that ended, oldest first."""
    async with tx.run():
        return await tx.rows(Attempt, HISTORY, id=job_id)


async def waiting() -> list[Waiting]:
    """Count the live jobs and the dead letters by kind."""
    async with tx.run():
        return await tx.rows(Waiting, WAITING)


async def failing() -> list[Failing]:
    """Return by kind the jobs that have failed and wait for another attempt."""
    async with tx.run():
        return await tx.rows(Failing, FAILING)


async def run_now(job_id: int) -> bool:
    """Make a pending job due now; False if it is not pending."""
    async with tx.run():
        return await tx.execute(RUN_NOW, id=job_id) > 0


async def cancel(*, job_id: int | None = None, dedup_key: str | None = None) -> bool:
    """Cancel a pending job by its id or its key, or a dead one by its id; False if there is none.

    Joins the ambient transaction when there is one.
    """
    async with tx.run():
        return await tx.execute(CANCEL, id=job_id, dedup_key=dedup_key) > 0
