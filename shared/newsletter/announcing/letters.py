"""The table `letters`: what the gardener writes to all readers, sent once, ever."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from psycopg.types.json import Jsonb

from shared import outbox, tx
from shared.newsletter import garden
from shared.newsletter.announcing.checking import (
    LONGEST_ID,
    LONGEST_TEXT,
    LONGEST_TITLE,
    BadManifest,
    a_date,
    a_language,
    an_object,
    fit_for_a_header,
    text,
    within,
)
from shared.newsletter.announcing.manifest import LIMIT, refuse_another_garden
from shared.newsletter.announcing.notifications import Planned
from shared.newsletter.payloads import Announce

KIND = "letter"
FURTHEST = timedelta(days=366)

PLAN = """
    insert into notifications (kind, hold_until, letter)
    values ('letter', greatest(clock_timestamp() + %(hold)s, %(at)s), %(letter)s)
    returning id, hold_until
"""

# The row of a letter that was cancelled in time is taken over; any other stays as it is.
CLAIM = """
    insert into letters as known (id, notification_id)
    values (%(id)s, %(notification_id)s)
    on conflict (id) do update
       set notification_id = excluded.notification_id, posted_at = clock_timestamp()
     where (select status from notifications
             where notifications.id = known.notification_id) = 'cancelled'
    returning id
"""

# Whoever reads is meant, whatever the pace: a letter is written once, and by hand. Whoever reads
# notes of one language only reads letters of it, too.
CHOOSE = """
    insert into deliveries (notification_id, subscriber_id, status, reason)
    select %(notification_id)s, id, case when why is null then 'pending' else 'skipped' end, why
      from (
        select subscribers.id,
               case when not note_is_wanted('{}', notes_language, '{}', letter -> 0 ->> 'language')
                    then 'another language'
                    when paused_until > coalesce(%(now)s, clock_timestamp()) then 'paused'
               end as why
          from subscribers
         cross join notifications
         where subscribers.status = 'confirmed'
           and notifications.id = %(notification_id)s
      ) as judged
     order by id
"""

LISTED = """
    select letters.id, letter -> 0 ->> 'title' as title, notification_id, status, hold_until,
           announced_at, cancelled_at, candidates
      from letters
      join notifications on notifications.id = notification_id
     order by posted_at desc, letters.id
     limit %(limit)s
"""

STANDS = """
    select true
      from letters join notifications on notifications.id = notification_id
     where letters.id = %(id)s and status <> 'cancelled'
"""

NOTIFICATION_OF = "select notification_id from letters where id = %(id)s"


class SentBefore(RuntimeError):
    """This letter has gone out, or waits to go out."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as it was posted. `url` is that of its page, None if it has none."""

    id: str
    title: str
    date: str
    language: str
    excerpt: str
    content_hash: str
    mail_html: str
    url: str | None


@dataclass(frozen=True, slots=True)
class Posted:
    """A letter that was sent or is scheduled, as the gardener sees it."""

    id: str
    title: str
    notification_id: int
    status: str
    hold_until: datetime
    announced_at: datetime | None
    cancelled_at: datetime | None
    candidates: int | None


def read(document: object, *, site_url: str) -> Letter:
    """Check a decoded letter.

    Raises:
        BadManifest: naming the item.

    """
    top = an_object(document, "the letter")
    if top.get("version") != 1 or top.get("version") is True:
        raise BadManifest("version must be 1; this server reads no other.")
    site = an_object(top.get("site"), "site")
    refuse_another_garden(text(site, "url", "site", LONGEST_TEXT), site_url)
    one = an_object(top.get("letter"), "letter")
    written = a_date(one.get("date"), "letter.date")
    url = one.get("url")
    return Letter(
        id=text(one, "id", "letter", LONGEST_ID),
        title=fit_for_a_header(text(one, "title", "letter", LONGEST_TITLE), "letter.title"),
        date=written.isoformat() if written else "",
        language=a_language(text(one, "language", "letter", 35), "letter.language"),
        excerpt=text(one, "excerpt", "letter", LONGEST_TEXT, may_be_empty=True),
        content_hash=text(one, "content_hash", "letter", 200),
        mail_html=text(one, "mail_html", "letter", LIMIT),
        url=within(text(one, "url", "letter", LONGEST_TEXT), site_url, "letter.url")
        if url is not None
        else None,
    )


async def post(letter: Letter, *, hold: timedelta, at: datetime | None = None) -> Planned:
    """Plan the one notification of a letter, and the job that fans it out, in one transaction.

    It goes out after the hold, and not before `at`.

    Raises:
        SentBefore: it has gone out, or waits to.

    """
    async with tx.run():
        await garden.lock()
        values = as_json(letter)
        planned = await tx.row(Planned, PLAN, hold=hold, at=at, letter=Jsonb([values]))
        assert planned is not None  # noqa: S101  (an insert returns its row)
        if not await tx.scalar(str, CLAIM, id=letter.id, notification_id=planned.id):
            raise SentBefore
        job = Announce(planned.id)
        await outbox.enqueue(job, dedup_key=job.dedup_key, run_at=planned.hold_until)
    return planned


def as_json(letter: Letter) -> dict[str, Any]:
    """Return a letter as its notification keeps it."""
    return {
        "title": letter.title,
        "date": letter.date,
        "language": letter.language,
        "excerpt": letter.excerpt,
        "content_hash": letter.content_hash,
        "mail_html": letter.mail_html,
        "url": letter.url,
    }


async def choose(notification_id: int, *, now: datetime | None = None) -> int:
    """Write who gets a letter, and who not and why, in the transaction of the fan-out."""
    return await tx.execute(CHOOSE, notification_id=notification_id, now=now)


async def listed(*, limit: int = 50) -> list[Posted]:
    """Return what was sent or is scheduled, newest first."""
    return await tx.rows(Posted, LISTED, limit=limit)


async def stands(letter_id: str) -> bool:
    """Tell whether a letter has gone out, or waits to."""
    return bool(await tx.scalar(bool, STANDS, id=letter_id))


async def notification_of(letter_id: str) -> int | None:
    """Return the latest notification of a letter."""
    return await tx.scalar(int, NOTIFICATION_OF, id=letter_id)


def at_of(document: object) -> object:
    """Return when a posted letter is to go out, as it was written."""
    return cast("dict[str, object]", document).get("at") if isinstance(document, dict) else None
