"""Take what is due, and take back what was abandoned."""

from datetime import datetime, timedelta

from shared import tx
from shared.outbox.job import QUEUES, Queue, Running
from shared.outbox.ladder import JITTER, LADDER, MAX_ATTEMPTS

# The time is read once, in a subselect: bare, clock_timestamp() is volatile, which keeps the index
# from being used and reads every job of the future. The inner select is a CTE because a planner may
# run a LIMIT subquery more than once and update more rows than asked for.
CLAIM = """
    with due as (
        select id
          from background_jobs
         where status = 'pending'
           and queue = %(queue)s
           and run_at <= (select coalesce(%(now)s, clock_timestamp()))
           and not exists (
               select from queue_pauses
                where queue_pauses.queue = %(queue)s
                  and paused_until > (select coalesce(%(now)s, clock_timestamp())))
         order by run_at, id
         limit %(limit)s
           for update skip locked
    )
    update background_jobs job
       set status = 'running',
           attempts = attempts + 1,
           rerun_requested = false,
           lease_id = gen_random_uuid(),
           started_at = coalesce(%(now)s, clock_timestamp()),
           leased_until = coalesce(%(now)s, clock_timestamp()) + %(lease)s
      from due
     where job.id = due.id
    returning job.id, kind, queue, payload, attempts as attempt, lease_id, leased_until
"""

# One statement that locks, checks and writes: a worker that finishes in between keeps its result.
SWEEP = """
    with expired as (
        select id, attempts
          from background_jobs
         where status = 'running'
           and leased_until < (select coalesce(%(now)s, clock_timestamp()))
         order by leased_until
         limit 1000
           for update skip locked
    ), swept as (
        update background_jobs job
           set status = case when job.attempts < %(max_attempts)s or rerun_requested
                             then 'pending' else 'dead' end,
               attempts = case when job.attempts >= %(max_attempts)s and rerun_requested
                               then 0 else job.attempts end,
               run_at = coalesce(%(now)s, clock_timestamp())
                        + coalesce((%(ladder)s::interval[])[job.attempts], '0')
                        * (1 + %(jitter)s * random()),
               rerun_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = case when job.attempts >= %(max_attempts)s and not rerun_requested
                                  then coalesce(%(now)s, clock_timestamp()) end
          from expired
         where job.id = expired.id
           and job.status = 'running'
           and job.leased_until < coalesce(%(now)s, clock_timestamp())
        returning job.id, expired.attempts, job.started_at
    )
    insert into job_attempts (job_id, attempt, outcome, started_at, finished_at, error)
    select id, attempts, 'expired', started_at, coalesce(%(now)s, clock_timestamp()),
           'The lease expired: the worker was killed, froze or lost the database.'
      from swept
"""

NEXT_DUE = """
    select least(
        (select run_at from background_jobs
          where status = 'pending' and queue = 'interactive' order by run_at limit 1),
        (select run_at from background_jobs
          where status = 'pending' and queue = 'bulk' order by run_at limit 1),
        (select leased_until from background_jobs
          where status = 'running' order by leased_until limit 1))
"""


async def claim(limit: int, *, lease: timedelta, now: datetime | None = None) -> list[Running]:
    """Lease at most `limit` due jobs, interactive ones first, each in order of run_at and id.

    `now` is for tests only: without it the time is the database's.
    """
    claimed: list[Running] = []
    async with tx.run():
        for queue in QUEUES:
            if len(claimed) < limit:
                claimed += await claim_of(queue, limit - len(claimed), lease=lease, now=now)
    return claimed


async def claim_of(
    queue: Queue, limit: int, *, lease: timedelta, now: datetime | None
) -> list[Running]:
    """Lease at most `limit` due jobs of one queue."""
    return await tx.rows(Running, CLAIM, queue=queue, limit=limit, lease=lease, now=now)


async def sweep(*, now: datetime | None = None) -> int:
    """End the attempts whose lease expired, as failed ones, and return how many."""
    async with tx.run():
        return await tx.execute(
            SWEEP,
            now=now,
            ladder=list(LADDER),
            jitter=JITTER,
            max_attempts=MAX_ATTEMPTS,
        )


async def next_due_at() -> datetime | None:
    """Return when the next job is due or the next lease expires, None when nothing waits."""
    async with tx.run():
        return await tx.scalar(datetime, NEXT_DUE)
