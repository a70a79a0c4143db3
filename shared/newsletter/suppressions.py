"""The table `suppressions`: addresses never to write to again, as keyed hashes."""

from collections.abc import Sequence

from shared import tx
from shared.newsletter import consent
from shared.newsletter.consent import Origin
from shared.newsletter.keys import address_hash, address_hashes

SUPPRESS = """
    insert into suppressions (address_hash, reason)
    values (%(address_hash)s, %(reason)s)
    on conflict (address_hash) do nothing
"""

HOLDS = "select exists (select from suppressions where address_hash = any(%(hashes)s))"

COUNT = "select count(*) from suppressions"


async def suppress(
    keys: Sequence[str], *, subscriber_id: int, email: str, reason: str, origin: Origin
) -> None:
    """Never write to an address again, for a reason that names no address."""
    newest = address_hash(keys[0], email)
    if await tx.execute(SUPPRESS, address_hash=newest, reason=reason):
        await consent.record(subscriber_id, "suppressed", origin)


async def holds(keys: Sequence[str], email: str) -> bool:
    """Tell whether an address must not be written to."""
    return bool(await tx.scalar(bool, HOLDS, hashes=address_hashes(keys, email)))


async def count() -> int:
    """Count the suppressed addresses."""
    return await tx.scalar(int, COUNT) or 0
