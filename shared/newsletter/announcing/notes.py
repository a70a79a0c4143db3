"""The table `notes`: the garden as its last manifest described it."""

from dataclasses import asdict, dataclass

from psycopg.types.json import Jsonb

from shared import tx
from shared.newsletter.announcing.manifest import ListedNote, Manifest
from shared.newsletter.announcing.short_links import short_id_of
from shared.newsletter.digests.happenings import Change, changes

# A note that has vanished and one that is new are the same note under another name if the new one
# lists the old id or slug among its aliases, or has the very same content. Several of the same
# content are paired in the order of their ids.
RENAMED = """
    with listed as (
        select id, content_hash, aliases
          from jsonb_to_recordset(%(notes)s) as listed (id text, content_hash text, aliases jsonb)
    ), new as (
        select id, content_hash, aliases,
               row_number() over (partition by content_hash order by id) as twin
          from listed
         where not exists (select from notes where notes.id = listed.id)
    ), vanished as (
        select id, slug, content_hash, gone_at,
               row_number() over (partition by content_hash order by gone_at desc, id) as twin,
               row_number() over (partition by slug order by gone_at desc, id) as namesake
          from notes
         where not exists (select from listed where listed.id = notes.id)
    ), former_names as (
        select new.id, name from new, jsonb_array_elements_text(aliases) as name
    ), same as (
        select former_names.id as new_id, vanished.id as old_id, 1 as doubt, gone_at
          from former_names join vanished on vanished.id = name
         union all
        select former_names.id, vanished.id, 2, gone_at
          from former_names join vanished on vanished.slug = name and namesake = 1
         union all
        select new.id, vanished.id, 3, gone_at
          from new join vanished
            -- one key, so that thousands of equal hashes are not compared with each other
            on new.content_hash || ' ' || new.twin = vanished.content_hash || ' ' || vanished.twin
    )
    select distinct on (new_id) new_id, old_id
      from same
     order by new_id, doubt, gone_at desc, old_id
"""

RENAME = """
    update notes set id = new_id
      from unnest(%(new_ids)s::text[], %(old_ids)s::text[]) as renamed (new_id, old_id)
     where notes.id = old_id
"""

UPSERT = """
    insert into notes (id, slug, url, title, maturity, planted_at, tended_at, tags, excerpt,
                       content_hash, mail_html, opening, short_id, language, changed,
                       budding_at, why, minutes, grew_out_of)
    select id, slug, url, title, maturity, planted_at, tended_at,
           array(select jsonb_array_elements_text(tags)), excerpt, content_hash, mail_html,
           opening, short_id, language, changed, budding_at, why, minutes, grew_out_of
      from jsonb_to_recordset(%(notes)s) as listed
           (id text, slug text, url text, title text, maturity text, planted_at date,
            tended_at date, tags jsonb, excerpt text, content_hash text, mail_html text,
            opening text, short_id text, language text, changed text, budding_at date,
            why text, minutes integer, grew_out_of jsonb)
     order by id
    on conflict (id) do update
       set slug = excluded.slug, url = excluded.url, title = excluded.title,
           maturity = excluded.maturity, planted_at = excluded.planted_at,
           tended_at = excluded.tended_at, tags = excluded.tags, excerpt = excluded.excerpt,
           content_hash = excluded.content_hash, mail_html = excluded.mail_html,
           language = excluded.language, changed = excluded.changed,
           budding_at = excluded.budding_at, why = excluded.why, minutes = excluded.minutes,
           grew_out_of = excluded.grew_out_of,
           opening = excluded.opening,  -- and the short link stays: letters have it
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


async def take_over(manifest: Manifest) -> list[Change]:
    """Make the table say what the manifest says, and return what is new in it."""
    listed = Jsonb([as_json(note) for note in manifest.notes])
    same = await renamed(manifest)
    await tx.execute(RENAME, new_ids=[*same.values()], old_ids=[*same])
    happened = await changes(manifest)
    await tx.execute(UPSERT, notes=listed)
    await tx.execute(GONE, listed=[note.id for note in manifest.notes])
    return happened


async def renamed(manifest: Manifest) -> dict[str, str]:
    """Return the new id of every note that the manifest certainly has under another: old to new."""
    listed = Jsonb([as_json(note) for note in manifest.notes])
    found = await tx.rows(Rename, RENAMED, notes=listed)
    return {rename.old_id: rename.new_id for rename in reversed(found)}  # the first takes it


async def newly_evergreen() -> list[Evergreen]:
    """Return the evergreen notes that were never announced."""
    return await tx.rows(Evergreen, NEWLY_EVERGREEN)


async def count() -> int:
    """Count the notes of the last manifest."""
    return await tx.scalar(int, COUNT) or 0


def as_json(note: ListedNote) -> dict[str, object]:
    """Return a note as JSON, dates as ISO 8601."""
    days = {
        "planted_at": note.planted_at,
        "budding_at": note.budding_at,
        "tended_at": note.tended_at,
    }
    dates = {name: day.isoformat() if day else None for name, day in days.items()}
    return {**asdict(note), **dates, "short_id": short_id_of(note.id)}
