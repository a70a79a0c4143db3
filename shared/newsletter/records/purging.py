"""Forget who asked and never confirmed, a little at a time, and what the caps need no more."""

import time
from dataclasses import dataclass
from datetime import timedelta

from shared import tx
from shared.newsletter.readers import caps

UNCONFIRMED_FOR = timedelta(days=30)
CHUNK = 500

# Who is asking at this moment has the row locked, and is passed over. What the ledger counts stays.
# Nobody asks before there is a row: its age is told apart for the index alone.
PURGE = """
    with old as (
        select id
          from subscribers
         where status = 'pending'
           and created_at < clock_timestamp() - %(age)s
           and coalesce(greatest(confirmation_requested_at, confirmation_mailed_at), created_at)
               < clock_timestamp() - %(age)s
           and not exists (select from deliveries where subscriber_id = subscribers.id)
           and not exists (select from followed_notes where subscriber_id = subscribers.id)
         order by created_at
         limit %(chunk)s
           for update skip locked
    )
    delete from subscribers where id = any (array(select id from old))
"""

# Of whoever it was, a reader too: a wish that was not confirmed was none.
PURGE_WISHES = """
    delete from followed_notes
     where confirmed_at is null
       and requested_at < clock_timestamp() - %(age)s
"""


@dataclass(frozen=True, slots=True)
class Purged:
    """How many unconfirmed people were forgotten, and whether none is left who should be."""

    unconfirmed: int
    is_complete: bool


async def purge(*, budget: float = 30.0, chunk: int = CHUNK) -> Purged:
    """Delete who has not confirmed for a month, with their consent events, for `budget` seconds.

    Each chunk is a transaction of its own. A suppression outlives them: it knows no address.

    Raises:
        RuntimeError: inside an open transaction, which would hold every lock until its end.

    """
    if tx.is_open():
        raise RuntimeError("Purging needs its own transactions: call it outside `tx.run()`.")
    ends, forgotten, count = time.monotonic() + budget, 0, chunk
    await caps.forget_the_past()
    async with tx.run():
        await tx.execute(PURGE_WISHES, age=UNCONFIRMED_FOR)
    while count == chunk and time.monotonic() < ends:
        async with tx.run():
            count = await tx.execute(PURGE, age=UNCONFIRMED_FOR, chunk=chunk)
        forgotten += count
    return Purged(forgotten, is_complete=count < chunk)
