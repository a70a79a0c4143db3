"""The table `suppressions`: addresses never to write to again, as keyed hashes."""

from collections.abc import Sequence

from shared import tx
from shared.newsletter import consent
from shared.newsletter.consent import Origin
from shared.newsletter.keys import address_hashes

# What an older key has hashed comes under the newest, so that the older one is needed no more.
SUPPRESS = """
    with older as (
        delete from suppressions where address_hash = any(%(older)s) returning 1
    )
    insert into suppressions (address_hash, reason)
    values (%(newest)s, %(reason)s)
    on conflict (address_hash) do nothing
    returning not exists (select from older)
"""

HOLDS = "select exists (select from suppressions where address_hash = any(%(hashes)s))"

RELEASE = "delete from suppressions where address_hash = any(%(hashes)s)"

COUNT = "select count(*) from suppressions"


async def suppress(
    keys: Sequence[str], *, subscriber_id: int, email: str, reason: str, origin: Origin
) -> None:
    """Never write to an address again, for a reason that names no address."""
    newest, *older = address_hashes(keys, email)
    if await tx.scalar(bool, SUPPRESS, newest=newest, older=older, reason=reason):
        await consent.record(subscriber_id, "suppressed", origin)


async def holds(keys: Sequence[str], email: str) -> bool:
    """Tell whether an address must not be written to."""
    return bool(await tx.scalar(bool, HOLDS, hashes=address_hashes(keys, email)))


async def release(
    keys: Sequence[str], *, subscriber_id: int | None, email: str, origin: Origin
) -> bool:
    """Let an address be written to again; False if no key of ours has it suppressed."""
    if not await tx.execute(RELEASE, hashes=address_hashes(keys, email)):
        return False
    if subscriber_id is not None:
        await consent.record(subscriber_id, "released", origin)
    return True


async def count() -> int:
    """Count the suppressed addresses."""
    return await tx.scalar(int, COUNT) or 0
