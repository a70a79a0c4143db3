"""End attempts: one fenced statement for a whole batch, or one inside a handler's transaction."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import LiteralString
from uuid import UUID

from shared import tx
from shared.outbox.ended import Ended, Fence, fence
from shared.outbox.holding.resting import let_rest
from shared.outbox.job import current, mark_acked
from shared.outbox.ladder import JITTER, LADDER_SECONDS, MAX_ATTEMPTS
from shared.outbox.results import encode_result

# The fence is the id and the lease: a late finisher finds another lease, or none, and changes
# nothing. A row has a time in leased_until exactly while it is running; asked so, and one row after
# the other, it is found by its id however many others run and whatever the planner believes, and it
# is updated where it was found: a join by the id may be turned round, and read all of a table that
# the planner takes for empty. A row that changed while its lock was awaited is not there any more,
# so it is not updated, and is seen by the next try. How long the lists are is kept from the planner
# for the same reason: it looks each row up then.
#
# A job asked for again while it ran goes back to pending, whatever its end, and runs no sooner than
# it was asked for: that is in run_at, which otherwise is past. One that somebody wants to stop is
# cancelled, unless it has succeeded before anybody could stop it. What is handed back keeps its
# place: what a tick cut off is the first of the next, which has time for it.
ACK_HEAD: LiteralString = """
    with ended as (
        select ended.*
          from (select %(ids)s::bigint[] as ids, %(leases)s::uuid[] as leases,
                       %(outcomes)s::text[] as outcomes, %(until)s::timestamptz[] as until,
                       %(delays)s::float8[] as delays, %(errors)s::text[] as errors,
                       %(fingerprints)s::text[] as fingerprints, %(results)s::text[] as results
                offset 0) as given
         cross join unnest(ids, leases, outcomes, until, delays, errors, fingerprints, results)
               as ended (id, lease_id, outcome, until, delay, error, fingerprint, result)
    ), clock as (
        select coalesce(%(now)s, clock_timestamp()) as now
    ), mine as (
        select job.ctid, job.id, job.attempts, job.started_at, job.run_at, ended.lease_id,
               ended.outcome, ended.error, ended.fingerprint, ended.result, ended.until,
               ended.delay, clock.now,
               case when outcome = 'succeeded' then 'succeeded'
                    when outcome = 'cancelled' or cancel_requested then 'cancelled'
                    when outcome = 'discarded' then 'dead'
                    when outcome = 'failed' and attempts >= %(max_attempts)s then 'dead'
                    else 'pending' end as verdict,
               rerun_requested
          from ended
         cross join clock
         cross join lateral (
               select ctid, id, attempts, started_at, run_at, cancel_requested, rerun_requested
                 from background_jobs
                where id = ended.id and lease_id = ended.lease_id and leased_until is not null
"""

# A business transaction that enqueues the running job's key has the row locked until its end. One
# such row must not hold up the whole batch, nor may two batches and it wait for each other.
PASSING_LOCKED: LiteralString = "for update skip locked"
WAITING: LiteralString = "for update"

ACK_TAIL: LiteralString = """
               ) as job
    ), acked as (
        update background_jobs job
           set status = case when mine.rerun_requested then 'pending' else verdict end,
               attempts = case when mine.rerun_requested and verdict <> 'pending' then 0
                               when outcome in ('snoozed', 'released', 'unknown')
                               then mine.attempts - 1
                               else mine.attempts end,
               run_at = greatest(case
                   when outcome = 'failed' and verdict = 'pending'
                   then now + interval '1 second' * (1 + %(jitter)s * random())
                              * (%(ladder)s::float8[])[mine.attempts]
                   when outcome = 'snoozed'
                   then greatest(coalesce(until, now + interval '1 second' * delay),
                                 now + interval '1 second')
                   when outcome = 'released' then mine.run_at
                   when verdict = 'pending' then now + interval '1 second' * coalesce(delay, 0)
                   when mine.rerun_requested then now
                   else mine.run_at end, case when mine.rerun_requested then mine.run_at end),
               result = case when outcome = 'succeeded' then mine.result::jsonb else job.result end,
               rerun_requested = false,
               cancel_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = case when verdict <> 'pending' and not mine.rerun_requested
                                  then now end
          from mine
         where job.ctid = mine.ctid
        returning mine.*
    ), history as (
        insert into job_attempts
               (job_id, attempt, outcome, started_at, finished_at, error, fingerprint)
        select id, attempts,
               case when verdict = 'cancelled' and outcome in ('snoozed', 'released', 'unknown')
                    then 'cancelled' else outcome end,
               started_at, now, error, fingerprint
          from acked
         where outcome in ('failed', 'discarded')
            or (outcome = 'succeeded' and rerun_requested)
            or verdict = 'cancelled'
    )
    select id, lease_id, verdict from acked
"""

STILL_HELD = """
    select id, lease_id
      from background_jobs
     where id = any(%(ids)s) and lease_id = any(%(leases)s) and leased_until is not null
"""


class StaleLease(RuntimeError):
    """The attempt's lease is over: another worker may have the job. Nothing was changed."""

    public = "the lease was over before the work was done"

    def __init__(self) -> None:
        super().__init__(self.__doc__)


@dataclass(frozen=True, slots=True)
class Acked:
    """An attempt whose end was written, and the job's state by it."""

    id: int
    lease_id: UUID
    verdict: str


@dataclass(frozen=True, slots=True)
class Held:
    """A job and its live lease."""

    id: int
    lease_id: UUID


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """By job and lease: the verdicts that were written, and what a lock has kept from it."""

    verdicts: dict[Fence, str]
    locked: set[Fence]


async def acknowledge(ended: Sequence[Ended], *, now: datetime | None = None) -> Acknowledged:
    """Write the ends of a batch of attempts, of those whose lease is still theirs."""
    async with tx.run():
        written = await tx.rows(Acked, ACK_HEAD + PASSING_LOCKED + ACK_TAIL, **columns(ended, now))
        verdicts = {(one.id, one.lease_id): one.verdict for one in written}
        rest = [one for one in ended if fence(one) not in verdicts]
        locked = await still_held(rest) if rest else set[Fence]()
        pauses = [one for one in ended if one.pauses_queue and fence(one) in verdicts]
        # In one order everywhere, so that two ticks never wait for each other.
        for queue in sorted({one.running.queue for one in pauses}):
            mine = [one for one in pauses if one.running.queue == queue]
            until, delays = [one.until for one in mine], [seconds(one.delay) for one in mine]
            because = next((one.error for one in reversed(mine) if one.error), None)
            await let_rest(queue, until, delays, because=because, now=now)
    return Acknowledged(verdicts, locked)


async def succeed(result: object = None) -> None:
    """End the calling handler's attempt as succeeded, in the handler's own open transaction.

    Raises:
        StaleLease: the lease is over; let it roll the transaction back.
        BadResult: the result cannot or must not be stored.

    """
    end = [Ended(current(), "succeeded", result=encode_result(result))]
    for _ in range(2):  # the second time the row is locked by us, as it has become meanwhile
        if await tx.rows(Acked, ACK_HEAD + WAITING + ACK_TAIL, **columns(end, None)):
            mark_acked()
            return
    raise StaleLease


async def still_held(ended: Sequence[Ended]) -> set[Fence]:
    """Return the leases that are live although their end could not be written."""
    parameters = columns(ended, None)
    held = await tx.rows(Held, STILL_HELD, ids=parameters["ids"], leases=parameters["leases"])
    return {(one.id, one.lease_id) for one in held}


def columns(ended: Sequence[Ended], now: datetime | None) -> dict[str, object]:
    """Return the parameters of the statement that ends attempts, a list for each column."""
    return {
        "ids": [one.running.id for one in ended],
        "leases": [one.running.lease_id for one in ended],
        "outcomes": [one.outcome for one in ended],
        "until": [one.until for one in ended],
        "delays": [seconds(one.delay) for one in ended],
        "errors": [one.error for one in ended],
        "fingerprints": [one.fingerprint for one in ended],
        "results": [one.result for one in ended],
        "ladder": LADDER_SECONDS,
        "jitter": JITTER,
        "max_attempts": MAX_ATTEMPTS,
        "now": now,
    }


def seconds(delay: timedelta | None) -> float | None:
    """Return a delay in seconds: a day of PostgreSQL's is shorter where the clocks change."""
    return None if delay is None else delay.total_seconds()
