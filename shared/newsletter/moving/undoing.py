"""Take an import back: exactly what it did, and nobody who has acted by herself since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from psycopg.errors import ForeignKeyViolation

from shared import tx

STEP = 500

# What a reader has done since is an event that no import wrote, or a later one. Only from her own
# mailbox can she confirm, leave, save settings and follow a note; anybody can ask in her name.
CHANGES: LiteralString = """
    select changes.id, changes.subscriber_id, email, was, was_confirmed_at, was_unsubscribed_at,
           array(
               select kind from consent_events
                where subscriber_id = changes.subscriber_id
                  and kind in ('confirmed', 'unsubscribed', 'erased', 'note confirmed')
                  and (import_id > changes.import_id
                       or (import_id is null and happened_at >= changed_at))
                group by kind
                order by min(consent_events.id))
           || case when saved_at >= changed_at then array['saved settings'] else '{}' end as acts,
           exists (
               select from consent_events
                where subscriber_id = changes.subscriber_id
                  and kind in ('requested', 'note requested')
                  and source <> 'gardener'
                  and import_id is null
                  and happened_at >= changed_at) as has_asked,
           exists (
               select from deliveries
                where subscriber_id = changes.subscriber_id) as was_written_to
      from import_changes as changes
      join subscribers on subscribers.id = changes.subscriber_id
     where changes.import_id = %(import_id)s
       and changes.undone_at is null
     order by changes.id desc
"""

# The last change is undone first. Who acts in this very moment is waited for, and then read.
LOCK = """
    select subscribers.id
      from import_changes as changes
      join subscribers on subscribers.id = changes.subscriber_id
     where changes.import_id = %(import_id)s
       and changes.undone_at is null
     order by changes.id desc
     limit %(limit)s
       for no key update of subscribers
"""

STEP_OF: LiteralString = CHANGES + " limit %(limit)s"

RESTORE = """
    update subscribers
       set status = former.status,
           confirmed_at = former.confirmed_at,
           unsubscribed_at = former.unsubscribed_at
      from unnest(%(id)s::bigint[], %(status)s::text[],
                  %(confirmed_at)s::timestamptz[], %(unsubscribed_at)s::timestamptz[])
           as former (id, status, confirmed_at, unsubscribed_at)
     where subscribers.id = former.id
"""

FORGET = """
    delete from consent_events
     where import_id = %(import_id)s
       and subscriber_id = any(%(ids)s)
"""

REMOVE = "delete from subscribers where id = any(%(ids)s)"

DONE = """
    update import_changes set undone_at = clock_timestamp() where id = any(%(ids)s)
"""

RELEASE = "delete from suppressions where import_id = %(import_id)s"

# Suppression is no act of the reader's: its event goes whatever has happened since.
RELEASED = """
    delete from consent_events where import_id = %(import_id)s and kind = 'suppressed'
"""

END = "update imports set undone_at = clock_timestamp() where id = %(import_id)s"


@dataclass(frozen=True, slots=True)
class Done:
    """What an import did to somebody, and what has happened since.

    `acts` is what the person has done, as the consent log calls it, and `saved settings`.
    """

    id: int
    subscriber_id: int
    email: str
    was: str | None
    was_confirmed_at: datetime | None
    was_unsubscribed_at: datetime | None
    acts: list[str]
    has_asked: bool
    was_written_to: bool

    @property
    def fate(self) -> str:
        """What becomes of the person."""
        if self.acts:
            return "kept"
        if self.was is not None:
            return "restored"
        return "pending" if self.has_asked or self.was_written_to else "removed"


async def look(import_id: int) -> list[Done]:
    """Return each person whom taking an import back is about, and write nothing."""
    async with tx.run():
        return each_once(await tx.rows(Done, CHANGES, import_id=import_id))


async def undo(import_id: int) -> list[Done]:
    """Take an import back, and return each person whom it was about."""
    done: list[Done] = []
    while found := await tx.retrying(lambda: undo_step(import_id)):
        done += found
    async with tx.run():
        await tx.execute(RELEASE, import_id=import_id)
        await tx.execute(RELEASED, import_id=import_id)
        await tx.execute(END, import_id=import_id)
    return each_once(done)


def each_once(found: Iterable[Done]) -> list[Done]:
    """Return the first change of each person; what is undone last is where the person ends."""
    return list({one.subscriber_id: one for one in found}.values())


async def undo_step(import_id: int) -> list[Done]:
    """Take back some changes, the last first."""
    await tx.execute(LOCK, import_id=import_id, limit=STEP)
    read = await tx.rows(Done, STEP_OF, import_id=import_id, limit=STEP)
    # Of several changes of somebody the last; those before it are for the next step.
    found = list({one.subscriber_id: one for one in reversed(read)}.values())
    await restore([one for one in found if one.fate in ("restored", "pending")])
    back = [one.subscriber_id for one in found if one.fate != "kept"]
    await tx.execute(FORGET, import_id=import_id, ids=back)
    await tx.execute(DONE, ids=[one.id for one in found])
    await remove([one for one in found if one.fate == "removed"])
    return found


async def restore(changes: Sequence[Done]) -> None:
    """Put people back where they stood; who was not there has only asked, or only got letters."""
    await tx.execute(
        RESTORE,
        id=[one.subscriber_id for one in changes],
        status=[one.was or "pending" for one in changes],
        confirmed_at=[one.was_confirmed_at for one in changes],
        unsubscribed_at=[one.was_unsubscribed_at for one in changes],
    )


async def remove(changes: Sequence[Done]) -> None:
    """Delete people who were not there; whom another table still needs is made pending."""
    try:
        async with tx.savepoint():
            await tx.execute(REMOVE, ids=[one.subscriber_id for one in changes])
    except ForeignKeyViolation:
        await restore(changes)
