"""What a reader chooses, and the link that it takes: columns of `subscribers`.

A letter's footer has a signed name of its reader. It opens no door: all it can do is have a fresh
link mailed to that reader. Only the token in that mail shows and changes anything.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from urllib.parse import urlencode

from shared import tx
from shared.newsletter.digests.waiting import WAITING_FOR_ONE
from shared.newsletter.keys import sign, signed
from shared.outbox import HOLDS_LEASE, lease_parameters
from shared.settings import Settings

PURPOSE = b"settings"
READER = struct.Struct(">Q")

TOKEN_LIVES = timedelta(hours=24)

Pace = Literal["each", "weekly", "monthly"]
NotesLanguage = Literal["en", "zh", "both"]

# One in 10 minutes, three a day; one a month to who has left, for her data is hers, but whoever has
# an old letter of hers must not fill her inbox. Who has never confirmed never had such a letter.
ASK = """
    update subscribers
       set settings_asked_at = array[clock_timestamp()] || settings_asked_at[1:2]
     where id = %(id)s
       and status <> 'pending'
       and erased_at is null
       and coalesce(settings_asked_at[1] < clock_timestamp() - interval '10 minutes', true)
       and coalesce(settings_asked_at[3] < clock_timestamp() - interval '1 day', true)
       and (status = 'confirmed'
            or coalesce(settings_asked_at[1] < clock_timestamp() - interval '30 days', true))
"""

OPEN = """
    select id, email, address, language
      from subscribers
     where id = %(id)s
       and erased_at is null
       and settings_asked_at[1] > coalesce(settings_mailed_at, '-infinity')
"""

# Only the newest link works, and only with a live lease is one made.
ROTATE = (
    """
    update subscribers
       set settings_token_hash = %(token_hash)s,
           settings_token_expires_at = clock_timestamp() + %(token_lives)s
     where id = %(id)s
       and erased_at is null
       and settings_asked_at[1] > coalesce(settings_mailed_at, '-infinity')
       and """
    + HOLDS_LEASE
)

MAILED = "update subscribers set settings_mailed_at = clock_timestamp() where id = %(id)s"

CHOSEN = """
    select id, email, status, pace, topics, notes_language, language,
           case when paused_until > clock_timestamp() then paused_until end as paused_until
      from subscribers
     where settings_token_hash = %(token_hash)s
       and settings_token_expires_at > clock_timestamp()
"""

CHOSEN_BY = """
    select id, email, status, pace, topics, notes_language, language,
           case when paused_until > clock_timestamp() then paused_until end as paused_until
      from subscribers
     where id = %(id)s
"""

# Under the choices of until now; new ones count from now on.
KEEP_WAITING = (
    WAITING_FOR_ONE
    + """
    insert into owed_notes (subscriber_id, event_id)
    select subscriber_id, event_id from waiting
    on conflict do nothing
"""
)

CHOOSE = """
    update subscribers
       set pace = %(pace)s,
           topics = %(topics)s,
           notes_language = %(notes_language)s,
           language = %(language)s,
           saved_at = clock_timestamp(),
           chosen_at = case when (pace, topics, notes_language)
                                 is distinct from (%(pace)s, %(topics)s::text[], %(notes_language)s)
                            then coalesce(%(now)s, clock_timestamp()) else chosen_at end,
           paused_until = case when not %(pause)s then null
                               when paused_until > coalesce(%(now)s, clock_timestamp())
                               then paused_until
                               else coalesce(%(now)s, clock_timestamp()) + interval '1 month' end
     where id = %(id)s
"""

# The tags that the most notes have.
TOPICS = """
    select tag
      from notes cross join unnest(tags) as tag
     where gone_at is null
     group by tag
     order by count(*) desc, tag
     limit 60
"""


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody who asked for the link and waits for the mail."""

    id: int
    email: str
    address: str
    language: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """A reader behind a good link, and what she has chosen; `paused_until` only while it lasts."""

    id: int
    email: str
    status: str
    pace: Pace
    topics: list[str]
    notes_language: NotesLanguage
    language: str
    paused_until: datetime | None


@dataclass(frozen=True, slots=True)
class Topic:
    """A tag of the garden."""

    tag: str


def settings_link(settings: Settings, subscriber_id: int) -> str:
    """Return the link for a letter's footer, which carries no authority."""
    token = settings_token(settings.secret_key[0], subscriber_id)
    return f"{settings.functions_url}/newsletter/settings-link?{urlencode({'token': token})}"


def settings_token(key: str, subscriber_id: int) -> str:
    """Return a signed name of a reader, which is stored nowhere and never expires."""
    return sign(key, PURPOSE, READER.pack(subscriber_id))


def read_settings_token(keys: Sequence[str], token: str) -> int | None:
    """Return whom a link is about, None if no key of ours signed it."""
    data = signed(keys, PURPOSE, token)
    return READER.unpack(data)[0] if data is not None and len(data) == READER.size else None


async def ask(subscriber_id: int) -> bool:
    """Write down that a reader wants the link; False where there were too many, or nobody is."""
    return bool(await tx.execute(ASK, id=subscriber_id))


async def asking(subscriber_id: int) -> Asking | None:
    """Return who waits for the link, None when there is nothing to mail."""
    return await tx.row(Asking, OPEN, id=subscriber_id)


async def rotate(subscriber_id: int, token_hash: bytes, *, needs: timedelta) -> bool:
    """Make a token the only good one; False if the attempt's lease has less than `needs` left."""
    changed = await tx.execute(
        ROTATE,
        id=subscriber_id,
        token_hash=token_hash,
        token_lives=TOKEN_LIVES,
        **lease_parameters(needs),
    )
    return changed > 0


async def mailed(subscriber_id: int) -> None:
    """Write down that the link is on its way, or can never be sent."""
    await tx.execute(MAILED, id=subscriber_id)


async def chosen(token_hash: bytes) -> Chosen | None:
    """Return whose token it is, None for one that is unknown, replaced or expired."""
    return await tx.row(Chosen, CHOSEN, token_hash=token_hash)


async def chosen_by(subscriber_id: int) -> Chosen | None:
    """Return what a reader has chosen, for the gardener."""
    return await tx.row(Chosen, CHOSEN_BY, id=subscriber_id)


async def choose(
    reader: Chosen,
    *,
    pace: Pace,
    topics: Sequence[str],
    notes_language: NotesLanguage,
    language: str,
    pause: bool,
    now: datetime | None = None,
) -> None:
    """Write down what a reader has chosen. What waits for her goes on waiting.

    `now` is for tests only.
    """
    await tx.execute(KEEP_WAITING, id=reader.id, pace=reader.pace, now=now)
    await tx.execute(
        CHOOSE,
        id=reader.id,
        pace=pace,
        topics=sorted(topics),
        notes_language=notes_language,
        language=language,
        pause=pause,
        now=now,
    )


async def topics() -> list[str]:
    """Return what there is to choose from."""
    return [one.tag for one in await tx.rows(Topic, TOPICS)]
