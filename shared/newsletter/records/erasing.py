"""Erase a reader: the address goes, a number stays for the sums and a keyed hash for the lists.

Whoever adds a table that says something about a reader adds it here, too; a test finds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from shared import tx
from shared.newsletter.keys import address_hash, address_hashes, mailbox_hash
from shared.newsletter.readers import suppressions
from shared.newsletter.records import consent
from shared.newsletter.records.consent import Origin

Because = Literal["asked", "complaint"]

NAMED = """
    select email, mailbox from subscribers
     where id = %(id)s and erased_at is null
       for update
"""

# No parser takes `erased-7` for an address, so nobody can subscribe as a tombstone.
ERASE = """
    update subscribers
       set email = 'erased-' || id,
           address = 'erased-' || id,
           mailbox = 'erased-' || id,
           language = default,
           status = 'unsubscribed',
           unsubscribed_at = coalesce(unsubscribed_at, clock_timestamp()),
           confirmation_requested_at = null,
           confirmation_mailed_at = null,
           confirm_token_hash = null,
           confirm_token_expires_at = null,
           confirm_token_used_at = null,
           pace = default,
           topics = default,
           notes_language = default,
           paused_until = null,
           chosen_at = null,
           saved_at = null,
           settings_asked_at = default,
           settings_mailed_at = null,
           settings_token_hash = null,
           settings_token_expires_at = null,
           erased_at = clock_timestamp(),
           erased_because = %(because)s,
           erased_hash = %(hash)s
     where id = %(id)s
"""

# That somebody agreed stays countable; from where is nobody's business any more. What an imported
# file says of it in its own words may name the reader.
FORGET_PLACES = """
    update consent_events
       set network = null,
           page = null,
           source = case when import_id is null then source else 'import' end
     where subscriber_id = %(id)s
"""

# By its own name of a mail a service can tell whose it was.
FORGET_SERVICE = "delete from accepted_mails where subscriber_id = %(id)s"

# Of which notes she was told goes as well: the deliveries are enough for the sums.
FORGET_NOTES = """
    with waiting as (delete from owed_notes where subscriber_id = %(id)s)
    delete from told_notes where subscriber_id = %(id)s
"""

# Which notes somebody waited for is a portrait.
FORGET_WISHES = "delete from followed_notes where subscriber_id = %(id)s"

FORGET_MAILBOX = "delete from mailboxes where mailbox_hash = any(%(hashes)s)"

DELIVERIES = "select count(*) from deliveries where subscriber_id = %(id)s"

TOMBSTONES = """
    select id, erased_because as because, erased_at
      from subscribers
     where erased_hash = any(%(hashes)s)
     order by erased_at desc
"""


@dataclass(frozen=True, slots=True)
class Named:
    """What an address is called where it is still known."""

    email: str
    mailbox: str


@dataclass(frozen=True, slots=True)
class Erased:
    """The number of who was erased, and how many deliveries stay counted under it."""

    id: int
    deliveries: int


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Who once had an address: a number, why it was erased, and when."""

    id: int
    because: str
    erased_at: datetime


async def erase(
    keys: Sequence[str], subscriber_id: int, *, because: Because, origin: Origin
) -> Erased | None:
    """Forget who a reader is, in the ambient transaction; None if nobody has that number.

    After a complaint the address is suppressed for good. Otherwise its owner may subscribe again.
    A letter that is on its way at this moment is not called back.
    """
    named = await tx.row(Named, NAMED, id=subscriber_id)
    if named is None:
        return None
    if because == "complaint":
        await suppressions.suppress(
            keys,
            subscriber_id=subscriber_id,
            email=named.email,
            reason="complaint",
            origin=origin,
        )
    hashes = [mailbox_hash(key, named.mailbox) for key in keys]
    await tx.execute(FORGET_MAILBOX, hashes=hashes)
    await consent.record(subscriber_id, "erased", Origin(origin.source, text=origin.text))
    await forget(subscriber_id, because=because, erased_hash=address_hash(keys[0], named.email))
    return Erased(subscriber_id, await tx.scalar(int, DELIVERIES, id=subscriber_id) or 0)


async def forget(
    subscriber_id: int, *, because: Because | None = None, erased_hash: bytes | None = None
) -> None:
    """Leave of somebody a number and what was sent to it, and a hash where one is given."""
    await tx.execute(ERASE, id=subscriber_id, because=because, hash=erased_hash)
    await tx.execute(FORGET_PLACES, id=subscriber_id)
    await tx.execute(FORGET_SERVICE, id=subscriber_id)
    await tx.execute(FORGET_WISHES, id=subscriber_id)
    await tx.execute(FORGET_NOTES, id=subscriber_id)


async def tombstones(keys: Sequence[str], email: str) -> list[Tombstone]:
    """Return who was erased from an address, the latest first, as far as these keys can tell.

    An import must not bring such an address back.
    """
    return await tx.rows(Tombstone, TOMBSTONES, hashes=address_hashes(keys, email))
