"""The table `followed_notes`: somebody asks to be told when one note grows, and confirms that."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import tx
from shared.newsletter.readers.asking import LANGUAGE, Asker
from shared.newsletter.readers.caps import MAILBOX_OPENS, Caps
from shared.newsletter.readers.confirmations import TOKEN_LIVES
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin
from shared.outbox import HOLDS_LEASE, lease_parameters

# A note of which everybody was told, or that was evergreen at first, is never announced again.
CAN_GROW = """
    select true
      from notes
      left join announced_notes on note_id = notes.id
      left join notifications on notifications.id = notification_id
     where notes.id = %(note_id)s
       and gone_at is null
       and (note_id is null or notifications.status = 'planned')
"""

# The wish of a reader changes nothing about a subscription, and the other way round. A wish that is
# confirmed keeps the day on which it was asked.
ASK = (
    MAILBOX_OPENS
    + """
    , reader as (
        insert into subscribers (email, address, mailbox, language)
        select %(email)s, %(address)s, %(mailbox)s, %(language)s
          from opened
        on conflict (email) do update
           set
"""
    + LANGUAGE
    + """
        returning id
    )
    insert into followed_notes as known (subscriber_id, note_id)
    select id, %(note_id)s from reader
    on conflict (subscriber_id, note_id) do update
       set requested_at = clock_timestamp(),
           asked_at = case when known.confirmed_at is null or known.ended_at is not null
                           then clock_timestamp() else known.asked_at end,
           confirmed_at = case when known.ended_at is null then known.confirmed_at end,
           ended_at = null
    returning id, subscriber_id
"""
)

OPEN = """
    select followed_notes.id, subscriber_id, email, address, mailbox, subscribers.language,
           title, url
      from followed_notes
      join subscribers on subscribers.id = subscriber_id
      join notes on notes.id = note_id
     where followed_notes.id = %(id)s
       and requested_at > coalesce(mailed_at, '-infinity')
       and ended_at is null
       and erased_at is null
"""

ROTATE = (
    """
    update followed_notes
       set token_hash = %(token_hash)s,
           token_expires_at = clock_timestamp() + %(token_lives)s
     where id = %(id)s
       and requested_at > coalesce(mailed_at, '-infinity')
       and ended_at is null
       and """
    + HOLDS_LEASE
    + "returning token_expires_at"
)

MAILED = "update followed_notes set mailed_at = clock_timestamp() where id = %(id)s"

OF_TOKEN = """
    select subscriber_id, title, url, confirmed_at is not null as confirmed,
           exists (select from announced_notes
                     left join notifications on notifications.id = notification_id
                    where announced_notes.note_id = notes.id
                      and coalesce(notifications.status, 'announced') = 'announced') as is_grown
      from followed_notes
      join notes on notes.id = note_id
"""

WISH = (
    OF_TOKEN
    + """
     where token_hash = %(token_hash)s
       and token_expires_at > clock_timestamp()
       and ended_at is null
"""
)

CONFIRM = """
    update followed_notes
       set confirmed_at = clock_timestamp()
     where token_hash = %(token_hash)s
       and token_expires_at > clock_timestamp()
       and ended_at is null
       and confirmed_at is null
"""

TAKE_BACK = """
    update followed_notes
       set ended_at = clock_timestamp()
     where token_hash = %(token_hash)s
       and ended_at is null
    returning subscriber_id
"""

END_ALL = """
    update followed_notes
       set ended_at = clock_timestamp(), token_hash = null
     where subscriber_id = %(subscriber_id)s
       and ended_at is null
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A wish whose mail is due, and whose it is."""

    id: int
    subscriber_id: int


@dataclass(frozen=True, slots=True)
class OpenWish:
    """A wish that waits for its confirmation mail."""

    id: int
    subscriber_id: int
    email: str
    address: str
    mailbox: str
    language: str
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Wish:
    """The note that a link asks about, as our own table calls it; told of already if `is_grown`."""

    subscriber_id: int
    title: str
    url: str
    confirmed: bool
    is_grown: bool


async def ask(note_id: str, asker: Asker, origin: Origin, caps: Caps) -> int | None:
    """Record that someone asked for one note; return the wish whose mail is due.

    None if the caps do not allow a mail, or if there is no such note, or none that can grow.
    """
    if not await tx.scalar(bool, CAN_GROW, note_id=note_id):
        return None
    asked = await tx.row(Asked, ASK, note_id=note_id, **asker.parameters(caps))
    if asked is None:
        return None
    await consent.record(asked.subscriber_id, "note requested", origin)
    return asked.id


async def open_wish(wish_id: int) -> OpenWish | None:
    """Return a wish that waits for its mail, None when there is nothing to ask."""
    return await tx.row(OpenWish, OPEN, id=wish_id)


async def rotate(wish_id: int, token_hash: bytes, *, needs: timedelta) -> datetime | None:
    """Make a token the only valid one and return when it expires.

    Returns None if the calling attempt's lease has less than `needs` left, or if there is nothing
    to ask any more.
    """
    return await tx.scalar(
        datetime,
        ROTATE,
        id=wish_id,
        token_hash=token_hash,
        token_lives=TOKEN_LIVES,
        **lease_parameters(needs),
    )


async def mailed(wish_id: int) -> None:
    """Note that the mail is on the way, or can never be sent."""
    await tx.execute(MAILED, id=wish_id)


async def wish_of(token_hash: bytes) -> Wish | None:
    """Return the wish of a token; None for one that is unknown, replaced, expired or taken back."""
    return await tx.row(Wish, WISH, token_hash=token_hash)


async def confirm(token_hash: bytes, origin: Origin) -> Wish | None:
    """Confirm one wish and nothing else; the same answer when it was confirmed before.

    Of a note that everybody was told of meanwhile there is nothing to wait for any more.
    """
    wish = await wish_of(token_hash)
    if wish and not wish.is_grown and await tx.execute(CONFIRM, token_hash=token_hash):
        await consent.record(wish.subscriber_id, "note confirmed", origin)
    return wish


async def take_back(token_hash: bytes, origin: Origin) -> None:
    """End one wish. A letter that is planned and has not gone out is skipped."""
    subscriber_id = await tx.scalar(int, TAKE_BACK, token_hash=token_hash)
    if subscriber_id is not None:
        await consent.record(subscriber_id, "note taken back", origin)


async def end_all(subscriber_id: int) -> bool:
    """Take back all that a reader has asked for; False if there was nothing."""
    return await tx.execute(END_ALL, subscriber_id=subscriber_id) > 0
