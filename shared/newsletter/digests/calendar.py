"""When digests are due in the garden's zone, and the notifications that come of it."""

from datetime import datetime, timedelta
from typing import Any, LiteralString

from psycopg.types.json import Jsonb

from shared import outbox, tx
from shared.newsletter import garden
from shared.newsletter.announcing import notifications
from shared.newsletter.announcing.notifications import Planned
from shared.newsletter.digests.telling import PACES
from shared.newsletter.digests.waiting import ITEM, WAITING
from shared.newsletter.payloads import Digest
from shared.outbox import Schedule

# On a day without a letter at nine, what joins the next is a letter of its own.
TIMES = {"daily": ("09:00", "*"), "weekly": ("09:00", "sun"), "monthly": ("0 9 1 * *", "*")}

# A digest that comes later than this is left to the next one.
LATE = {"daily": timedelta(hours=12), "weekly": timedelta(days=3), "monthly": timedelta(days=7)}

WOULD_TELL: LiteralString = (
    WAITING
    + """
    select jsonb_agg("""
    + ITEM
    + """ order by array_position(array['grown', 'moved', 'rewritten', 'planted'],
                                  note_events.kind), note_events.id)
      from note_events join notes on notes.id = note_id
     where note_events.id in (select event_id from waiting)
"""
)

IS_PLANNED = """
    select exists (select from notifications where kind = %(kind)s and status = 'planned')
"""


def schedules(zone: str) -> list[Schedule]:
    """Return the digests of a zone: gaps and folds of its clock are the calendar's business."""
    return [
        Schedule(
            f"digest-{kind}",
            Digest(kind),
            at=at,
            days=days,
            zone=zone,
            late=LATE[kind],
            dedup_key=f"newsletter-digest-{kind}",
        )
        for kind, (at, days) in TIMES.items()
    ]


async def look(*, now: datetime | None = None) -> outbox.Scheduled:
    """Enqueue the digests whose hour has come, each once whoever asks. `now` is for tests only."""
    async with tx.run():
        zone = await garden.zone()
    return await outbox.enqueue_scheduled(schedules(zone), now=now)


async def plan(kind: str, *, hold: timedelta, now: datetime | None = None) -> Planned | None:
    """Plan a digest in the ambient transaction; None if there is nothing to say, or one is planned.

    `now` is for tests only.
    """
    await garden.lock()
    if await tx.scalar(bool, IS_PLANNED, kind=kind):
        return None
    items = await tx.scalar(list[dict[str, Any]], WOULD_TELL, pace=PACES[kind], now=now)
    if not items:
        return None
    return await notifications.plan_of(kind, Jsonb(items), hold=hold)
