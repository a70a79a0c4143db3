"""Look up where the people of some rows stand here, by their addresses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from shared import tx
from shared.mail.address import Address
from shared.newsletter.keys import address_hashes
from shared.newsletter.moving.states import Standing

READ = """
    select id, email, status, confirmed_at, unsubscribed_at,
           (select max(happened_at)
              from consent_events
             where subscriber_id = subscribers.id
               and kind = 'confirmed'
               and import_id is null) as came_by_link_at
      from subscribers
     where email = any(%(emails)s)
     order by id
"""

# Whoever confirms or leaves in this very moment goes first or waits, and is not overwritten.
LOCK = READ + "for no key update"

# Suppressed, or erased on request: an import brings neither back.
HELD = """
    select address_hash from suppressions where address_hash = any(%(hashes)s)
    union all
    select erased_hash from subscribers where erased_hash = any(%(hashes)s)
"""


@dataclass(frozen=True, slots=True)
class Known:
    """A reader as the table has one."""

    id: int
    email: str
    status: str
    confirmed_at: datetime | None
    unsubscribed_at: datetime | None
    came_by_link_at: datetime | None


async def standings(
    addresses: Iterable[Address], keys: Sequence[str], *, lock: bool
) -> dict[str, Standing]:
    """Return where people stand, by the key of the address; with `lock` nobody else moves them."""
    emails = sorted({address.key for address in addresses})
    hashes = {email: address_hashes(keys, email) for email in emails}
    asked = [one for each in hashes.values() for one in each]
    held = {bytes(found[0]) for found in await tx.tuples(HELD, {"hashes": asked})}
    found = {email: Standing(is_suppressed=not held.isdisjoint(hashes[email])) for email in emails}
    for one in await tx.rows(Known, LOCK if lock else READ, emails=emails):
        found[one.email] = Standing(
            one.id,
            one.status,
            found[one.email].is_suppressed,
            one.confirmed_at,
            one.unsubscribed_at,
            one.came_by_link_at,
        )
    return found
