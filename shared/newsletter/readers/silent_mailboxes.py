"""The table `silent_mailboxes`: those whose owner said "never write again", in any spelling.

Nothing goes there at a stranger's word. What somebody has confirmed in another spelling goes on:
that yes was pressed in a mail of its own, and a `+` or a dot is not everywhere the same person's.
"""

from collections.abc import Sequence

from shared import tx
from shared.newsletter.keys import mailbox_hash
from shared.newsletter.readers.suppressions import Suppression

REASON = "the owner of the mailbox: never write again"

ADD = """
    insert into silent_mailboxes (mailbox_hash) values (%(mailbox_hash)s)
    on conflict do nothing
"""

FOUND = """
    select %(reason)s as reason, created_at from silent_mailboxes
     where mailbox_hash = any(%(hashes)s)
     order by created_at
     limit 1
"""

RELEASE = "delete from silent_mailboxes where mailbox_hash = any(%(hashes)s)"


async def add(hashed: bytes) -> None:
    """Let nothing go to a mailbox at a stranger's word; its keyed hash is all that is known."""
    await tx.execute(ADD, mailbox_hash=hashed)


async def find(keys: Sequence[str], mailbox: str) -> Suppression | None:
    """Return since when a folded mailbox is silent, None if no key of ours has it so."""
    return await tx.row(Suppression, FOUND, reason=REASON, hashes=hashes(keys, mailbox))


async def release(keys: Sequence[str], mailbox: str) -> bool:
    """Let a folded mailbox be written to again; False if no key of ours has it silent."""
    return await tx.execute(RELEASE, hashes=hashes(keys, mailbox)) > 0


def hashes(keys: Sequence[str], mailbox: str) -> list[bytes]:
    """Return the hashes of a folded mailbox under every key, newest first."""
    return [mailbox_hash(key, mailbox) for key in keys]
