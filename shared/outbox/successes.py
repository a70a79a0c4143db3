"""Write the ends of plain successes, which are nearly all: one statement that commits by itself."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from shared import tx
from shared.outbox.ack import Ended

# As in ack.py, but for one outcome and without a result. A row that was changed between the look
# and the lock is found locked by its new place and written nowhere: what counts is what was
# written. The history needs no row of it: the job's own tells it all, until it is used again.
SUCCEED = """
    with ended as materialized (
        select *
          from unnest(%(ids)s::bigint[], %(leases)s::uuid[]) as ended (id, lease_id)
    ), clock as materialized (
        select coalesce(%(now)s, clock_timestamp()) as now
    ), mine as materialized (
        select job.*, ended.id, ended.lease_id
          from ended
         cross join lateral (
               select ctid, attempts, started_at, rerun_requested
                 from background_jobs
                where id = ended.id and lease_id = ended.lease_id and leased_until is not null
                  for update skip locked) as job
    ), written as (
        update background_jobs job
           set status = case when mine.rerun_requested then 'pending' else 'succeeded' end,
               attempts = case when mine.rerun_requested then 0 else job.attempts end,
               run_at = case when mine.rerun_requested then now else job.run_at end,
               result = null,
               rerun_requested = false,
               cancel_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = case when not mine.rerun_requested then now end
          from mine
         cross join clock
         where job.ctid = mine.ctid
        returning mine.id, mine.lease_id, mine.attempts, mine.started_at, mine.rerun_requested
    ), history as (
        insert into job_attempts (job_id, attempt, outcome, started_at, finished_at)
        select id, attempts, 'succeeded', started_at, now
          from written
         cross join clock
         where rerun_requested
    )
    select id, lease_id
      from ended
     where (id, lease_id) not in (select id, lease_id from written)
"""


def is_plain(ended: Ended) -> bool:
    """Tell a success that nothing but its end is to be written of."""
    return ended.outcome == "succeeded" and ended.result is None


async def succeed_all(ended: Sequence[Ended], *, now: datetime | None = None) -> list[Ended]:
    """Write plain successes, of those whose lease is still theirs; return what was not written.

    Raises:
        Unavailable: nothing was written.
        CommitUnknown: nobody knows.

    """
    texts: dict[UUID, str] = {}
    for one in ended:
        lease_id = one.running.lease_id
        if lease_id not in texts:
            texts[lease_id] = str(lease_id)
    missed = await tx.at_once(
        SUCCEED,
        {
            # As text: psycopg would look at every element of a list twice.
            "ids": "{" + ",".join([str(one.running.id) for one in ended]) + "}",
            "leases": "{" + ",".join([texts[one.running.lease_id] for one in ended]) + "}",
            "now": now,
        },
    )
    if not missed:
        return []
    fences = set(missed)
    return [one for one in ended if (one.running.id, one.running.lease_id) in fences]
