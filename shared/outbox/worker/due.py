"""When a worker is needed next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared import tx
from shared.outbox.job import QUEUES

# greatest() ignores the null of a queue that was never paused. An end that is 'infinity' is none:
# somebody will lift it by hand.
NEXT_DUE = """
    select min(due), extract(epoch from min(due) - clock_timestamp())::float8
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
       and not exists (select from job_origin where paused_since is not null)
"""


@dataclass(frozen=True, slots=True)
class NextDue:
    """When a worker is needed next, and in how many seconds by the database's clock."""

    at: datetime | None
    seconds: float | None


async def next_due(queues: Sequence[str] = QUEUES) -> NextDue:
    """Return when the next job is due, held ones may go or a lease expires; None if never."""
    [(at, seconds)] = await tx.at_once(NEXT_DUE, {"queues": list(queues)})
    return NextDue(at, seconds)
