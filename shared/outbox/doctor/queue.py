"""Whether the queue moves: ticks, leases, strangers, dead letters."""

from dataclasses import dataclass
from datetime import timedelta
from typing import LiteralString

from shared import tx
from shared.outbox.doctor.finding import Finding, Look, many, spoken
from shared.outbox.showing.counts import WAITING_QUEUES, waiting

STALE = """
    select count(*) as jobs, clock_timestamp() - min(leased_until) as since
      from background_jobs
     where status = 'running' and leased_until < (select clock_timestamp()) - %(grace)s
"""

# Follows WAITING_QUEUES.
OVERDUE: LiteralString = """
    select queue, clock_timestamp() - run_at as since,
           coalesce(paused_until > clock_timestamp(), false) as is_paused,
           max_running is not null or rate is not null as is_limited
      from firsts
      left join job_queues using (queue)
     order by queue
"""

LAST_TICK = "select clock_timestamp() - last_tick_at from job_origin"

DEAD = """
    select count(*) as jobs, clock_timestamp() - min(finished_at) as since
      from background_jobs
     where status = 'dead'
"""


@dataclass(frozen=True, slots=True)
class Since:
    """How many jobs, and for how long the oldest of them."""

    jobs: int
    since: timedelta | None


@dataclass(frozen=True, slots=True)
class Oldest:
    """The oldest job of a queue; `since` is negative while it is not due."""

    queue: str
    since: timedelta
    is_paused: bool
    is_limited: bool


async def leases(look: Look) -> list[Finding]:
    """Say when leases are over and nobody takes the jobs back."""
    found = await tx.row(Since, STALE, grace=look.thresholds.lease_over)
    if found is None or not found.jobs or found.since is None:
        return []
    return [
        Finding(
            "leases",
            f"{many(found.jobs, 'job')} had a worker whose lease ended {spoken(found.since)} ago, "
            "and nobody has taken them back: no tick runs.",
            "Start the functions, or the scheduler that ticks.",
        )
    ]


async def overdue(look: Look) -> list[Finding]:
    """Say when a job has been due for long, and what is known of who should work it."""
    served = look.handlers.queues if look.handlers else None
    found = await tx.rows(Oldest, WAITING_QUEUES + OVERDUE)
    last = await tx.scalar(timedelta, LAST_TICK)
    ticked = f"the last tick was {spoken(last)} ago" if last else "nothing has ever ticked"
    return [
        late(one, ticked)
        for one in found
        if one.since > look.thresholds.overdue
        and not one.is_paused
        and (served is None or one.queue in served)
    ]


def late(one: Oldest, ticked: str) -> Finding:
    """Say that a queue does not move."""
    remedy = "See that a tick runs, and that its workers are enough."
    if one.is_limited:
        remedy = "The queue has limits: raise them, or wait. See also that a tick runs."
    return Finding(
        "overdue",
        f"A job of the queue {one.queue} has been due for {spoken(one.since)}; {ticked}.",
        remedy,
    )


async def strangers(look: Look) -> list[Finding]:
    """Name the kinds and queues of waiting jobs that nobody here works."""
    if look.handlers is None:
        return []
    found = await waiting()
    kinds = [one for one in found if one.kind not in look.handlers.kinds]
    queues = [
        one
        for one in await tx.rows(Oldest, WAITING_QUEUES + OVERDUE)
        if one.queue not in look.handlers.queues
    ]
    return [
        *(
            Finding(
                "kinds",
                f"{many(one.jobs, 'job')} of the kind {one.kind} ({one.status}): nobody here "
                "knows it.",
                "Deploy the version that does, or cancel them.",
            )
            for one in kinds
        ),
        *(
            Finding(
                "queues",
                f"Jobs wait in the queue {one.queue}, which nobody here serves.",
                "Correct the queue's name where they are enqueued, or serve it.",
            )
            for one in queues
        ),
    ]


async def dead_letters(look: Look) -> list[Finding]:
    """Say how many dead letters wait for a human."""
    del look
    found = await tx.row(Since, DEAD)
    if found is None or not found.jobs or found.since is None:
        return []
    return [
        Finding(
            "dead letters",
            f"{many(found.jobs, 'dead letter')}, the oldest for {spoken(found.since)}.",
            "Look at them by cause; then release, correct or drop them.",
        )
    ]
