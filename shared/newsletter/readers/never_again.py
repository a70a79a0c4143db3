"""The wish of somebody who never asked: do not write here again, whatever happens.

The token of it stands in every confirmation. It holds the keyed hashes of the address and of its
mailbox, not only the number of its row: a stranger's address is purged after a while, and the wish
must still be granted. The address is suppressed for everything, and the mailbox is silent.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from shared.newsletter.keys import address_hash, address_hashes, mailbox_hash, sign, signed
from shared.newsletter.readers import silent_mailboxes, subscribers, suppressions
from shared.newsletter.readers.silent_mailboxes import REASON
from shared.newsletter.records.consent import Origin

PURPOSE = b"never again"
# Of a token: subscriber, hash of the address, hash of its mailbox.
WISH = struct.Struct(">Q32s32s")


@dataclass(frozen=True, slots=True)
class Wish:
    """Whom never to write to again."""

    subscriber_id: int
    address_hash: bytes
    mailbox_hash: bytes


def never_again_token(keys: Sequence[str], subscriber_id: int, email: str, mailbox: str) -> str:
    """Return a token that can only silence this mailbox, never expires and is stored nowhere."""
    hashes = address_hash(keys[0], email), mailbox_hash(keys[0], mailbox)
    return sign(keys[0], PURPOSE, WISH.pack(subscriber_id, *hashes))


def read_never_again_token(keys: Sequence[str], token: str) -> Wish | None:
    """Return the wish, or None if no key of ours signed it."""
    data = signed(keys, PURPOSE, token)
    return Wish(*WISH.unpack(data)) if data is not None and len(data) == WISH.size else None


async def grant(keys: Sequence[str], wish: Wish, origin: Origin) -> str | None:
    """Suppress the address for everything and end what is open; return it if it is still known.

    Its mailbox is silent from then on, in every spelling: see silent_mailboxes.py. In a database
    that was restored the number may since be another person's.
    """
    await silent_mailboxes.add(wish.mailbox_hash)
    email = await subscribers.email_of(wish.subscriber_id)
    if email is None or wish.address_hash not in address_hashes(keys, email):
        await suppressions.suppress_hash(wish.address_hash, reason=REASON)
        return None
    await suppressions.suppress(
        keys, subscriber_id=wish.subscriber_id, email=email, reason=REASON, origin=origin
    )
    await subscribers.unsubscribe(wish.subscriber_id, origin)
    return email
