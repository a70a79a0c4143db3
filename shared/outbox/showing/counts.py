"""Count what is live, held back, failing or dead; never what has finished."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from shared import tx

# Live jobs and dead letters only, each by an index of its own: counting what has finished would
# read the whole table, and so would `status in (...)` or a condition that covers two indexes.
LIVE: LiteralString = """
    with live as (
        select queue, kind, status, run_at from background_jobs
         where status = 'pending' and held_by is null
         union all
        select queue, kind, status, run_at from background_jobs
         where status = 'pending' and held_by is not null
         union all
        select queue, kind, status, run_at from background_jobs where status = 'running'
         union all
        select queue, kind, status, run_at from background_jobs where status = 'dead'
    )
"""

# Follows LIVE.
BY_KIND: LiteralString = """
    select kind, status, count(*) as jobs, min(run_at) as oldest_due,
           count(*) filter (where status = 'pending' and run_at <= clock_timestamp()) as due
      from live
     group by kind, status
     order by kind, status
"""

HELD = """
    select held_by, count(*) as jobs, min(run_at) as oldest_due
      from background_jobs
     where status = 'pending' and held_by is not null
     group by held_by
     order by held_by
"""

# The queues in which jobs wait, and when the first of each is due: two hops through the index for a
# queue, however many jobs it has.
WAITING_QUEUES: LiteralString = """
    with recursive queues as (
        (select queue from background_jobs
          where status = 'pending' and held_by is null
          order by queue limit 1)
        union all
        select (select job.queue from background_jobs job
                 where job.status = 'pending' and job.held_by is null and job.queue > queues.queue
                 order by job.queue limit 1)
          from queues
         where queues.queue is not null
    ), firsts as (
        select queues.queue, first.run_at
          from queues
         cross join lateral (
               select run_at from background_jobs
                where status = 'pending' and held_by is null
                  and background_jobs.queue = queues.queue
                order by run_at, id limit 1) as first
         where queues.queue is not null
    )
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
class Waiting:
    """How many jobs of a kind are in a state that somebody may care about."""

    kind: str
    status: str
    jobs: int
    oldest_due: datetime | None
    due: int


@dataclass(frozen=True, slots=True)
class HeldBack:
    """How many jobs one holder keeps out of the claim's way: `kind:NAME` or `breaker:NAME`."""

    held_by: str
    jobs: int
    oldest_due: datetime


@dataclass(frozen=True, slots=True)
class Failing:
    """How many jobs of a kind have failed and are tried again, and the first of them."""

    kind: str
    id: int
    attempts: int
    run_at: datetime
    jobs: int
    last_error: str | None


async def waiting() -> list[Waiting]:
    """Count the live jobs and the dead letters by kind."""
    async with tx.run():
        return await tx.rows(Waiting, LIVE + BY_KIND)


async def held_back() -> list[HeldBack]:
    """Count the jobs that are held back, by what holds them."""
    async with tx.run():
        return await tx.rows(HeldBack, HELD)


async def failing() -> list[Failing]:
    """Return by kind the jobs that have failed and wait for another attempt."""
    async with tx.run():
        return await tx.rows(Failing, FAILING)
