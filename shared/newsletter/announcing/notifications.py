"""The tables `notifications` and `announced_notes`: what is told, once, ever."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from psycopg.types.json import Jsonb

from shared import outbox, tx
from shared.newsletter.payloads import Announce

# Of a digest the letter says what it would tell now; it is frozen when it goes out.
PLAN = """
    insert into notifications (kind, letter, hold_until)
    values (%(kind)s, %(letter)s, clock_timestamp() + %(hold)s)
    returning id, hold_until
"""

# The one that goes out next.
PLANNED = """
    select id, hold_until from notifications
     where status = 'planned' and kind = 'evergreen' order by hold_until, id limit 1
"""

CLAIM_NOTES = """
    insert into announced_notes (note_id, notification_id)
    select note_id, %(notification_id)s
      from unnest(%(note_ids)s::text[]) as note_id
     order by note_id
"""

BASELINE = """
    insert into announced_notes (note_id)
    select id from notes where maturity = 'evergreen' and gone_at is null order by id
    on conflict (note_id) do nothing
"""

# FOR UPDATE: a cancellation and the fan-out of the same notification take turns.
LOCK = """
    select id, kind, status, hold_until, planned_at, candidates
      from notifications where id = %(id)s for update
"""

PAGES = """
    select notes.url, notes.title, notes.content_hash, notes.opening
      from announced_notes
      join notes on notes.id = note_id
     where notification_id = %(id)s
     union all
    select letter -> 0 ->> 'url', letter -> 0 ->> 'title', letter -> 0 ->> 'content_hash', ''
      from notifications
     where id = %(id)s and kind = 'letter' and letter -> 0 ->> 'url' is not null
     order by title, url
"""

# The titles are kept, so that the list can still say what was cancelled after its notes are free.
CANCEL = """
    update notifications
       set status = 'cancelled',
           cancelled_at = clock_timestamp(),
           letter = (
               select coalesce(jsonb_agg(jsonb_build_object('title', title) order by title), letter)
                 from announced_notes join notes on notes.id = note_id
                where notification_id = %(id)s)
     where id = %(id)s and status = 'planned'
"""

FREE_NOTES = "delete from announced_notes where notification_id = %(id)s"

# A note that is no longer evergreen, or gone, before anybody was told of it. The lock keeps a
# fan-out from telling of it at the same moment.
TAKE_BACK = """
    with planned as (
        select id from notifications where status = 'planned' order by id for update
    )
    delete from announced_notes
     using planned, notes
     where planned.id = notification_id
       and notes.id = note_id
       and (notes.maturity <> 'evergreen' or notes.gone_at is not null)
"""

EMPTY = """
    select id from notifications
     where status = 'planned'
       and kind = 'evergreen'
       and not exists (select from announced_notes where notification_id = notifications.id)
     order by id
"""

LISTED = """
    select id, kind, status, planned_at, hold_until, announced_at, cancelled_at, candidates,
           coalesce(
               (select array_agg(title order by title) from announced_notes
                  join notes on notes.id = note_id where notification_id = notifications.id),
               (select array_agg(note ->> 'title') from jsonb_array_elements(letter) note),
               '{}') as titles
      from notifications
     where %(id)s::bigint is null or id = %(id)s
     order by id desc
     limit %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Planned:
    """A notification that waits to go out."""

    id: int
    hold_until: datetime


@dataclass(frozen=True, slots=True)
class Notification:
    """A notification, locked."""

    id: int
    kind: str
    status: str
    hold_until: datetime
    planned_at: datetime
    candidates: int | None


@dataclass(frozen=True, slots=True)
class Page:
    """The page that a letter will lead to."""

    url: str
    title: str
    content_hash: str
    opening: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A notification as the gardener sees it.

    An `evergreen` one is told at once; those of the calendar are `daily`, `weekly` or `monthly`.
    """

    id: int
    kind: str
    status: str
    planned_at: datetime
    hold_until: datetime
    announced_at: datetime | None
    cancelled_at: datetime | None
    candidates: int | None
    titles: list[str]


@dataclass(frozen=True, slots=True)
class Id:
    """One column."""

    id: int


async def plan(note_ids: Sequence[str], *, hold: timedelta) -> Planned:
    """Plan one notification of all these notes, which are told at once after the hold."""
    planned = await plan_of("evergreen", None, hold=hold)
    await tx.execute(CLAIM_NOTES, notification_id=planned.id, note_ids=list(note_ids))
    return planned


async def plan_of(kind: str, letter: Jsonb | None, *, hold: timedelta) -> Planned:
    """Plan a notification of a kind, and the job that announces it after the hold."""
    planned = await tx.row(Planned, PLAN, kind=kind, letter=letter, hold=hold)
    assert planned is not None  # noqa: S101  (an insert returns its row)
    job = Announce(planned.id)
    await outbox.enqueue(job, dedup_key=job.dedup_key, run_at=planned.hold_until)
    return planned


async def planned() -> Planned | None:
    """Return the notification that goes out next, None when none waits."""
    return await tx.row(Planned, PLANNED)


async def take_baseline() -> int:
    """Record every evergreen note as told, without telling anybody; return how many there are."""
    return await tx.execute(BASELINE)


async def lock(notification_id: int) -> Notification | None:
    """Return a notification, locked until the transaction ends."""
    return await tx.row(Notification, LOCK, id=notification_id)


async def pages(notification_id: int) -> list[Page]:
    """Return the pages of a notification's notes."""
    return await tx.rows(Page, PAGES, id=notification_id)


async def cancel(notification_id: int) -> bool:
    """Cancel a planned notification and free its notes; False if it is too late, or unknown.

    The row's lock decides against a fan-out that runs at the same moment: one of the two finds the
    notification no longer planned.
    """
    async with tx.run():
        if not await tx.execute(CANCEL, id=notification_id):
            return False
        await tx.execute(FREE_NOTES, id=notification_id)
        await outbox.cancel(dedup_key=Announce(notification_id).dedup_key)
        return True


async def take_back_unripe() -> None:
    """Drop what is no longer evergreen from what is planned, and plans that are left empty."""
    await tx.execute(TAKE_BACK)
    for empty in await tx.rows(Id, EMPTY):
        await cancel(empty.id)


async def listed(*, limit: int = 20) -> list[Listed]:
    """Return notifications, newest first."""
    return await tx.rows(Listed, LISTED, id=None, limit=limit)


async def find(notification_id: int) -> Listed | None:
    """Return one notification."""
    return await tx.row(Listed, LISTED, id=notification_id, limit=1)
