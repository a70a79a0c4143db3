"""Take what is due: one statement that leases it, or marks what is held back."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID, uuid4

from shared import tx
from shared.outbox.holding.allowance import allowed, groups, limited_queues, spend
from shared.outbox.job import QUEUES, Running

# The time is read once, in a subselect: bare, clock_timestamp() is volatile, which keeps the index
# from being used and reads every job of the future. What is to be updated comes from a CTE because
# a planner may run a LIMIT subquery more than once and update more rows than asked for. The queues
# are walked one after the other and no further than the limit, so an urgent job comes first and no
# row is locked for nothing. A job whose kind is held back is marked instead of leased: it would
# stand at the front of every later claim. The payload comes as text: one that Python cannot read
# must fail its own job and no other.
CLAIM = """
    with clock as materialized (
        select coalesce(%(now)s, clock_timestamp()) as now
    ), open_queues as materialized (
        select queue
          from unnest(%(queues)s::text[]) with ordinality as asked (queue, turn)
         where not exists (
               select from job_queues
                where job_queues.queue = asked.queue and paused_until > (select now from clock))
           and not exists (select from job_origin where paused_since is not null)
         order by turn
    ), obstacles as materialized (
        select kind, 'kind:' || kind as held_by, null::bigint as probe_job
          from job_kinds
         where paused_until > (select now from clock)
         union all
        select unnest(kinds), 'breaker:' || breaker, probe_job
          from job_breakers
         where status in ('open', 'probing')
    ), due as materialized (
        select job.ctid,
               (select min(held_by)
                  from obstacles
                 where obstacles.kind = job.kind
                   and probe_job is distinct from job.id) as held_by
          from open_queues
         cross join lateral (
               select ctid, id, kind
                 from background_jobs
                where status = 'pending'
                  and background_jobs.held_by is null
                  and queue = open_queues.queue
                  and run_at <= (select now from clock)
                order by run_at, id
                limit %(limit)s
                  for update skip locked) as job
         limit %(limit)s
    ), held as (
        update background_jobs job
           set held_by = due.held_by
          from due
         where job.ctid = due.ctid and due.held_by is not null
        returning job.id
    ), claimed as (
        update background_jobs job
           set status = 'running',
               attempts = attempts + 1,
               rerun_requested = false,
               lease_id = %(lease_id)s,
               started_at = clock.now,
               leased_until = clock.now + %(lease)s
          from due
         cross join clock
         where job.ctid = due.ctid and due.held_by is null
        returning job.id, kind, queue, payload, attempts, leased_until
    )
    select id, kind, queue, payload::text, attempts, leased_until
      from claimed
     union all
    select id, null, null, null, null, null
      from held
"""

Run = Callable[[LiteralString, Mapping[str, object]], Awaitable[list[tuple[Any, ...]]]]


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a claim leased, and how many jobs it met and held back instead."""

    running: list[Running]
    held: int


async def claim(
    limit: int,
    *,
    lease: timedelta,
    queues: Sequence[str] = QUEUES,
    now: datetime | None = None,
) -> list[Running]:
    """Lease at most `limit` due jobs, queue after queue, each in order of run_at and id.

    `now` is for tests only: without it the time is the database's.
    """
    limited = await limited_queues(queues)
    found = await claim_or_hold(
        limit, lease=lease, lease_id=uuid4(), queues=queues, limited=limited, now=now
    )
    return found.running


async def claim_or_hold(
    limit: int,
    *,
    lease: timedelta,
    lease_id: UUID,
    queues: Sequence[str],
    limited: set[str],
    now: datetime | None = None,
) -> Claimed:
    """Claim, and tell how many jobs were held back: with those, there may be more to claim.

    `limited` are those of the queues that have limits, which takes more than one statement.

    Raises:
        Unavailable: nothing was claimed.
        CommitUnknown: nobody knows; what was claimed has this `lease_id`.

    """
    this = Claim(lease, lease_id, now)
    if not limited.intersection(queues):
        return await this.take(tx.at_once, queues, limit)

    async def take() -> Claimed:
        running: list[Running] = []
        held = 0
        for group in groups(queues, limited):
            left = limit - len(running) - held
            is_limited = group[0] in limited
            if left > 0 and is_limited:
                left = await allowed(group[0], left, now=now)
            if left > 0:
                found = await this.take(tx.tuples, group, left)
                running += found.running
                held += found.held
                if is_limited:
                    await spend(group[0], len(found.running))
        return Claimed(running, held)

    return await tx.retrying(take)


@dataclass(frozen=True, slots=True)
class Claim:
    """What is the same for all that one claim takes."""

    lease: timedelta
    lease_id: UUID
    now: datetime | None

    async def take(self, run: Run, queues: Sequence[str], limit: int) -> Claimed:
        """Lease at most `limit` due jobs, in one statement."""
        found = await run(
            CLAIM,
            {
                "queues": list(queues),
                "limit": limit,
                "lease": self.lease,
                "lease_id": self.lease_id,
                "now": self.now,
            },
        )
        lease_id = self.lease_id
        running = [
            Running(job_id, kind, queue, payload, attempt, lease_id, leased_until)
            for job_id, kind, queue, payload, attempt, leased_until in found
            if kind is not None
        ]
        return Claimed(running, len(found) - len(running))
