"""The table `note_events`: what happened to a note that may be told, each thing once, ever."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from psycopg.types.json import Jsonb

from shared import tx
from shared.newsletter.announcing.manifest import Manifest

# Asked before the table says what the manifest says. An edit is nobody's news but for the author's
# own words; a note that is evergreen at once is told of when it is announced.
CHANGES = """
    select listed.id as note_id,
           case when notes.id is null then 'planted'
                when change = 'words' then 'rewritten'
                else 'moved'
           end as kind,
           case when notes.id is not null and change = 'words' then listed.changed else '' end
           as words
      from jsonb_to_recordset(%(notes)s) as listed (id text, maturity text, changed text)
      left join notes on notes.id = listed.id
     cross join (values ('words'), ('maturity')) as looked (change)
     where case when notes.id is null then change = 'words'
                when change = 'words' then listed.changed not in ('', notes.changed)
                else notes.maturity = 'seedling' and listed.maturity = 'budding'
           end
     order by listed.id, kind
"""

RECORD = """
    insert into note_events (note_id, kind, words, happened_at)
    select note_id, kind, words, coalesce(%(now)s, clock_timestamp())
      from jsonb_to_recordset(%(changes)s) as happened (note_id text, kind text, words text)
     order by note_id, kind
    on conflict (note_id, kind, words) do nothing
"""

# When it is announced and not when it was planned: what is cancelled has not happened.
GROWN = """
    insert into note_events (note_id, kind, happened_at)
    select note_id, 'grown', now
      from announced_notes
     cross join (select coalesce(%(now)s, clock_timestamp()) as now) as clock
     where notification_id = %(notification_id)s
     order by note_id
    on conflict (note_id, kind, words) do nothing
"""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a manifest says has happened to a note; `words` are the author's own."""

    note_id: str
    kind: str
    words: str


async def changes(manifest: Manifest) -> list[Change]:
    """Return what a manifest brings that the notes do not say yet."""
    listed = Jsonb(
        [
            {"id": note.id, "maturity": note.maturity, "changed": note.changed}
            for note in manifest.notes
        ]
    )
    return await tx.rows(Change, CHANGES, notes=listed)


async def record(found: Sequence[Change], *, now: datetime | None = None) -> None:
    """Write down what happened. `now` is for tests only."""
    written = Jsonb(
        [{"note_id": one.note_id, "kind": one.kind, "words": one.words} for one in found]
    )
    await tx.execute(RECORD, changes=written, now=now)


async def grown(notification_id: int, *, now: datetime | None = None) -> None:
    """Write down that the notes of a notification have become evergreen. `now` is for tests."""
    await tx.execute(GROWN, notification_id=notification_id, now=now)
