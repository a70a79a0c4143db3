"""Forget who never confirmed, or was told of the one note asked for, and what caps need no more."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import LiteralString

from shared import tx
from shared.newsletter.readers import caps
from shared.newsletter.records import erasing

UNCONFIRMED_FOR = timedelta(days=30)
CHUNK = 500

# Nobody asks before there is a row: its age is told apart for the index alone.
QUIET: LiteralString = """
    select id
      from subscribers
     where status = 'pending'
       and created_at < clock_timestamp() - %(age)s
       and coalesce(greatest(confirmation_requested_at, confirmation_mailed_at), created_at)
           < clock_timestamp() - %(age)s
"""

# Who is asking at this moment has the row locked, and is passed over.
SOME: LiteralString = """
     order by created_at
     limit %(chunk)s
       for update skip locked
"""

# What the ledger counts stays.
PURGE: LiteralString = (
    "with old as ("
    + QUIET
    + """
       and not exists (select from deliveries where subscriber_id = subscribers.id)
       and not exists (select from followed_notes where subscriber_id = subscribers.id)
"""
    + SOME
    + """
    )
    delete from subscribers where id = any (array(select id from old))
"""
)

# Of whoever it was, a reader too: a wish that was not confirmed was none.
PURGE_WISHES = """
    delete from followed_notes
     where confirmed_at is null
       and requested_at < clock_timestamp() - %(age)s
"""

# Whose one wish was granted has said no to nothing: no hash keeps an import from bringing
# them back.
GRANTED: LiteralString = (
    QUIET
    + """
       and erased_at is null
       and exists (select from followed_notes
                    where subscriber_id = subscribers.id and delivery_id is not null)
       and not exists (select from followed_notes
                        where subscriber_id = subscribers.id
                          and delivery_id is null and ended_at is null)
       and not exists (select from deliveries
                         join notifications on notifications.id = notification_id
                        where subscriber_id = subscribers.id
                          and (deliveries.status in ('pending', 'sending')
                               or announced_at > clock_timestamp() - %(age)s))
"""
    + SOME
)


@dataclass(frozen=True, slots=True)
class Granted:
    """Somebody whose one wish was granted, and who reads nothing else."""

    id: int


@dataclass(frozen=True, slots=True)
class Purged:
    """How many people were forgotten, and whether none is left who should be.

    `unconfirmed` have never confirmed; `told` have had the letter about the notes they asked for.
    """

    unconfirmed: int
    is_complete: bool
    told: int = 0


async def purge(*, budget: float = 30.0, chunk: int = CHUNK) -> Purged:
    """Delete who has not confirmed for a month, with their consent events, for `budget` seconds.

    Of whose one wish was granted a month ago a number stays, by which the letter is counted. Each
    chunk is a transaction of its own. A suppression outlives them: it knows no address.

    Raises:
        RuntimeError: inside an open transaction, which would hold every lock until its end.

    """
    if tx.is_open():
        raise RuntimeError("Purging needs its own transactions: call it outside `tx.run()`.")
    ends = time.monotonic() + budget
    await caps.forget_the_past()
    async with tx.run():
        await tx.execute(PURGE_WISHES, age=UNCONFIRMED_FOR)
    unconfirmed, all_gone = await in_chunks(
        lambda: tx.execute(PURGE, age=UNCONFIRMED_FOR, chunk=chunk), chunk, ends
    )
    told, all_told = await in_chunks(lambda: forget_told(chunk), chunk, ends)
    return Purged(unconfirmed, is_complete=all_gone and all_told, told=told)


async def in_chunks(
    step: Callable[[], Awaitable[int]], chunk: int, ends: float
) -> tuple[int, bool]:
    """Repeat a step until it finds no whole chunk; return how many it found, and if that is all."""
    total, count = 0, chunk
    while count == chunk and time.monotonic() < ends:
        async with tx.run():
            count = await step()
        total += count
    return total, count < chunk


async def forget_told(chunk: int) -> int:
    """Forget some whose one wish was granted a month ago, and return how many."""
    found = await tx.rows(Granted, GRANTED, age=UNCONFIRMED_FOR, chunk=chunk)
    for one in found:
        await erasing.forget(one.id)
    return len(found)
