"""The tables `notifications` and `announced_notes`: what is told, once, ever."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from shared import outbox, tx
from shared.newsletter.payloads import Announce

PLAN = """
    insert into notifications (hold_until)
    values (clock_timestamp() + %(hold)s)
    returning id, hold_until
"""

# The one that goes out next.
PLANNED = """
    select id, hold_until from notifications
     where status = 'planned' order by hold_until, id limit 1
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
    select id, status, hold_until, planned_at, candidates
      from notifications where id = %(id)s for update
"""

PAGES = """
    select notes.url, notes.title, notes.content_hash, notes.opening
      from announced_notes
      join notes on notes.id = note_id
     where notification_id = %(id)s
     order by notes.title, notes.id
"""

# The letter is frozen here: what the first reader gets, the last one gets.
ANNOUNCED = """
    update notifications
       set status = 'announced',
           announced_at = clock_timestamp(),
           candidates = %(candidates)s,
           letter = (
               select jsonb_agg(jsonb_build_object(
                          'title', title, 'url', url, 'excerpt', excerpt,
                          'mail_html', coalesce(mail_html, ''),
                          'planted_at', planted_at, 'tended_at', tended_at,
                          'short_id', short_id)
                      order by title, notes.id)
                 from announced_notes join notes on notes.id = note_id
                where notification_id = %(id)s)
     where id = %(id)s
    returning letter as notes
"""

# The titles are kept, so that the list can still say what was cancelled after its notes are free.
CANCEL = """
    update notifications
       set status = 'cancelled',
           cancelled_at = clock_timestamp(),
           letter = (
               select jsonb_agg(jsonb_build_object('title', title) order by title)
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
       and not exists (select from announced_notes where notification_id = notifications.id)
     order by id
"""

LISTED = """
    select id, status, planned_at, hold_until, announced_at, cancelled_at, candidates,
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
    """A notification as the gardener sees it."""

    id: int
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
    """Plan one notification of all these notes, and the job that announces it after the hold."""
    planned = await tx.row(Planned, PLAN, hold=hold)
    assert planned is not None  # noqa: S101  (an insert returns its row)
    await tx.execute(CLAIM_NOTES, notification_id=planned.id, note_ids=list(note_ids))
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


async def mark_announced(notification_id: int, *, candidates: int) -> list[dict[str, Any]]:
    """Record to how many readers it goes, and freeze and return the notes as they are told."""
    notes = await tx.scalar(
        list[dict[str, Any]], ANNOUNCED, id=notification_id, candidates=candidates
    )
    return notes or []


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
