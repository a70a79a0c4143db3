"""Write the ends of plain successes, which are nearly all: each statement commits by itself."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import LiteralString
from uuid import UUID

from shared import tx
from shared.outbox.ended import Ended

# So many ends of one lease are worth a statement of their own, which costs a quarter less.
MANY = 100

# Locking a row costs as much as writing it, so these are written without. A row that somebody may
# hold is passed over: whoever locked it stands in its xmax, where otherwise only the claim does,
# whose number is its xmin. It is left to the statement in ack.py, as is a job that was asked for
# again while it ran. The history needs no row: the job's own tells it all, until it is used again.
SUCCEED: LiteralString = """
        update background_jobs
           set status = 'succeeded',
               result = null,
               cancel_requested = false,
               lease_id = null,
               leased_until = null,
               finished_at = (select coalesce(%(now)s, clock_timestamp()))
"""

# One table and no join, which the planner might turn round, and read all of a table that it takes
# for empty. How long the list is is kept from it for the same reason: it looks each row up then.
BY_ID: LiteralString = """
         where id = any((select %(ids)s::bigint[])::bigint[])
           and lease_id = %(lease)s
           and leased_until is not null
           and not rerun_requested
           and xmax in (0, xmin)
        returning id
    )
    select id, %(lease)s::uuid
      from unnest(%(ids)s::bigint[]) as asked (id)
     where (select count(*) from ended) < %(number)s
       and id not in (select id from ended)
"""

# Of many leases: each row is looked up by its id and updated where it was found. Should a row
# change in between, what the update itself asks is asked of it once more.
FIND: LiteralString = """
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
    ),
"""
WHERE_FOUND: LiteralString = """
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

OF_ONE_LEASE: LiteralString = "with ended as (" + SUCCEED + BY_ID
OF_MANY_LEASES: LiteralString = FIND + "written as (" + SUCCEED + WHERE_FOUND


def is_plain(ended: Ended) -> bool:
    """Tell a success that nothing but its end is to be written of."""
    return ended.outcome == "succeeded" and ended.result is None


def in_parts(ended: Sequence[Ended]) -> list[list[Ended]]:
    """Divide plain successes into those that are worth a statement of their own, and the others."""
    by_lease: dict[UUID, list[Ended]] = defaultdict(list)
    for one in ended:
        by_lease[one.running.lease_id].append(one)
    parts = [mine for mine in by_lease.values() if len(mine) >= MANY]
    others = [one for mine in by_lease.values() if len(mine) < MANY for one in mine]
    return [*parts, others] if others else parts


async def succeed_all(ended: Sequence[Ended], *, now: datetime | None = None) -> list[Ended]:
    """Write a part of plain successes; return those whose lease is not theirs, or left to others.

    Raises:
        Unavailable: nothing was written.
        CommitUnknown: nobody knows.

    """
    ids = "{" + ",".join([str(one.running.id) for one in ended]) + "}"
    leases = [one.running.lease_id for one in ended]
    first = leases[0]
    given: dict[str, object] = {"ids": ids, "number": len(ended), "now": now}
    if leases.count(first) == len(leases):
        missed = await tx.at_once(OF_ONE_LEASE, given | {"lease": first})
    else:
        # As text, like the ids: psycopg would look at every element of a list twice.
        texts = {lease_id: str(lease_id) for lease_id in set(leases)}
        in_array = "{" + ",".join([texts[lease_id] for lease_id in leases]) + "}"
        missed = await tx.at_once(OF_MANY_LEASES, given | {"leases": in_array})
    if not missed:
        return []
    fences = set(missed)
    return [one for one in ended if (one.running.id, one.running.lease_id) in fences]
