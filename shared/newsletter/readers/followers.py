"""Who waits for a note: the letter that grants the wish, and the lists of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared import tx

# A wish is for one note and for now: it knows no pace, no topics and no pause. It is granted with a
# delivery like any other, and the row in told_notes is the one that everybody's letters go by, so a
# follower who also reads the garden gets one letter. Their notes stand before all others in it.
GRANT = """
    with wishes as (
        select followed_notes.id, subscriber_id, note_events.id as event_id, title
          from announced_notes
          join followed_notes using (note_id)
          join notes on notes.id = note_id
          join note_events on note_events.note_id = notes.id and note_events.kind = 'grown'
          join subscribers on subscribers.id = subscriber_id
         where notification_id = %(notification_id)s
           and followed_notes.confirmed_at is not null
           and ended_at is null
           and delivery_id is null
           and erased_at is null
    ), letters as (
        insert into deliveries (notification_id, subscriber_id)
        select distinct %(notification_id)s::bigint, subscriber_id from wishes
         order by subscriber_id
        returning id, subscriber_id
    ), granted as (
        update followed_notes
           set delivery_id = letters.id
          from wishes
          join letters using (subscriber_id)
         where followed_notes.id = wishes.id
    ), told as (
        insert into told_notes (event_id, subscriber_id, delivery_id, position)
        select event_id, subscriber_id, letters.id,
               row_number() over (partition by subscriber_id order by title, event_id) - 1000
          from wishes
          join letters using (subscriber_id)
         order by event_id, subscriber_id
    )
    select count(*) from letters
"""

# Confirmed readers are counted elsewhere.
WAITING_ALONE = """
    select count(distinct subscriber_id)
      from followed_notes
      join subscribers on subscribers.id = subscriber_id
     where note_id = any(%(notes)s)
       and followed_notes.confirmed_at is not null
       and ended_at is null
       and delivery_id is null
       and erased_at is null
       and status <> 'confirmed'
"""

LISTED = """
    select note_id, title, asked_at, confirmed_at, ended_at, notification_id
      from followed_notes
      join notes on notes.id = note_id
      left join deliveries on deliveries.id = delivery_id
     where followed_notes.subscriber_id = %(subscriber_id)s
     order by followed_notes.id
"""

MOST_FOLLOWED = """
    select title, count(*) as readers
      from followed_notes
      join notes on notes.id = note_id
     where confirmed_at is not null
       and ended_at is null
       and delivery_id is null
       and gone_at is null
     group by notes.id
     order by readers desc, title, notes.id
     limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class FollowedNote:
    """A wish as its reader or the gardener sees it; `notification_id` once a letter is planned."""

    note_id: str
    title: str
    asked_at: datetime
    confirmed_at: datetime | None
    ended_at: datetime | None
    notification_id: int | None


@dataclass(frozen=True, slots=True)
class Followed:
    """A note, and how many wait for it."""

    title: str
    readers: int


async def grant(notification_id: int) -> int:
    """Write a delivery for everybody who waits for a note of a notification; return how many.

    In the transaction of the fan-out, before the other readers have theirs.
    """
    return await tx.scalar(int, GRANT, notification_id=notification_id) or 0


async def waiting_alone(notes: Sequence[str]) -> int:
    """Return how many wait for one of these notes and are no readers of the garden."""
    return await tx.scalar(int, WAITING_ALONE, notes=list(notes)) or 0


async def listed(subscriber_id: int) -> list[FollowedNote]:
    """Return a reader's wishes, oldest first."""
    return await tx.rows(FollowedNote, LISTED, subscriber_id=subscriber_id)


async def most_followed(*, limit: int = 8) -> list[Followed]:
    """Return the notes that most readers wait for."""
    return await tx.rows(Followed, MOST_FOLLOWED, limit=limit)
