"""The table `notes`: the garden as its last manifest described it."""

from dataclasses import asdict, dataclass

from psycopg.types.json import Jsonb

from shared import tx
from shared.newsletter.manifest import ListedNote, Manifest

# A note that has vanished and one that is new are the same note under another name if the new one
# lists the old slug or id among its aliases, or has the very same content.
RENAMED = """
    with listed as (
        select id, content_hash, aliases
          from jsonb_to_recordset(%(notes)s) as listed (id text, content_hash text, aliases jsonb)
    )
    select distinct on (listed.id) listed.id as new_id, notes.id as old_id
      from listed
      join notes
        on notes.slug in (select jsonb_array_elements_text(listed.aliases))
        or notes.id in (select jsonb_array_elements_text(listed.aliases))
        or notes.content_hash = listed.content_hash
     where not exists (select from notes known where known.id = listed.id)
       and not exists (select from listed still where still.id = notes.id)
     order by listed.id, notes.gone_at nulls first, notes.id
"""

RENAME = """
    update notes set id = %(new_id)s
     where id = %(old_id)s and not exists (select from notes where id = %(new_id)s)
"""

UPSERT = """
    insert into notes (id, slug, url, title, maturity, planted_at, tended_at, tags, excerpt,
                       content_hash, mail_html)
    select id, slug, url, title, maturity, planted_at, tended_at,
           array(select jsonb_array_elements_text(tags)), excerpt, content_hash, mail_html
      from jsonb_to_recordset(%(notes)s) as listed
           (id text, slug text, url text, title text, maturity text, planted_at date,
            tended_at date, tags jsonb, excerpt text, content_hash text, mail_html text)
     order by id
    on conflict (id) do update
       set slug = excluded.slug, url = excluded.url, title = excluded.title,
           maturity = excluded.maturity, planted_at = excluded.planted_at,
           tended_at = excluded.tended_at, tags = excluded.tags, excerpt = excluded.excerpt,
           content_hash = excluded.content_hash, mail_html = excluded.mail_html,
           last_seen_at = clock_timestamp(), gone_at = null
"""

GONE = """
    update notes
       set gone_at = clock_timestamp()
     where gone_at is null
       and id <> all(%(listed)s)
"""

# Evergreen, and never announced: no matter since when, or whether it was something else in between.
NEWLY_EVERGREEN = """
    select id, title, url
      from notes
     where maturity = 'evergreen'
       and gone_at is null
       and not exists (select from announced_notes where note_id = notes.id)
     order by title, id
"""

COUNT = "select count(*) from notes where gone_at is null"


@dataclass(frozen=True, slots=True)
class Rename:
    """A note that the manifest knows under a new id."""

    new_id: str
    old_id: str


@dataclass(frozen=True, slots=True)
class Evergreen:
    """A note about which readers could be told."""

    id: str
    title: str
    url: str


async def take_over(manifest: Manifest) -> None:
    """Make the table say what the manifest says."""
    listed = Jsonb([as_json(note) for note in manifest.notes])
    renamed: set[str] = set()
    for rename in await tx.rows(Rename, RENAMED, notes=listed):
        if rename.old_id not in renamed:
            renamed.add(rename.old_id)
            await tx.execute(RENAME, new_id=rename.new_id, old_id=rename.old_id)
    await tx.execute(UPSERT, notes=listed)
    await tx.execute(GONE, listed=[note.id for note in manifest.notes])


async def newly_evergreen() -> list[Evergreen]:
    """Return the evergreen notes that were never announced."""
    return await tx.rows(Evergreen, NEWLY_EVERGREEN)


async def count() -> int:
    """Count the notes of the last manifest."""
    return await tx.scalar(int, COUNT) or 0


def as_json(note: ListedNote) -> dict[str, object]:
    """Return a note as JSON, dates as ISO 8601."""
    planted = note.planted_at.isoformat() if note.planted_at else None
    tended = note.tended_at.isoformat() if note.tended_at else None
    return {**asdict(note), "planted_at": planted, "tended_at": tended}
