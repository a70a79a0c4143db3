"""Probes: while a breaker is open, one job at a time finds out whether the outage is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import tx
from shared.outbox.holding.breaker import THRESHOLD

# After so long another job is tried, unless the probe is still running under its lease.
PATIENCE = timedelta(minutes=2)

# Whatever a probe ends with, unless it is another outage: what is behind the breaker has answered.
# One more outage opens it again at once, and for longer; a success that follows forgets it all. A
# worker that died between its job's end and this is made up for by the look at the row.
CLOSE = """
    update job_breakers
       set status = 'closed', failures = %(threshold)s - 1, probe_job = null, open_until = null
     where status = 'probing'
       and (probe_job = any(%(ids)s)
            or exists (select from background_jobs where id = probe_job and status = 'succeeded'))
    returning breaker, kinds,
              extract(epoch from coalesce(%(now)s, clock_timestamp()) - opened_at)::float8
                  as seconds
"""

# Its worker died, it was handed back or nobody took it: another is tried, though not before its
# time is over, since its end may be written already and about to be counted. One that somebody
# cancelled or deleted will not come back.
LOST = """
    update job_breakers
       set status = 'open', probe_job = null, open_until = coalesce(%(now)s, clock_timestamp())
     where status = 'probing'
       and not exists (
           select from background_jobs
            where id = probe_job
              and status <> 'cancelled'
              and (open_until > coalesce(%(now)s, clock_timestamp())
                   or (status = 'running'
                       and leased_until > coalesce(%(now)s, clock_timestamp()))))
"""

# The oldest job that nothing else holds up.
CHOOSE = """
    with ready as (
        select breaker
          from job_breakers
         where status = 'open' and open_until <= coalesce(%(now)s, clock_timestamp())
           for update skip locked
    ), chosen as (
        select breaker, job.id, job.ctid
          from ready
         cross join lateral (
               select id, ctid
                 from background_jobs
                where status = 'pending'
                  and held_by = 'breaker:' || breaker
                  and not exists (
                      select from job_queues
                       where job_queues.queue = background_jobs.queue
                         and paused_until > coalesce(%(now)s, clock_timestamp()))
                  and not exists (
                      select from job_kinds
                       where job_kinds.kind = background_jobs.kind
                         and paused_until > coalesce(%(now)s, clock_timestamp()))
                order by run_at, id
                limit 1
                  for update skip locked) as job
    ), freed as (
        update background_jobs job
           set held_by = null
          from chosen
         where job.ctid = chosen.ctid
        returning chosen.*
    )
    update job_breakers
       set status = 'probing',
           probe_job = freed.id,
           open_until = coalesce(%(now)s, clock_timestamp()) + %(patience)s
      from freed
     where job_breakers.breaker = freed.breaker
"""


@dataclass(frozen=True, slots=True)
class Closed:
    """A breaker that has closed, and for how many seconds it had been open."""

    breaker: str
    kinds: list[str]
    seconds: float | None

    @property
    def sentence(self) -> str:
        """Say that it has closed, and what that means."""
        return (
            f"breaker {self.breaker} is closed again after {self.seconds or 0:.0f} s: jobs of "
            f"{', '.join(self.kinds)} go on."
        )


async def close(ids: Sequence[int], *, now: datetime | None) -> list[Closed]:
    """Close the breakers whose probe is among these jobs, in the open transaction."""
    return await tx.rows(Closed, CLOSE, ids=list(ids), threshold=THRESHOLD, now=now)


async def send(*, now: datetime | None) -> None:
    """Give up lost probes and let new ones through where their time has come."""
    await tx.execute(LOST, now=now)
    await tx.execute(CHOOSE, now=now, patience=PATIENCE)
