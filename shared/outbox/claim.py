"""Take what is due, and take back what was abandoned."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import tx
from shared.outbox.job import QUEUES, Running
from shared.outbox.ladder import JITTER, LADDER_SECONDS, MAX_ATTEMPTS

# The time is read once, in a subselect: bare, clock_timestamp() is volatile, which keeps the index
# from being used and reads every job of the future. The inner select is a CTE because a planner may
# run a LIMIT subquery more than once and update more rows than asked for. The payload comes as
# text: one that Python cannot read must fail its own job and no other.
CLAIM = """
    with due as (
        select id
          from background_jobs
         where status = 'pending'
           and held_by is null
           and queue = %(queue)s
           and run_at <= (select coalesce(%(now)s, clock_timestamp()))
           and not exists (
               select from job_queues
                where job_queues.queue = %(queue)s
                  and paused_until > (select coalesce(%(now)s, clock_timestamp())))
         order by run_at, id
         limit %(limit)s
           for update skip locked
    ), claimed as (
        update background_jobs job
           set status = 'running',
               attempts = attempts + 1,
               rerun_requested = false,
               lease_id = gen_random_uuid(),
               started_at = coalesce(%(now)s, clock_timestamp()),
               leased_until = coalesce(%(now)s, clock_timestamp()) + %(lease)s
          from due
         where job.id = due.id
        returning job.*
    )
    select id, kind, queue, payload::text as payload, attempts as attempt, lease_id, leased_until
      from claimed
     order by run_at, id
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
                        + interval '1 second' * (1 + %(jitter)s * random())
                        * coalesce((%(ladder)s::float8[])[job.attempts], 0),
               rerun_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = case when job.attempts >= %(max_attempts)s and not rerun_requested
                                  then coalesce(%(now)s, clock_timestamp()) end
          from expired
         where job.id = expired.id
           and job.status = 'running'
           and job.leased_until < coalesce(%(now)s, clock_timestamp())
        returning job.id, expired.attempts, job.started_at, job.status
    ), history as (
        insert into job_attempts (job_id, attempt, outcome, started_at, finished_at, error)
        select id, attempts, 'expired', started_at, coalesce(%(now)s, clock_timestamp()),
               'The lease expired: the worker was killed, froze or lost the database.'
          from swept
    )
    select count(*) as rescued, count(*) filter (where status = 'dead') as dead from swept
"""

# greatest() ignores the null of a queue that was never paused.
NEXT_DUE = """
    select min(due)
      from (
        select greatest(first.run_at, paused_until) as due
          from (values ('interactive'), ('bulk')) as queues (queue)
         cross join lateral (
               select run_at from background_jobs
                where status = 'pending' and held_by is null
                  and background_jobs.queue = queues.queue
                order by run_at limit 1) as first
          left join job_queues using (queue)
         union all
        (select leased_until from background_jobs
          where status = 'running' order by leased_until limit 1)
      ) as waits
"""


@dataclass(frozen=True, slots=True)
class Swept:
    """How many attempts had outlived their lease, and how many of their jobs are now dead."""

    rescued: int
    dead: int


async def claim(limit: int, *, lease: timedelta, now: datetime | None = None) -> list[Running]:
    """Lease at most `limit` due jobs, interactive ones first, each in order of run_at and id.

    `now` is for tests only: without it the time is the database's.
    """

    async def take() -> list[Running]:
        claimed: list[Running] = []
        for queue in QUEUES:
            if left := limit - len(claimed):
                claimed += await claim_of(queue, left, lease=lease, now=now)
        return claimed

    return await tx.retrying(take)


async def claim_of(
    queue: str, limit: int, *, lease: timedelta, now: datetime | None
) -> list[Running]:
    """Lease at most `limit` due jobs of one queue."""
    return await tx.rows(Running, CLAIM, queue=queue, limit=limit, lease=lease, now=now)


async def sweep(*, now: datetime | None = None) -> Swept:
    """End the attempts whose lease expired, as failed ones."""

    async def take_back() -> Swept | None:
        return await tx.row(
            Swept,
            SWEEP,
            now=now,
            ladder=LADDER_SECONDS,
            jitter=JITTER,
            max_attempts=MAX_ATTEMPTS,
        )

    return await tx.retrying(take_back) or Swept(0, 0)


async def next_due_at() -> datetime | None:
    """Return when the next job is due or the next lease expires, None when nothing waits."""

    async def look() -> datetime | None:
        return await tx.scalar(datetime, NEXT_DUE)

    return await tx.retrying(look)
