"""The table `suppressions`: addresses never to write to again, as keyed hashes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from shared import tx
from shared.newsletter.keys import address_hashes
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin

# What an older key has hashed comes under the newest, so that the older one is needed no more. What
# an import has put there is now more than that, and stays when the import is undone.
SUPPRESS = """
    with older as (
        delete from suppressions where address_hash = any(%(older)s) returning 1
    )
    insert into suppressions (address_hash, reason)
    values (%(newest)s, %(reason)s)
    on conflict (address_hash) do update
       set import_id = null, reason = excluded.reason
     where suppressions.import_id is not null
    returning not exists (select from older)
"""

SUPPRESS_HASH = """
    insert into suppressions (address_hash, reason)
    values (%(address_hash)s, %(reason)s)
    on conflict (address_hash) do update
       set import_id = null, reason = excluded.reason
     where suppressions.import_id is not null
"""

HOLDS = "select exists (select from suppressions where address_hash = any(%(hashes)s))"

FOUND = """
    select reason, created_at from suppressions
     where address_hash = any(%(hashes)s)
     order by created_at
     limit 1
"""

RELEASE = "delete from suppressions where address_hash = any(%(hashes)s)"

COUNT = "select count(*) from suppressions"


@dataclass(frozen=True, slots=True)
class Suppression:
    """Why an address is never written to, and since when."""

    reason: str
    created_at: datetime


async def suppress(
    keys: Sequence[str], *, subscriber_id: int, email: str, reason: str, origin: Origin
) -> None:
    """Never write to an address again, for a reason that names no address."""
    newest, *older = address_hashes(keys, email)
    if await tx.scalar(bool, SUPPRESS, newest=newest, older=older, reason=reason):
        await consent.record(subscriber_id, "suppressed", origin)


async def suppress_hash(address_hash: bytes, *, reason: str) -> None:
    """Never write to an address again of which only the keyed hash is known any more."""
    await tx.execute(SUPPRESS_HASH, address_hash=address_hash, reason=reason)


async def holds(keys: Sequence[str], email: str) -> bool:
    """Tell whether an address must not be written to."""
    return bool(await tx.scalar(bool, HOLDS, hashes=address_hashes(keys, email)))


async def find(keys: Sequence[str], email: str) -> Suppression | None:
    """Return why an address must not be written to, as far as these keys can tell."""
    return await tx.row(Suppression, FOUND, hashes=address_hashes(keys, email))


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
