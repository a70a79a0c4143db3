"""Ask people whom an import left waiting whether they want to read: once, and a few an hour."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from shared import outbox, tx
from shared.newsletter.keys import mailbox_hash
from shared.newsletter.payloads import ConfirmMail
from shared.newsletter.readers.caps import MAILBOX_OPENS, Caps, cap_parameters
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin

CHUNK = 50

# Whoever was asked before, or has asked here, is not asked by this.
WAITING = """
    select id, mailbox
      from subscribers
     where status = 'pending'
       and confirmation_requested_at is null
       and confirmation_mailed_at is null
       and id > %(after)s
       and exists (select from import_changes
                    where subscriber_id = subscribers.id
                      and import_id = %(import_id)s
                      and undone_at is null)
     order by id
     limit %(limit)s
"""

COUNTS = """
    select import_id, count(distinct subscriber_id) as people
      from import_changes
      join subscribers on subscribers.id = subscriber_id
     where undone_at is null
       and status = 'pending'
       and confirmation_requested_at is null
       and confirmation_mailed_at is null
       and %(import_id)s::bigint in (0, import_id)
     group by import_id
     order by import_id
"""

OPEN = (
    MAILBOX_OPENS
    + """
    update subscribers
       set confirmation_requested_at = clock_timestamp()
     where id = %(id)s
       and status = 'pending'
       and confirmation_requested_at is null
       and exists (select from opened)
    returning true
"""
)

IS_FULL = """
    select exists (select from counted_in_hour
                    where scope = 'everybody'
                      and hour = date_trunc('hour', clock_timestamp(), 'UTC')
                      and counted >= %(most)s)
"""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many people of an import have never been asked."""

    import_id: int
    people: int


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who has not been asked."""

    id: int
    mailbox: str


@dataclass(frozen=True, slots=True)
class Asked:
    """How many were asked just now, and whether there may be more in the next hour."""

    people: int
    go_on: bool


async def waiting(import_id: int = 0) -> list[Waiting]:
    """Return the imports that have people waiting, or one of them."""
    return await tx.rows(Waiting, COUNTS, import_id=import_id)


def most_in_an_hour(caps: Caps) -> int:
    """Return how many are asked in an hour: half of the cap, the rest is for the form."""
    return max(1, caps.everybody // 2)


def pace(caps: Caps) -> timedelta:
    """Return the time between two of their mails."""
    return timedelta(hours=1) / most_in_an_hour(caps)


async def ask_some(import_id: int, keys: Sequence[str], caps: Caps) -> Asked:
    """Open confirmations for as many people as an hour may have, their mails spread over it.

    The caps of the form count for them, too: a mailbox that has had its mails is passed over.
    """
    asked, after = 0, 0
    begins = datetime.now(UTC)
    while people := await some_waiting(import_id, after):
        for person in people:
            if asked == most_in_an_hour(caps) or await is_full(caps):
                return Asked(asked, go_on=True)
            # One at a time: the counter of everybody is what the form waits for, too.
            async with tx.run():
                asked += await is_asked(person, keys, caps, begins + asked * pace(caps))
        after = people[-1].id
    return Asked(asked, go_on=False)


async def some_waiting(import_id: int, after: int) -> list[Person]:
    """Return the next people of an import who have not been asked."""
    async with tx.run():
        return await tx.rows(Person, WAITING, import_id=import_id, after=after, limit=CHUNK)


async def is_full(caps: Caps) -> bool:
    """Tell whether this hour's cap is used up: then no mailbox must be counted for nothing."""
    async with tx.run():
        return bool(await tx.scalar(bool, IS_FULL, most=caps.everybody))


async def is_asked(person: Person, keys: Sequence[str], caps: Caps, run_at: datetime) -> bool:
    """Open somebody's confirmation and enqueue its mail, if the caps allow."""
    opened = await tx.scalar(
        bool,
        OPEN,
        id=person.id,
        mailbox_hash=mailbox_hash(keys[0], person.mailbox),
        **cap_parameters(caps),
    )
    if not opened:
        return False
    await consent.record(person.id, "requested", Origin("gardener"))
    job = ConfirmMail(person.id)
    await outbox.enqueue(job, dedup_key=job.dedup_key, run_at=run_at)
    return True
