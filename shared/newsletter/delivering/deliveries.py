"""The table `deliveries`: one row for each notification and reader, and what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Literal, LiteralString
from uuid import UUID

from shared import outbox, tx
from shared.newsletter.delivering.fates import FATES
from shared.newsletter.digests import telling
from shared.newsletter.keys import address_hashes
from shared.newsletter.payloads import EvergreenMail
from shared.outbox import HOLDS_LEASE, lease_parameters

Status = Literal["pending", "sending", "sent", "skipped", "failed"]

JOBS = """
    select jsonb_build_object('delivery_id', id), 'newsletter-evergreen-' || id
      from deliveries
     where notification_id = %(notification_id)s
       and status = 'pending'
     order by id
"""

READER = """
    select deliveries.status, subscribers.email
      from deliveries
      join subscribers on subscribers.id = subscriber_id
     where deliveries.id = %(id)s
"""

# Committed before the first byte goes out. Consent and suppression are read again here, and the
# lease must be live with time for the send. A row that another lease left in `sending` may have
# been sent: it is counted, and taken over with the same Message-ID.
TAKE = (
    """
    update deliveries
       set status = case when refusal is null then 'sending' else 'skipped' end,
           reason = refusal,
           ambiguous = ambiguous + (deliveries.status = 'sending')::int,
           lease_id = %(lease)s,
           message_id = coalesce(message_id, %(message_id)s)
      from (
        select deliveries.id as delivery_id, subscribers.email, subscribers.address,
               subscribers.language, notifications.kind, wish.asked_at,
               case when subscribers.status = 'confirmed' then subscribers.confirmed_at end
               as confirmed_at,
               coalesce(own.notes, notifications.letter) as notes,
               coalesce(own.told - jsonb_array_length(own.notes), 0) as more,
               (select format from consent_events left join imports on imports.id = import_id
                 where subscriber_id = subscribers.id and kind = 'confirmed'
                 order by consent_events.id desc limit 1) as came_from,
               case when exists (select from suppressions where address_hash = any(%(hashes)s))
                    then 'suppressed'
                    when erased_at is not null then 'erased'
                    when wish.is_over and subscribers.status = 'pending'
                      or wish.is_over and subscribers.status = 'confirmed' and pace <> 'each'
                    then 'taken back'
                    when subscribers.status <> 'confirmed' and wish.asked_at is null
                    then subscribers.status
               end as refusal
          from deliveries
          join subscribers on subscribers.id = subscriber_id
          join notifications on notifications.id = notification_id
         cross join lateral (
            -- a letter of before readers chose has no items of its own
            select jsonb_agg(item order by position) filter (where position is not null) as notes,
                   count(distinct note_id) as told
              from told_notes
              join note_events on note_events.id = event_id
              left join jsonb_array_elements(letter) as item on item -> 'event' = to_jsonb(event_id)
             where delivery_id = deliveries.id
         ) as own
         cross join lateral (
            select min(asked_at) filter (where ended_at is null) as asked_at,
                   count(*) > 0 and every(ended_at is not null) as is_over
              from followed_notes
             where delivery_id = deliveries.id
         ) as wish
         where deliveries.id = %(id)s
      ) as reader
     where deliveries.id = delivery_id
       and deliveries.status in ('pending', 'sending', 'failed')
       and """
    + HOLDS_LEASE
    + """
    returning deliveries.id, subscriber_id, deliveries.status, message_id,
              email, address, language, notes, came_from, kind, more,
              (confirmed_at at time zone (select zone from garden))::date as confirmed_on,
              (asked_at at time zone (select zone from garden))::date as asked_on
"""
)

END = """
    update deliveries
       set status = %(status)s,
           reason = %(reason)s,
           ambiguous = ambiguous + %(maybe_sent)s::int,
           sent_at = case when %(status)s = 'sent' then clock_timestamp() end
     where id = %(id)s
       and status = 'sending'
       and lease_id = %(lease)s
"""

SUM: LiteralString = (
    FATES
    + """
    select candidates,
           count(*) filter (where fate = 'sent') as sent,
           count(*) filter (where fate = 'postponed') as postponed,
           count(*) filter (where fate = 'skipped') as skipped,
           count(*) filter (where fate = 'failed') as failed,
           count(*) filter (where fate in ('pending', 'sending')) as pending,
           count(*) filter (where ambiguous > 0) as maybe_sent_twice,
           count(*) filter (where fate = 'failed' and is_dead) as dead
      from notifications
      left join fates on notification_id = notifications.id
     where notifications.id = %(notification_id)s
     group by notifications.id
"""
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Whose delivery it is, before it is taken."""

    status: Status
    email: str


@dataclass(frozen=True, slots=True)
class Taken:
    """A delivery that the calling attempt may send now, unless it was skipped.

    `came_from` is the kind of file by which the reader's yes was imported, None for one said here.
    `kind` is that of the notification, and `more` counts the notes that it tells of without showing
    them. `asked_on` is the garden's day on which she asked to be told of one of the notes; then
    `confirmed_on` may be None, for one who reads nothing else.
    """

    id: int
    subscriber_id: int
    status: Status
    message_id: str
    email: str
    address: str
    language: str
    confirmed_on: date | None
    notes: list[dict[str, Any]]
    came_from: str | None = None
    kind: str = "evergreen"
    more: int = 0
    asked_on: date | None = None


@dataclass(frozen=True, slots=True)
class Sum:
    """What became of a notification: candidates = sent + postponed + skipped + failed + pending.

    Who is postponed hears of it in another letter, or has by now. Of the failed ones `dead` have a
    dead letter: released, they are pending again.
    """

    candidates: int | None
    sent: int
    skipped: int
    failed: int
    pending: int
    maybe_sent_twice: int
    dead: int
    postponed: int = 0


async def fan_out(
    notification_id: int, kind: str = "evergreen", *, now: datetime | None = None
) -> int:
    """Write a delivery for every candidate and a job for each that goes; return how many there are.

    `now` is for tests only.
    """
    candidates = await telling.choose(notification_id, kind, now=now)
    await outbox.enqueue_from(EvergreenMail, JOBS, notification_id=notification_id)
    return candidates


async def reader(delivery_id: int) -> Reader | None:
    """Return the reader of a delivery."""
    return await tx.row(Reader, READER, id=delivery_id)


async def take(
    delivery_id: int, *, email: str, message_id: str, keys: Sequence[str], needs: timedelta
) -> Taken | None:
    """Take a delivery for the calling attempt, or skip it for a reason.

    Returns None if it was sent or skipped before, or if the attempt's lease has less than `needs`
    left.
    """
    return await tx.row(
        Taken,
        TAKE,
        id=delivery_id,
        message_id=message_id,
        hashes=address_hashes(keys, email),
        **lease_parameters(needs),
    )


async def end(
    delivery_id: int,
    *,
    lease: UUID,
    status: Status,
    reason: str | None = None,
    maybe_sent: bool = False,
) -> bool:
    """Write how an attempt ended; False if another attempt has taken the delivery over.

    `maybe_sent` counts a copy of which nobody knows whether it arrived.
    """
    changed = await tx.execute(
        END, id=delivery_id, lease=lease, status=status, reason=reason, maybe_sent=maybe_sent
    )
    return changed > 0


async def total(notification_id: int) -> Sum | None:
    """Return the sum of a notification."""
    return await tx.row(Sum, SUM, notification_id=notification_id, kind=EvergreenMail.kind)
