"""What waits for a reader: what happened, is wanted, and was never told to her.

Pieces of statements. All of them take `now`, which only tests give, and `pace`: whose turn it is.
"""

from typing import LiteralString

# What happened longer ago is news no more. It bounds what a fan-out has to look at.
RECENT: LiteralString = """
    clock as (
        select now, zone, date_trunc('day', now at time zone zone) at time zone zone as midnight
          from garden cross join (select coalesce(%(now)s, clock_timestamp()) as now) as time
    ), recent as materialized (
        select note_events.id as event_id, note_id, note_events.kind, happened_at, title, tags,
               language
          from note_events
          join notes on notes.id = note_id
         cross join clock
         where happened_at > now - interval '100 days'
           and happened_at <= now
           and gone_at is null
           and case note_events.kind when 'grown' then maturity = 'evergreen'
                                     when 'moved' then maturity <> 'seedling'
                                     else true end
    )
"""

# Nobody is told of what happened before she came. What happened before she chose anew is told if it
# waited for her then. `offset 0` keeps this a look into the primary key for each pair: what the
# planner believes of a table that has just filled would have it compare each with each.
_WANTED: LiteralString = """
         cross join clock
          join recent
            on (happened_at > greatest(confirmed_at, created_at, chosen_at)
                or (subscribers.id, event_id) in (select subscriber_id, event_id from owed_notes))
           and note_is_wanted(topics, notes_language, tags, recent.language)
           and (pace <> 'each' or recent.kind = 'grown')
         where subscribers.status = 'confirmed'
           and pace = %(pace)s
           and not exists (select from told_notes
                            where told_notes.event_id = recent.event_id
                              and told_notes.subscriber_id = subscribers.id
                           offset 0)
           and """
_READERS: LiteralString = """
    , waiting as (
        select subscribers.id as subscriber_id, recent.*
          from subscribers"""
_CANDIDATES: LiteralString = """
    , waiting as (
        select subscribers.id as subscriber_id, deliveries.id as delivery_id, notification_id,
               recent.*
          from deliveries join subscribers on subscribers.id = subscriber_id"""
_NOT_PAUSED: LiteralString = "(paused_until is null or paused_until <= now)"

WAITING: LiteralString = "with " + RECENT + _READERS + _WANTED + _NOT_PAUSED + ")"

WAITING_FOR_ONE: LiteralString = "with " + RECENT + _READERS + _WANTED + "subscribers.id = %(id)s)"

# Of those who get a letter of one notification.
WAITING_FOR_CANDIDATES: LiteralString = (
    "with "
    + RECENT
    + _CANDIDATES
    + _WANTED
    + _NOT_PAUSED
    + """
           and notification_id = %(notification_id)s
           and deliveries.status = 'pending')
"""
)

# Who has had a letter today, or has one on the way.
BUSY: LiteralString = """
    , busy as (
        select subscriber_id
          from deliveries
          join notifications on notifications.id = notification_id
         cross join clock
         where announced_at > now - interval '7 days'
           and (deliveries.status in ('pending', 'sending')
                or (deliveries.status = 'sent' and sent_at >= midnight))
    )
"""

# An item of a letter, frozen. Since when a note has been budding is said by its author, or was seen
# here; nobody has seen it of a note that was budding in the first manifest.
ITEM: LiteralString = """
    jsonb_build_object(
        'event', note_events.id, 'section', note_events.kind, 'changed', words,
        'title', title, 'url', url, 'excerpt', excerpt, 'mail_html', coalesce(mail_html, ''),
        'planted_at', planted_at, 'tended_at', tended_at, 'short_id', short_id,
        'why', why, 'minutes', minutes, 'grew_out_of', grew_out_of,
        'budding_at', coalesce(budding_at, (
            select min(moved.happened_at at time zone zone)::date
              from note_events as moved cross join garden
             where moved.note_id = notes.id and moved.kind = 'moved')),
        'evergreen_at', case when note_events.kind = 'grown' then
            (select (note_events.happened_at at time zone zone)::date from garden) end)
"""
