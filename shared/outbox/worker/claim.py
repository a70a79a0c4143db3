"""Take what is due: one statement that leases it, or marks what is held back."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, LiteralString
from uuid import UUID, uuid4

from shared import tx
from shared.outbox.holding.allowance import allowed, groups, limited_queues, spend
from shared.outbox.job import QUEUES, Running

# The time is read once, in a subselect: bare, clock_timestamp() is volatile, which keeps the index
# from being used and reads every job of the future.
CLOCK: LiteralString = """
    with clock as materialized (
        select coalesce(%(now)s, clock_timestamp()) as now
    )
"""

# The queues are walked one after the other and no further than the limit, so an urgent job comes
# first and no row is locked for nothing.
WALK: LiteralString = """
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
"""

# What is to be updated comes as an array: a planner may run a LIMIT subquery that it joins more
# than once, and update more rows than asked for.
LEASE: LiteralString = """
        update background_jobs job
           set status = 'running',
               attempts = attempts + 1,
               rerun_requested = false,
               lease_id = %(lease_id)s,
               started_at = clock.now,
               leased_until = clock.now + %(lease)s
          from clock
"""

# In whatever order they are updated, their place in the queue comes first. Times come as numbers,
# which cost a tenth to read. The payload comes as text: one that Python cannot read must fail its
# own job and no other.
RETURNING: LiteralString = """
        returning array_position(%(queues)s::text[], queue), date_part('epoch', run_at), job.id,
                  kind, queue, payload::text, attempts, date_part('epoch', leased_until)
"""

OPEN: LiteralString = """
    , open_queues as materialized (
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
"""

HOLD: LiteralString = """
    ), held as (
        update background_jobs job
           set held_by = due.held_by
          from due
         where job.ctid = due.ctid and due.held_by is not null
        returning job.id
    ), claimed as (
"""

FREE: LiteralString = """
         where job.ctid = any(array(select ctid from due where held_by is null))
"""

FOUND: LiteralString = """
    )
    select * from claimed
     union all
    select null, null, id, null, null, null, null, null from held
     union all
    select null, null, null, null, null, null, null, null
     where exists (select from obstacles)
        or (select count(*) from open_queues) < cardinality(%(queues)s::text[])
"""

ALL: LiteralString = """
         where job.ctid = any(array(
               select job.ctid from unnest(%(queues)s::text[]) as open_queues (queue)
"""

# A job whose kind is held back is marked instead of leased: it would stand at the front of every
# later claim. A last row without an id says that something is in the way.
CLAIM: LiteralString = CLOCK + OPEN + WALK + HOLD + LEASE + FREE + RETURNING + FOUND

# The same where nothing is in the way. It is planned each time, for there are no prepared
# statements behind a pooler, and what it leaves out took half of that.
CLAIM_CLEAR: LiteralString = CLOCK + LEASE + ALL + WALK + "))" + RETURNING

Run = Callable[[LiteralString, Mapping[str, object]], Awaitable[list[tuple[Any, ...]]]]


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a claim leased, how many jobs it met and held back, and whether nothing can be."""

    running: list[Running]
    held: int
    is_clear: bool = False


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
    is_clear: bool = False,
) -> Claimed:
    """Claim, and tell how many jobs were held back: with those, there may be more to claim.

    `limited` are those of the queues that have limits, which takes more than one statement.
    `is_clear` says that nothing is in the way, neither a pause nor a breaker.

    Raises:
        Unavailable: nothing was claimed.
        CommitUnknown: nobody knows; what was claimed has this `lease_id`.

    """
    this = Claim(lease, lease_id, now)
    if not limited.intersection(queues):
        return await this.take(tx.at_once, queues, limit, CLAIM_CLEAR if is_clear else CLAIM)

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

    async def take(
        self, run: Run, queues: Sequence[str], limit: int, statement: LiteralString = CLAIM
    ) -> Claimed:
        """Lease at most `limit` due jobs, in one statement."""
        found = await run(
            statement,
            {
                "queues": list(queues),
                "limit": limit,
                "lease": self.lease,
                "lease_id": self.lease_id,
                "now": self.now,
            },
        )
        leased = [row for row in found if row[0] is not None]
        others = [row for row in found if row[0] is None] if len(leased) < len(found) else []
        leased.sort()
        held = sum(row[2] is not None for row in others)
        return Claimed(self.attempts(leased), held, is_clear=not others)

    def attempts(self, leased: Sequence[tuple[Any, ...]]) -> list[Running]:
        """Return what was leased, which has one end of its leases."""
        if not leased:
            return []
        until, lease_id = datetime.fromtimestamp(leased[0][-1], UTC), self.lease_id
        return [
            Running(job_id, kind, queue, payload, attempt, lease_id, until)
            for _, _, job_id, kind, queue, payload, attempt, _ in leased
        ]
