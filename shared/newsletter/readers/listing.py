"""The readers as the gardener sees them: listed, found, and counted by where they stand."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from shared import tx
from shared.newsletter.readers.subscribers import SUPPRESSED

# Each reader in one state: whoever is suppressed gets nothing, whatever else is true.
COUNTS: LiteralString = (
    """
    select case when suppressed.subscriber_id is null then status else 'suppressed' end as status,
           count(*) as readers
      from subscribers
      left join ("""
    + SUPPRESSED
    + """) as suppressed on subscriber_id = subscribers.id
     where erased_at is null
     group by 1
"""
)

LISTED = """
    select id, email, status, language, created_at, confirmed_at, unsubscribed_at,
           coalesce((select kind = 'suppressed'
                       from consent_events
                      where subscriber_id = subscribers.id and kind in ('suppressed', 'released')
                      order by id desc
                      limit 1), false) as suppressed,
           case when status = 'pending' then
                (select case when bool_or(delivery_id is null and ended_at is null) then 'waits'
                             when bool_or(delivery_id is not null) then 'granted' end
                   from followed_notes
                  where subscriber_id = subscribers.id and followed_notes.confirmed_at is not null)
           end as wish
      from subscribers
     where erased_at is null
       and (%(status)s::text is null or status = %(status)s)
       and (%(email)s::text is null or email = %(email)s)
       and (%(mailbox)s::text is null or mailbox = %(mailbox)s)
     order by id desc
     limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Count:
    """How many readers are in a state."""

    status: str
    readers: int


@dataclass(frozen=True, slots=True)
class Subscriber:
    """A reader as the gardener sees one.

    `wish` is of one who reads nothing else: a note's letter that `waits`, or was `granted`.
    """

    id: int
    email: str
    status: str
    language: str
    created_at: datetime
    confirmed_at: datetime | None
    unsubscribed_at: datetime | None
    suppressed: bool
    wish: str | None = None

    @property
    def since(self) -> datetime:
        """When the reader got into the present state."""
        entered = {"confirmed": self.confirmed_at, "unsubscribed": self.unsubscribed_at}
        return entered.get(self.status) or self.created_at


async def counts() -> dict[str, int]:
    """Count the readers by state, each in one: `suppressed`, else their status."""
    return {count.status: count.readers for count in await tx.rows(Count, COUNTS)}


async def listed(*, status: str | None = None, limit: int = 100) -> list[Subscriber]:
    """Return readers, newest first."""
    return await tx.rows(Subscriber, LISTED, status=status, email=None, mailbox=None, limit=limit)


async def find(email: str) -> Subscriber | None:
    """Return the reader who has a canonical address."""
    return await tx.row(Subscriber, LISTED, status=None, email=email, mailbox=None, limit=1)


async def of_mailbox(mailbox: str) -> list[Subscriber]:
    """Return who has an address of one mailbox, in whatever spelling, newest first."""
    return await tx.rows(Subscriber, LISTED, status=None, email=None, mailbox=mailbox, limit=100)
