"""Read all readers for an export, page by page, with the last that each agreed to and chose."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime

from shared import tx

PAGE = 1000

READ = """
    select subscribers.id, address, language,
           case when coalesce(held.kind = 'suppressed', false) then 'suppressed'
                else status end as state,
           agreed.happened_at as consented_at, agreed.source as consent_source,
           agreed.network as consent_network,
           coalesce(held_at, gone.happened_at) as left_at,
           coalesce(held_source, gone.source) as left_source,
           array_to_string(topics, ';') as topics, pace, notes_language, paused_until
      from subscribers
      left join lateral (
           select happened_at, source, network from consent_events
            where subscriber_id = subscribers.id and kind = 'confirmed'
            order by id desc limit 1) as agreed on true
      left join lateral (
           select happened_at, source from consent_events
            where subscriber_id = subscribers.id and kind = 'unsubscribed'
              and status = 'unsubscribed'
            order by id desc limit 1) as gone on true
      left join lateral (
           select kind,
                  case kind when 'suppressed' then happened_at end as held_at,
                  case kind when 'suppressed' then source end as held_source
             from consent_events
            where subscriber_id = subscribers.id and kind in ('suppressed', 'released')
            order by id desc limit 1) as held on true
     where subscribers.id > %(after)s
       and erased_at is null
     order by subscribers.id
     limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody as an export has them."""

    id: int
    address: str
    language: str
    state: str
    consented_at: datetime | None
    consent_source: str | None
    consent_network: str | None
    left_at: datetime | None
    left_source: str | None
    pace: str = "each"
    topics: str = ""
    notes_language: str = "both"
    paused_until: datetime | None = None


async def pages(*, state: str | None = None) -> AsyncIterator[list[Reader]]:
    """Yield all readers, or those of one state, in the order in which they came."""
    after = 0
    while True:
        async with tx.run():
            page = await tx.rows(Reader, READ, after=after, limit=PAGE)
        if not page:
            return
        after = page[-1].id
        yield [one for one in page if state in (None, one.state)]
