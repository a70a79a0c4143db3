"""How the gates stand: what is paused, limited or out, and how much waits behind it."""

from dataclasses import dataclass
from datetime import datetime

from shared import tx
from shared.outbox.holding.breaker import FIRST_REST, LONGEST_REST

EVERYTHING = "select paused_since, paused_because from job_origin"

# Each of the two counts has an index; a queue counts while it has jobs or a row of its own.
QUEUES = """
    with counted as (
        select queue, sum(due)::bigint as due, sum(running)::bigint as running
          from (select queue, count(*) as due, 0 as running
                  from background_jobs
                 where status = 'pending' and held_by is null
                   and run_at <= (select clock_timestamp())
                 group by queue
                 union all
                select queue, 0, count(*)
                  from background_jobs
                 where status = 'running'
                 group by queue) as both_counts
         group by queue
    )
    select queue, coalesce(due, 0) as due, coalesce(running, 0) as running,
           case when paused_until > clock_timestamp() then paused_until end as paused_until,
           case when paused_until > clock_timestamp() then paused_because end as paused_because,
           max_running, rate, burst
      from counted
      full join job_queues using (queue)
     order by queue
"""

KINDS = """
    select kind, paused_until, paused_because,
           (select count(*) from background_jobs
             where status = 'pending' and held_by = 'kind:' || job_kinds.kind) as held
      from job_kinds
     where paused_until > clock_timestamp()
     order by kind
"""

BREAKERS = """
    select breaker, kinds, status, failures, opened_at, open_until, probe_job, last_error,
           least(%(longest)s, %(first)s * 2 ^ least(trips, 20))::float8 as next_rest,
           (select count(*) from background_jobs
             where status = 'pending' and held_by = 'breaker:' || breaker) as held
      from job_breakers
     order by breaker
"""


@dataclass(frozen=True, slots=True)
class Everything:
    """Since when nothing at all is started, and why; None while anything may be."""

    paused_since: datetime | None
    paused_because: str | None


@dataclass(frozen=True, slots=True)
class QueueGate:
    """A queue: its jobs that are due or run, whether it is paused, and its limits."""

    queue: str
    due: int
    running: int
    paused_until: datetime | None
    paused_because: str | None
    max_running: int | None
    rate: float | None
    burst: int | None


@dataclass(frozen=True, slots=True)
class KindGate:
    """A kind that is paused, and how many of its jobs have met the pause."""

    kind: str
    paused_until: datetime
    paused_because: str | None
    held: int


@dataclass(frozen=True, slots=True)
class BreakerGate:
    """A breaker that has seen outages, and how many jobs wait behind it.

    Open, it sends a probe after `open_until`; probing, `probe_job` is the one that tries. If that
    fails, it rests for `next_rest` seconds, or up to a tenth longer.
    """

    breaker: str
    kinds: list[str]
    status: str
    failures: int
    opened_at: datetime | None
    open_until: datetime | None
    probe_job: int | None
    last_error: str | None
    next_rest: float
    held: int


@dataclass(frozen=True, slots=True)
class Gates:
    """Everything that holds jobs back, or could; `paused_since` is when all of it was paused."""

    paused_since: datetime | None
    paused_because: str | None
    queues: list[QueueGate]
    kinds: list[KindGate]
    breakers: list[BreakerGate]


async def gates() -> Gates:
    """Return how all gates stand now; a pause for good ends at `FOR_GOOD`."""
    async with tx.run():
        everything = await tx.row(Everything, EVERYTHING) or Everything(None, None)
        return Gates(
            paused_since=everything.paused_since,
            paused_because=everything.paused_because,
            queues=await tx.rows(QueueGate, QUEUES),
            kinds=await tx.rows(KindGate, KINDS),
            breakers=await tx.rows(BreakerGate, BREAKERS, first=FIRST_REST, longest=LONGEST_REST),
        )
