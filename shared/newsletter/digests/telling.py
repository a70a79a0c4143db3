"""Fan-outs: who gets a letter of a notification, what stands in it, and who was told of what."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, LiteralString

from shared import tx
from shared.newsletter.announcing import letters
from shared.newsletter.digests import happenings
from shared.newsletter.digests.waiting import (
    BUSY,
    ITEM,
    RECENT,
    WAITING,
    WAITING_FOR_CANDIDATES,
)
from shared.newsletter.readers import followers
from shared.newsletter.readers.subscribers import SUPPRESSED

# One row for every confirmed reader: who gets no letter now has the reason in it.
AT_ONCE: LiteralString = (
    "with "
    + RECENT
    + BUSY
    + """
    , own as (
        select tags, language, happened_at
          from recent join announced_notes using (note_id)
         where kind = 'grown' and notification_id = %(notification_id)s
    )
    insert into deliveries (notification_id, subscriber_id, status, reason)
    select %(notification_id)s, id, case when why is null then 'pending' else 'skipped' end, why
      from (
        select subscribers.id,
               case when not exists (select from own where note_is_wanted(
                             topics, 'both', own.tags, own.language)) then 'other topics'
                    when not exists (select from own where note_is_wanted(
                             topics, notes_language, own.tags, own.language))
                    then 'another language'
                    when paused_until > now then 'waits for the end of a pause'
                    when pace = 'weekly' then 'waits for Sunday'
                    when pace = 'monthly' then 'waits for the 1st'
                    when subscribers.id in (select subscriber_id from busy)
                    then 'joins the next letter'
               end as why
          from subscribers cross join clock
         where status = 'confirmed'
           and greatest(confirmed_at, created_at) < (select max(happened_at) from own)
      ) as judged
     order by id
    on conflict (notification_id, subscriber_id) do nothing  -- who followed a note has one already
"""
)

# Who reads, and hears of a note in another letter: as they chose, or as they had one today.
LATER: LiteralString = (
    "with "
    + RECENT
    + BUSY
    + """
    select count(*) filter (where chose) as chose, count(*) filter (where not chose) as had
      from (
        select pace <> 'each' or coalesce(paused_until > now, false) as chose, id
          from subscribers cross join clock
         where status = 'confirmed'
           and id not in ("""
    + SUPPRESSED
    + """)
      ) as readers
     where chose or id in (select subscriber_id from busy)
"""
)

# By the calendar: whoever something waits for. What joins the next letter still comes on a day
# without one.
BY_CALENDAR: LiteralString = (
    WAITING
    + BUSY
    + """
    insert into deliveries (notification_id, subscriber_id)
    select distinct %(notification_id)s::bigint, subscriber_id
      from waiting
     where %(pace)s <> 'each' or subscriber_id not in (select subscriber_id from busy)
     order by subscriber_id
"""
)

# A note stands once in a letter, with the best that happened to it. What the notification is about
# comes first and whole; with it eight at most. Behind them stands a link to all, so that a digest
# has told of the rest as well, while a letter leaves it to the next.
TELL: LiteralString = (
    WAITING_FOR_CANDIDATES
    + """
    , chosen as (
        select waiting.*,
               announced_notes.notification_id is not distinct from waiting.notification_id
               as is_own,
               array_position(array['grown', 'moved', 'rewritten', 'planted'], waiting.kind) as rank
          from waiting left join announced_notes using (note_id)
    ), ranked as (
        select chosen.*,
               row_number() over (partition by delivery_id, note_id
                                  order by rank, happened_at desc) = 1 as is_best
          from chosen
    ), placed as (
        select event_id, subscriber_id, delivery_id, is_own,
               case when is_best then
                    row_number() over (partition by delivery_id, is_best
                                       order by is_own desc, rank, happened_at desc, title,
                                                event_id)
               end as place
          from ranked
    )
    insert into told_notes (event_id, subscriber_id, delivery_id, position)
    select event_id, subscriber_id, delivery_id, case when is_own or place <= 8 then place end
      from placed
     where %(pace)s <> 'each' or is_own or place <= 8
     order by event_id, subscriber_id
"""
)

# What the first reader gets, the last one gets.
FREEZE: LiteralString = (
    """
    update notifications
       set status = 'announced',
           announced_at = coalesce(%(now)s, clock_timestamp()),
           candidates = %(candidates)s,
           letter = case when kind = 'letter' then letter else (
               select jsonb_agg("""
    + ITEM
    + """ order by title, note_events.id)
                 from note_events join notes on notes.id = note_id
                where note_events.id in (
                      select event_id
                        from told_notes join deliveries on deliveries.id = delivery_id
                       where notification_id = %(notification_id)s and position is not null
                       union
                      select own.id
                        from note_events own join announced_notes using (note_id)
                       where own.kind = 'grown' and notification_id = %(notification_id)s)) end
     where id = %(notification_id)s
    returning letter
"""
)

SETTLE = """
    delete from owed_notes
     using told_notes
     where told_notes.event_id = owed_notes.event_id
       and told_notes.subscriber_id = owed_notes.subscriber_id
"""

PACES = {"evergreen": "each", "daily": "each", "weekly": "weekly", "monthly": "monthly"}


@dataclass(frozen=True, slots=True)
class Later:
    """How many hear of a note in another letter: as they chose, or as they had one today."""

    chose: int = 0
    had: int = 0


async def later(*, now: datetime | None = None) -> Later:
    """Return how many readers would hear of a note in another letter. `now` is for tests only."""
    return await tx.row(Later, LATER, now=now) or Later()


async def choose(notification_id: int, kind: str, *, now: datetime | None = None) -> int:
    """Write who gets a letter of a notification, and what it tells; return how many rows there are.

    In the ambient transaction. `now` is for tests only.
    """
    if kind == letters.KIND:
        return await letters.choose(notification_id, now=now)
    await happenings.grown(notification_id, now=now)
    values = {"notification_id": notification_id, "pace": PACES[kind], "now": now}
    candidates = await followers.grant(notification_id)
    candidates += await tx.execute(AT_ONCE if kind == "evergreen" else BY_CALENDAR, **values)
    await tx.execute(TELL, **values)
    await tx.execute(SETTLE)
    return candidates


async def freeze(
    notification_id: int, *, candidates: int, now: datetime | None = None
) -> list[dict[str, Any]]:
    """Record to how many readers it goes, and freeze and return everything that is told."""
    letter = await tx.scalar(
        list[dict[str, Any]],
        FREEZE,
        notification_id=notification_id,
        candidates=candidates,
        now=now,
    )
    return letter or []
