"""The queue in numbers, by statements that read live jobs and dead letters and nothing finished."""

from dataclasses import dataclass
from typing import LiteralString

from shared import tx
from shared.outbox.showing.counts import LIVE, WAITING_QUEUES, HeldBack, held_back

# Follows LIVE.
BY_QUEUE: LiteralString = """
    select queue, kind, status, count(*) as jobs,
           count(*) filter (where status = 'pending' and run_at <= clock_timestamp()) as due
      from live
     group by queue, kind, status
     order by queue, kind, status
"""

# Follows WAITING_QUEUES.
OLDEST: LiteralString = """
    select queue, greatest(extract(epoch from clock_timestamp() - run_at), 0)::float8 as seconds
      from firsts
     order by queue
"""

PAUSED: LiteralString = """
    select 'queue' as gate, queue as name from job_queues where paused_until > clock_timestamp()
     union all
    select 'kind', kind from job_kinds where paused_until > clock_timestamp()
     union all
    select 'everything', '' from job_origin where paused_since is not null
     order by 1, 2
"""

BREAKERS: LiteralString = """
    select breaker, status <> 'closed' as is_open from job_breakers order by breaker
"""

# What somebody else's session hides from this role counts as nothing.
SIGNS: LiteralString = """
    select (select count(*) from background_jobs
             where status = 'running' and leased_until < (select clock_timestamp()))
             as expired_leases,
           (select extract(epoch from clock_timestamp() - last_tick_at)::float8 from job_origin)
             as last_tick_seconds,
           (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8
              from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()
               and (backend_xmin is not null or backend_xid is not null))
             as oldest_snapshot_seconds
"""


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many jobs of a queue, a kind and a status, and how many of them are due."""

    queue: str
    kind: str
    status: str
    jobs: int
    due: int


@dataclass(frozen=True, slots=True)
class OldestDue:
    """For how many seconds the first job of a queue has been due; 0 if it is not yet."""

    queue: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Paused:
    """What is paused: a queue or a kind by its name, or everything."""

    gate: str
    name: str


@dataclass(frozen=True, slots=True)
class Breaker:
    """A breaker, and whether it keeps jobs back."""

    breaker: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class Signs:
    """Leases that are over, and ages in seconds; None for a tick that never was."""

    expired_leases: int
    last_tick_seconds: float | None
    oldest_snapshot_seconds: float


@dataclass(frozen=True, slots=True)
class Summary:
    """The queue in numbers: live jobs and dead letters, ages in seconds, and what holds back."""

    jobs: list[KindCount]
    oldest_due: list[OldestDue]
    held: list[HeldBack]
    paused: list[Paused]
    breakers: list[Breaker]
    pending: int
    running: int
    dead: int
    expired_leases: int
    last_tick_seconds: float | None
    oldest_snapshot_seconds: float


async def summary() -> Summary:
    """Return the queue in numbers. What has finished is not counted: that would read it all."""
    async with tx.run():
        jobs = await tx.rows(KindCount, LIVE + BY_QUEUE)
        signs = await tx.row(Signs, SIGNS) or Signs(0, None, 0.0)
        return Summary(
            jobs=jobs,
            oldest_due=await tx.rows(OldestDue, WAITING_QUEUES + OLDEST),
            held=await held_back(),
            paused=await tx.rows(Paused, PAUSED),
            breakers=await tx.rows(Breaker, BREAKERS),
            pending=sum(one.jobs for one in jobs if one.status == "pending"),
            running=sum(one.jobs for one in jobs if one.status == "running"),
            dead=sum(one.jobs for one in jobs if one.status == "dead"),
            expired_leases=signs.expired_leases,
            last_tick_seconds=signs.last_tick_seconds,
            oldest_snapshot_seconds=signs.oldest_snapshot_seconds,
        )
