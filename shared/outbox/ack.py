"""End attempts: one fenced statement for a whole batch, or one inside a handler's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from shared import tx
from shared.outbox.job import Running, current, mark_acked
from shared.outbox.ladder import JITTER, LADDER, MAX_ATTEMPTS

# succeeded, failed and discarded end an attempt and are history. A snoozed, released or unknown
# one gives its attempt back and leaves no trace: the handler did not want it, the process stopped,
# or this process does not know the kind.
Outcome = Literal["succeeded", "failed", "discarded", "snoozed", "released", "unknown"]

# The fence is `lease_id = ended.lease_id`: a late finisher finds another lease, or none, and
# changes nothing. A job asked for again while it ran goes back to pending, whatever its end.
ACK = """
    with ended as (
        select *
          from unnest(%(ids)s::bigint[], %(leases)s::uuid[], %(outcomes)s::text[],
                      %(until)s::timestamptz[], %(delays)s::interval[], %(errors)s::text[])
               as ended (id, lease_id, outcome, until, delay, error)
    ), clock as (
        select coalesce(%(now)s, clock_timestamp()) as now
    ), mine as (
        select job.id, job.attempts, job.started_at, job.run_at, ended.lease_id, ended.outcome,
               ended.error, ended.until, ended.delay, clock.now,
               case when outcome = 'succeeded' then 'succeeded'
                    when outcome = 'discarded' then 'dead'
                    when outcome = 'failed' and attempts >= %(max_attempts)s then 'dead'
                    else 'pending' end as verdict,
               rerun_requested
          from background_jobs job
          join ended on job.id = ended.id and job.lease_id = ended.lease_id
         cross join clock
         where job.status = 'running'
           for update of job
    ), acked as (
        update background_jobs job
           set status = case when mine.rerun_requested then 'pending' else verdict end,
               attempts = case when mine.rerun_requested and verdict <> 'pending' then 0
                               when outcome in ('snoozed', 'released', 'unknown')
                               then mine.attempts - 1
                               else mine.attempts end,
               run_at = case
                   when outcome = 'failed' and verdict = 'pending'
                   then now + (%(ladder)s::interval[])[mine.attempts] * (1 + %(jitter)s * random())
                   when verdict = 'pending' then coalesce(until, now + coalesce(delay, '0'))
                   when mine.rerun_requested then now
                   else mine.run_at end,
               rerun_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = case when verdict <> 'pending' and not mine.rerun_requested
                                  then now end
          from mine
         where job.id = mine.id
    ), history as (
        insert into job_attempts (job_id, attempt, outcome, started_at, finished_at, error)
        select id, attempts, outcome, started_at, now, error
          from mine
         where outcome in ('succeeded', 'failed', 'discarded')
    )
    select lease_id, verdict from mine
"""

PAUSE = """
    insert into queue_pauses (queue, paused_until)
    values (%(queue)s, coalesce(%(until)s, clock_timestamp() + %(delay)s))
    on conflict (queue) do update
       set paused_until = greatest(queue_pauses.paused_until, excluded.paused_until)
"""


class StaleLease(RuntimeError):
    """The attempt's lease is over: another worker may have the job. Nothing was changed."""

    public = "the lease was over before the work was done"

    def __init__(self) -> None:
        super().__init__(self.__doc__)


@dataclass(frozen=True, slots=True)
class Ended:
    """How an attempt ended. `until` or `delay` say when a snoozed job is due."""

    running: Running
    outcome: Outcome
    error: str | None = None
    until: datetime | None = None
    delay: timedelta | None = None
    pauses_queue: bool = False
    acked_by_handler: bool = False


@dataclass(frozen=True, slots=True)
class Acked:
    """An attempt whose end was written, and the job's state by it."""

    lease_id: UUID
    verdict: str


async def acknowledge(ended: Sequence[Ended], *, now: datetime | None = None) -> list[Acked]:
    """Write the ends of a batch of attempts and return those whose lease was still theirs."""
    async with tx.run():
        for one in ended:
            if one.pauses_queue:
                await tx.execute(PAUSE, queue=one.running.queue, until=one.until, delay=one.delay)
        return await write(ended, now=now)


async def succeed() -> None:
    """End the calling handler's attempt as succeeded, in the handler's own open transaction.

    Raises:
        StaleLease: the lease is over; let it roll the transaction back.

    """
    if not await write([Ended(current(), "succeeded")], now=None):
        raise StaleLease
    mark_acked()


async def write(ended: Sequence[Ended], *, now: datetime | None) -> list[Acked]:
    """Run the one statement that ends attempts, in the ambient transaction."""
    return await tx.rows(
        Acked,
        ACK,
        ids=[one.running.id for one in ended],
        leases=[one.running.lease_id for one in ended],
        outcomes=[one.outcome for one in ended],
        until=[one.until for one in ended],
        delays=[one.delay for one in ended],
        errors=[one.error for one in ended],
        ladder=list(LADDER),
        jitter=JITTER,
        max_attempts=MAX_ATTEMPTS,
        now=now,
    )
