"""Write the ends of plain successes, which are nearly all: one statement that commits by itself."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from shared import tx
from shared.outbox.ended import Ended

# Locking a row costs as much as writing it, so these are written without. A row that somebody may
# hold is passed over: whoever locked it stands in its xmax, where otherwise only the claim does,
# whose number is its xmin. It is left to the statement in ack.py, as is a job that was asked for
# again while it ran. The history needs no row: the job's own tells it all, until it is used again.
# Each row is looked up by its id and updated where it was found, whatever the planner believes of
# the table: a join it may turn round, and read all of a table that it takes for empty. Should a row
# change in between, what the update itself asks is asked of it once more.
SUCCEED = """
    with ended as materialized (
        select *
          from unnest((select %(ids)s::bigint[]), (select %(leases)s::uuid[]))
               as ended (id, lease_id)
    ), found as materialized (
        select ended.id, ended.lease_id, job.ctid
          from ended
         cross join lateral (
               select ctid
                 from background_jobs
                where id = ended.id
                  and lease_id = ended.lease_id
                  and leased_until is not null
                  and xmax in (0, xmin)
               offset 0) as job
    ), written as (
        update background_jobs job
           set status = 'succeeded',
               result = null,
               cancel_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = (select coalesce(%(now)s, clock_timestamp()))
         where ctid = any(array(select ctid from found))
           and lease_id = any(array(select distinct lease_id from found))
           and leased_until is not null
           and not rerun_requested
        returning id
    )
    select id, lease_id
      from ended
     where (select count(*) from written) < %(number)s
       and (id not in (select id from written)
            or (id, lease_id) not in (select id, lease_id from found))
"""


def is_plain(ended: Ended) -> bool:
    """Tell a success that nothing but its end is to be written of."""
    return ended.outcome == "succeeded" and ended.result is None


async def succeed_all(ended: Sequence[Ended], *, now: datetime | None = None) -> list[Ended]:
    """Write plain successes; return those whose lease is not theirs, and what is left to others.

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
            "number": len(ended),
            "now": now,
        },
    )
    if not missed:
        return []
    fences = set(missed)
    return [one for one in ended if (one.running.id, one.running.lease_id) in fences]
