"""Everything that is known of a reader, for the reader who asks for it.

Whoever adds a table that says something about a reader adds it here, too; a test finds it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from shared import tx
from shared.newsletter import garden
from shared.newsletter.keys import mailbox_hash
from shared.newsletter.moving.moves import Move, moves
from shared.newsletter.readers import followers, silent_mailboxes, suppressions
from shared.newsletter.readers.followers import FollowedNote
from shared.newsletter.readers.suppressions import Suppression
from shared.newsletter.records import consent, reader_history
from shared.newsletter.records.consent import Event, KeptText
from shared.newsletter.records.reader_history import Bounce, Telling

# Every column there is, also one that is added later.
READER = "select to_jsonb(subscribers) from subscribers where id = %(id)s"

ACCEPTED = """
    select provider_id, delivery_id, accepted_at
      from accepted_mails
     where subscriber_id = %(id)s
     order by accepted_at, provider_id
"""

# Of what waits for her there is no delivery.
TOLD = """
    select title, note_events.kind as happened, delivery_id
      from (select event_id, delivery_id from told_notes where subscriber_id = %(id)s
             union all
            select event_id, null from owed_notes where subscriber_id = %(id)s) as told
      join note_events on note_events.id = event_id
      join notes on notes.id = note_id
     order by event_id, delivery_id
"""

# The caps know a mailbox by its hash alone.
MAILBOX = """
    select jsonb_build_object('opened_at', opened_at)
      from mailboxes
     where mailbox_hash = any(%(hashes)s)
"""


@dataclass(frozen=True, slots=True)
class Accepted:
    """What a mail service calls a mail to the reader; of a confirmation there is no delivery."""

    provider_id: str
    delivery_id: int | None
    accepted_at: datetime


@dataclass(frozen=True, slots=True)
class Told:
    """What happened to a note, and in which letter the reader was told of it; None if it waits."""

    title: str
    happened: str
    delivery_id: int | None


@dataclass(frozen=True, slots=True)
class PersonalData:
    """All that the database holds on a reader, but for what would open a door.

    `texts` are the words that the consent events name; `mailbox` is what the caps have counted, and
    `silence` the wish of its owner.
    """

    exported_at: datetime
    garden: str
    reader: dict[str, Any]
    consent: list[Event]
    texts: list[KeptText]
    letters: list[Telling]
    followed: list[FollowedNote]
    told: list[Told]
    imports: list[Move]
    accepted: list[Accepted]
    bounces: list[Bounce]
    suppression: Suppression | None
    mailbox: dict[str, Any] | None
    silence: Suppression | None


async def personal_data(keys: Sequence[str], subscriber_id: int) -> PersonalData | None:
    """Return everything on a reader, in the ambient transaction; None if nobody has that number."""
    reader = await tx.scalar(dict[str, Any], READER, id=subscriber_id)
    if reader is None:
        return None
    return PersonalData(
        exported_at=datetime.now(UTC),
        garden=(await garden.read()).site_url,
        # The hash of a token is of no use to its owner, and a hint to who finds the file.
        reader={name: value for name, value in reader.items() if not name.endswith("_hash")},
        consent=await consent.events(subscriber_id),
        texts=await consent.texts(subscriber_id),
        letters=await reader_history.tellings(subscriber_id),
        told=await tx.rows(Told, TOLD, id=subscriber_id),
        followed=await followers.listed(subscriber_id),
        imports=await moves(subscriber_id),
        accepted=await tx.rows(Accepted, ACCEPTED, id=subscriber_id),
        bounces=await reader_history.bounces(subscriber_id),
        suppression=await suppressions.find(keys, reader["email"]),
        mailbox=await tx.scalar(
            dict[str, Any],
            MAILBOX,
            hashes=[mailbox_hash(key, reader["mailbox"]) for key in keys],
        ),
        silence=await silent_mailboxes.find(keys, reader["mailbox"]),
    )
