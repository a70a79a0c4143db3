"""What a reader was told of, what not, and why."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from shared import tx
from shared.newsletter.delivering.fates import FATES_OF_A_READER
from shared.newsletter.payloads import EvergreenMail

# Notifications are listed from the first request on, also those that were not for this reader: what
# the reader had agreed to by then says why.
TELLINGS: LiteralString = (
    FATES_OF_A_READER
    + """
    select notifications.id as notification_id, announced_at,
           coalesce(own.titles,
                    array(select note ->> 'title' from jsonb_array_elements(letter) as note))
           as titles,
           fate as status, reason, coalesce(ambiguous, 0) as ambiguous, message_id, sent_at,
           case when fates.id is null then coalesce(
               (select kind from consent_events
                 where subscriber_id = %(subscriber_id)s
                   and kind in ('confirmed', 'unsubscribed', 'erased')
                   and happened_at <= announced_at
                 order by consent_events.id desc
                 limit 1), 'pending')
           end as was
      from notifications
      left join fates on notification_id = notifications.id
     cross join lateral (
        -- of a letter that is not the same for all, what stood in this one
        select array_agg(note ->> 'title' order by position) as titles
          from told_notes
          join jsonb_array_elements(letter) as note on note -> 'event' = to_jsonb(event_id)
         where delivery_id = fates.id and position is not null
     ) as own
     where notifications.status = 'announced'
       and (fates.id is not null
            or announced_at >= (select created_at from subscribers where id = %(subscriber_id)s))
     order by announced_at, notifications.id
"""
)

BOUNCES = """
    select bounce_events.kind, source, code, notification_id, bounce_events.happened_at
      from bounce_events
      left join deliveries on deliveries.id = delivery_id
     where bounce_events.subscriber_id = %(subscriber_id)s
     order by bounce_events.id
"""


@dataclass(frozen=True, slots=True)
class Telling:
    """One notification for one reader; `status` is None if it was not meant.

    `was` says then what had been agreed to when it went out: `pending`, `confirmed`, `unsubscribed`
    or `erased`.
    """

    notification_id: int
    announced_at: datetime
    titles: list[str]
    status: str | None
    reason: str | None
    ambiguous: int
    message_id: str | None
    sent_at: datetime | None
    was: str | None


@dataclass(frozen=True, slots=True)
class Bounce:
    """A mail to the reader that came back, or was complained of.

    `notification_id` is None if it was no letter, but a confirmation.
    """

    kind: str
    source: str
    code: str | None
    notification_id: int | None
    happened_at: datetime


async def tellings(subscriber_id: int) -> list[Telling]:
    """Return every notification that a reader got, did not get, or was not meant for."""
    return await tx.rows(Telling, TELLINGS, subscriber_id=subscriber_id, kind=EvergreenMail.kind)


async def bounces(subscriber_id: int) -> list[Bounce]:
    """Return the mails to a reader that came back, oldest first."""
    return await tx.rows(Bounce, BOUNCES, subscriber_id=subscriber_id)
