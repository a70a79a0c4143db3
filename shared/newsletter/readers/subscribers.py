"""The table `subscribers`: someone asks to read, confirms, and leaves again."""

from dataclasses import dataclass
from typing import LiteralString

from shared import tx
from shared.newsletter.readers import following
from shared.newsletter.readers.asking import LANGUAGE, Asker
from shared.newsletter.readers.caps import MAILBOX_OPENS, Caps
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin

# Asking never changes a status, nor the language that a reader has her letters in: anybody can ask.
# It opens a confirmation if the caps allow. Only then is there a new row: whoever invents spellings
# of a mailbox that has had enough comes upon the row that it has already. A row is written to
# either way, so that the time of the answer cannot tell who reads.
ASK = (
    MAILBOX_OPENS
    + """
    , asked as (
        insert into subscribers (email, address, mailbox, language, confirmation_requested_at)
        select %(email)s, %(address)s, %(mailbox)s, %(language)s, clock_timestamp()
          from opened
        on conflict (email) do update
           set confirmation_requested_at = clock_timestamp(),
"""
    + LANGUAGE
    + """
        returning id
    ), known as (
        update subscribers
           set language = subscribers.language
         where not exists (select from opened)
           and id = (select id from subscribers
                      where mailbox = %(mailbox)s
                      order by email = %(email)s desc, id
                      limit 1)
        returning id
    )
    select id, true as opened from asked
     union all
    select id, false from known
"""
)

CONFIRM = """
    update subscribers
       set status = 'confirmed',
           confirmed_at = clock_timestamp(),
           confirm_token_used_at = clock_timestamp(),
           confirmation_requested_at = null,
           confirmation_mailed_at = null
     where confirm_token_hash = %(token_hash)s
       and confirm_token_expires_at > clock_timestamp()
       and confirm_token_used_at is null
    returning id
"""

TOKEN_STATE = """
    select confirm_token_used_at is not null as used, status = 'confirmed' as confirmed
      from subscribers
     where confirm_token_hash = %(token_hash)s
       and confirm_token_expires_at > clock_timestamp()
"""

UNSUBSCRIBE = """
    update subscribers
       set status = 'unsubscribed',
           unsubscribed_at = clock_timestamp(),
           confirmation_requested_at = null,
           confirm_token_hash = null
     where id = %(id)s
       and status <> 'unsubscribed'
"""

ID_OF = "select id from subscribers where email = %(email)s"

EMAIL = "select email from subscribers where id = %(id)s and erased_at is null"

# Whether an address is suppressed only its keyed hash can tell; that it was, the events do as well.
SUPPRESSED: LiteralString = """
           select subscriber_id
             from (select distinct on (subscriber_id) subscriber_id, kind
                     from consent_events
                    where kind in ('suppressed', 'released')
                    order by subscriber_id, id desc) as latest
            where kind = 'suppressed'
"""

TELLABLE: LiteralString = (
    """
    select count(*)
      from subscribers
     where status = 'confirmed'
       and id not in ("""
    + SUPPRESSED
    + ")"
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A subscriber of a mailbox, and whether this request opened a confirmation there."""

    id: int
    opened: bool


@dataclass(frozen=True, slots=True)
class TokenState:
    """A confirmation token that has not expired."""

    used: bool
    confirmed: bool


async def ask(asker: Asker, origin: Origin, caps: Caps) -> Asked | None:
    """Record that someone asked to read at an address.

    Returns the row of another spelling where the mailbox has had enough and this one is new; None
    where even that is not there any more.
    """
    asked = await tx.row(Asked, ASK, **asker.parameters(caps))
    if asked is not None and asked.opened:
        await consent.record(asked.id, "requested", origin)
    return asked


async def confirm(token_hash: bytes, origin: Origin) -> bool:
    """Confirm the reader whose newest token this is; True also when it was used for that before."""
    subscriber_id = await tx.scalar(int, CONFIRM, token_hash=token_hash)
    if subscriber_id is not None:
        await consent.record(subscriber_id, "confirmed", origin)
        return True
    state = await token_state(token_hash)
    return state is not None and state.used and state.confirmed


async def token_state(token_hash: bytes) -> TokenState | None:
    """Return what became of a token; None for one that is unknown, replaced or expired."""
    return await tx.row(TokenState, TOKEN_STATE, token_hash=token_hash)


async def unsubscribe(subscriber_id: int, origin: Origin) -> None:
    """End a subscription and all wishes. Nothing happens if they have ended, or never were."""
    wishes = await following.end_all(subscriber_id)
    if await tx.execute(UNSUBSCRIBE, id=subscriber_id) or wishes:
        await consent.record(subscriber_id, "unsubscribed", origin)


async def id_of(email: str) -> int | None:
    """Return the reader who has a canonical address."""
    return await tx.scalar(int, ID_OF, email=email)


async def email_of(subscriber_id: int) -> str | None:
    """Return a reader's canonical address, None for one who was erased."""
    return await tx.scalar(str, EMAIL, id=subscriber_id)


async def tellable() -> int:
    """Count the confirmed readers whose address is not suppressed."""
    return await tx.scalar(int, TELLABLE) or 0
