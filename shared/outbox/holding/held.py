"""Let go of jobs whose obstacle is gone."""

from datetime import datetime
from typing import LiteralString

from shared import tx

CHUNK = 1000

# What holds anything at the moment: a hop through the index for each obstacle, however many jobs
# wait behind it.
HOLDERS: LiteralString = """
    with recursive holder as (
        (select held_by from background_jobs
          where status = 'pending' and held_by is not null
          order by held_by limit 1)
        union all
        select (select job.held_by from background_jobs job
                 where job.status = 'pending' and job.held_by > holder.held_by
                 order by job.held_by limit 1)
          from holder
         where holder.held_by is not null
    )
"""

# The claim may hold a job in the very moment in which its obstacle ends: what this statement does
# not see yet, the next one lets go.
LET_GO: LiteralString = """
    , free as (
        select held_by
          from holder
         where held_by is not null
           and not exists (
               select from job_kinds
                where held_by = 'kind:' || kind
                  and paused_until > (select coalesce(%(now)s, clock_timestamp())))
           and not exists (
               select from job_breakers
                where held_by = 'breaker:' || breaker and status <> 'closed')
    ), chosen as (
        select job.ctid
          from free
         cross join lateral (
               select ctid, id, run_at from background_jobs
                where status = 'pending' and background_jobs.held_by = free.held_by
                order by run_at, id
                limit %(chunk)s
                  for update skip locked) as job
         order by job.run_at, job.id
         limit %(chunk)s
    ), freed as (
        update background_jobs job
           set held_by = null
          from chosen
         where job.ctid = chosen.ctid
    )
    select count(*) from chosen
"""


async def let_go(*, now: datetime | None = None) -> bool:
    """Let go at most a thousand jobs that nothing holds any more; True if there may be others."""

    async def chunk() -> int:
        return await tx.scalar(int, HOLDERS + LET_GO, now=now, chunk=CHUNK) or 0

    return await tx.retrying(chunk) == CHUNK
