"""Take back what was abandoned: an attempt whose lease is over has failed."""

from dataclasses import dataclass
from datetime import datetime

from shared import tx
from shared.outbox.ladder import JITTER, LADDER_SECONDS, MAX_ATTEMPTS

# Nobody was there to say more. It is the fingerprint as well: without one, dead letters are grouped
# by their text, so those of earlier versions are in the same group.
EXPIRED = "The lease expired: the worker was killed, froze or lost the database."

# One statement that locks, checks and writes: a worker that finishes in between keeps its result.
# FOR UPDATE looks again at the state and the time of what it locks. The update asks for the id
# alone: with the state in it, a planner that remembers few leases reads all of them for each row.
SWEEP = """
    with clock as materialized (
        select coalesce(%(now)s, clock_timestamp()) as now
    ), expired as materialized (
        select ctid, attempts
          from background_jobs
         where status = 'running' and leased_until < (select now from clock)
         order by leased_until
         limit 1000
           for update skip locked
    ), swept as (
        update background_jobs job
           set status = case when rerun_requested then 'pending'
                             when cancel_requested then 'cancelled'
                             when job.attempts < %(max_attempts)s then 'pending'
                             else 'dead' end,
               attempts = case when rerun_requested
                                    and (job.attempts >= %(max_attempts)s or cancel_requested)
                               then 0 else job.attempts end,
               run_at = greatest(now + interval '1 second' * (1 + %(jitter)s * random())
                                       * case when cancel_requested then 0
                                              else coalesce((%(ladder)s::float8[])[job.attempts], 0)
                                         end,
                                 case when rerun_requested then run_at end),
               rerun_requested = false,
               cancel_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = case when (job.attempts >= %(max_attempts)s or cancel_requested)
                                       and not rerun_requested
                                  then now end
          from expired
         cross join clock
         where job.ctid = expired.ctid
        returning job.id, expired.attempts, job.started_at, job.status, now
    ), history as (
        insert into job_attempts
               (job_id, attempt, outcome, started_at, finished_at, error, fingerprint)
        select id, attempts, 'expired', started_at, now, %(error)s, %(error)s
          from swept
    )
    select count(*) as rescued, count(*) filter (where status = 'dead') as dead from swept
"""


@dataclass(frozen=True, slots=True)
class Swept:
    """How many attempts had outlived their lease, and how many of their jobs are now dead."""

    rescued: int
    dead: int


async def sweep(*, now: datetime | None = None) -> Swept:
    """End the attempts whose lease expired, as failed ones, at most a thousand."""

    async def take_back() -> Swept | None:
        return await tx.row(
            Swept,
            SWEEP,
            now=now,
            ladder=LADDER_SECONDS,
            jitter=JITTER,
            max_attempts=MAX_ATTEMPTS,
            error=EXPIRED,
        )

    return await tx.retrying(take_back) or Swept(0, 0)
