"""When a worker is needed next."""

from collections.abc import Sequence
from datetime import datetime

from shared import tx
from shared.outbox.job import QUEUES

# greatest() ignores the null of a queue that was never paused. An end that is 'infinity' is none:
# somebody will lift it by hand.
NEXT_DUE = """
    select min(due)
      from (
        select greatest(
                   first.run_at,
                   paused_until,
                   refilled_at + interval '1 second' * greatest(1 - tokens, 0) / rate) as due
          from unnest(%(queues)s::text[]) as queues (queue)
         cross join lateral (
               select run_at
                 from background_jobs
                where status = 'pending' and held_by is null
                  and background_jobs.queue = queues.queue
                order by run_at limit 1) as first
          left join job_queues using (queue)
         union all
        select paused_until
          from job_kinds
         where exists (select from background_jobs
                        where status = 'pending' and held_by = 'kind:' || job_kinds.kind)
         union all
        select open_until
          from job_breakers
         where job_breakers.status = 'open'
           and exists (select from background_jobs
                        where status = 'pending' and held_by = 'breaker:' || breaker)
         union all
        (select leased_until from background_jobs
          where status = 'running' order by leased_until limit 1)
      ) as waits
     where due < '9999-01-01 00:00+00'
"""


async def next_due_at(queues: Sequence[str] = QUEUES) -> datetime | None:
    """Return when the next job is due, held ones may go or a lease expires; None if never."""

    async def look() -> datetime | None:
        return await tx.scalar(datetime, NEXT_DUE, queues=list(queues))

    return await tx.retrying(look)
