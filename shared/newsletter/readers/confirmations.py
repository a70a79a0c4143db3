"""An open confirmation, from the request until its mail was sent: columns of `subscribers`."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared import tx
from shared.outbox import HOLDS_LEASE, lease_parameters

TOKEN_LIVES = timedelta(days=7)

OPEN = """
    select id, email, address, language, status = 'confirmed' as is_reader,
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


@dataclass(frozen=True, slots=True)
class Confirmation:
    """Somebody who asked and waits for the mail; `is_reader` if there is nothing to confirm.

    With `is_reminded` the gardener has asked them, since an import brought them.
    """

    id: int
    email: str
    address: str
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
