"""A wish for one note whose link was not pressed in time, as `confirmations` has it of the rest."""

from shared import tx
from shared.newsletter.readers.following import OF_TOKEN, Wish
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin

# The newest link, which was in a mail to this mailbox and nowhere else.
IS_OLD = """
    token_hash = %(token_hash)s
    and token_expires_at <= clock_timestamp()
    and confirmed_at is null
    and ended_at is null
"""

OLD = OF_TOKEN + " where " + IS_OLD

# With the mail the link is replaced: for each there is one more, and it lives as long.
REOPEN = (
    """
    update followed_notes
       set requested_at = clock_timestamp(), asked_at = clock_timestamp()
     where coalesce(requested_at <= mailed_at, true)
       and """
    + IS_OLD
    + "returning id"
)


async def find(token_hash: bytes) -> Wish | None:
    """Return the wish whose newest link this is, if nobody has pressed it in time."""
    return await tx.row(Wish, OLD, token_hash=token_hash)


async def reopen(wish: Wish, token_hash: bytes, origin: Origin) -> int | None:
    """Open a wish for whoever has its newest link and was late, outside the caps.

    Returns the wish whose mail is due, None if it is already.
    """
    wish_id = await tx.scalar(int, REOPEN, token_hash=token_hash)
    if wish_id is not None:
        await consent.record(wish.subscriber_id, "note requested", origin)
    return wish_id
