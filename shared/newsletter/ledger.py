"""What a gardener sees of deliveries that went another way than `sent`, and how one is given up."""

from dataclasses import dataclass

from shared import tx

REMARKABLE = """
    select subscriber_id, status, reason, ambiguous
      from deliveries
     where notification_id = %(notification_id)s
       and (status in ('sending', 'skipped', 'failed') or ambiguous > 0 or reason is not null)
     order by status, id
"""

# What was being sent when its worker died may have arrived: that stays countable.
GIVE_UP = """
    update deliveries
       set status = 'failed',
           reason = %(reason)s,
           ambiguous = ambiguous + (status = 'sending')::int
     where id = %(id)s
       and status in ('pending', 'sending')
"""


@dataclass(frozen=True, slots=True)
class Remarkable:
    """A delivery that failed, was skipped, may have been sent twice or has failed before."""

    subscriber_id: int
    status: str
    reason: str | None
    ambiguous: int


async def remarkable(notification_id: int) -> list[Remarkable]:
    """Return the deliveries of a notification about which there is something to say."""
    return await tx.rows(Remarkable, REMARKABLE, notification_id=notification_id)


async def give_up(delivery_id: int, *, reason: str) -> bool:
    """End a delivery that will never be sent; False if it has ended before."""
    return await tx.execute(GIVE_UP, id=delivery_id, reason=reason) > 0
