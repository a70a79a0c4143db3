"""An open confirmation, from the request until its mail was sent: columns of `subscribers`."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import tx
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin
from shared.outbox import HOLDS_LEASE, lease_parameters

TOKEN_LIVES = timedelta(days=7)

OPEN = """
    select id, email, address, mailbox, language, status = 'confirmed' as is_reader,
           coalesce((select source = 'gardener' from consent_events
                      where subscriber_id = subscribers.id and kind = 'requested'
                      order by consent_events.id desc limit 1), false) as is_reminded
      from subscribers
     where id = %(id)s
       and confirmation_requested_at > coalesce(confirmation_mailed_at, '-infinity')
"""

# From here on only the newest link works. Without a live lease nothing is rotated: the link that
# the job's new owner has sent stays good.
ROTATE = (
    """
    update subscribers
       set confirm_token_hash = %(token_hash)s,
           confirm_token_expires_at = clock_timestamp() + %(token_lives)s,
           confirm_token_used_at = null
     where id = %(id)s
       and confirmation_requested_at > coalesce(confirmation_mailed_at, '-infinity')
       and """
    + HOLDS_LEASE
    + "returning confirm_token_expires_at"
)

MAILED = """
    update subscribers
       set confirmation_mailed_at = clock_timestamp()
     where id = %(id)s
"""

# The newest link, which nobody has pressed in time. It was in a mail to this mailbox and nowhere
# else, so whoever has it is no stranger.
IS_OLD = """
    confirm_token_hash = %(token_hash)s
    and confirm_token_expires_at <= clock_timestamp()
    and confirm_token_used_at is null
    and status <> 'confirmed'
"""

HAS_OLD = "select exists (select from subscribers where " + IS_OLD + ")"

# With the mail the link is replaced: for each there is one more, and it lives as long.
REOPEN = (
    """
    update subscribers
       set confirmation_requested_at = clock_timestamp()
     where coalesce(confirmation_requested_at <= confirmation_mailed_at, true)
       and """
    + IS_OLD
    + "returning id"
)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Somebody who asked and waits for the mail; `is_reader` if there is nothing to confirm.

    With `is_reminded` the gardener has asked them, since an import brought them.
    """

    id: int
    email: str
    address: str
    mailbox: str
    language: str
    is_reader: bool
    is_reminded: bool


async def open_for(subscriber_id: int) -> Confirmation | None:
    """Return the open confirmation of a subscriber, None when there is nothing to ask."""
    return await tx.row(Confirmation, OPEN, id=subscriber_id)


async def rotate(subscriber_id: int, token_hash: bytes, *, needs: timedelta) -> datetime | None:
    """Make a token the only valid one and return when it expires.

    Returns None if the calling attempt's lease has less than `needs` left, or if the confirmation
    is not open any more.
    """
    return await tx.scalar(
        datetime,
        ROTATE,
        id=subscriber_id,
        token_hash=token_hash,
        token_lives=TOKEN_LIVES,
        **lease_parameters(needs),
    )


async def mailed(subscriber_id: int) -> None:
    """Close a confirmation: its mail is on the way, or can never be sent."""
    await tx.execute(MAILED, id=subscriber_id)


async def is_old(token_hash: bytes) -> bool:
    """Tell whether a token is the newest of its mailbox, and was not used in time."""
    return bool(await tx.scalar(bool, HAS_OLD, token_hash=token_hash))


async def reopen(token_hash: bytes, origin: Origin) -> int | None:
    """Open a confirmation for whoever has the newest link and was late, outside the caps.

    Returns whose mail is due, None if it is already, or if the token is not such a one.
    """
    subscriber_id = await tx.scalar(int, REOPEN, token_hash=token_hash)
    if subscriber_id is not None:
        await consent.record(subscriber_id, "requested", origin)
    return subscriber_id
