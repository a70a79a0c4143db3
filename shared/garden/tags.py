"""Tags from front matter and text: one page for each, whatever case it was written in."""

from dataclasses import dataclass, field

from shared.garden.note import Note
from shared.garden.slugs import href, slug_of, writable


@dataclass(slots=True)
class Tag:
    """A tag, spelled as it was first, with the listed notes that carry it."""

    name: str
    href: str
    notes: list[Note] = field(default_factory=list[Note])


def merge_tags(notes: list[Note]) -> tuple[list[Tag], dict[str, str]]:
    """Spell the tags of all notes alike; return those with a page, and where any spelling leads."""
    tags: dict[str, Tag] = {}
    spellings: dict[str, str] = {}
    for note in sorted(notes, key=lambda note: not note.should_index):
        kept: dict[str, str] = {}
        for written in note.written_tags:
            key = slug_of(written).casefold()
            if not key or not writable(key):
                continue
            spellings[written] = key
            tag = tags.setdefault(key, Tag(written, "/tags" + href_of(key)))
            if note.should_index and key not in kept:
                tag.notes.append(note)
            kept.setdefault(key, tag.name)
        note.tags = list(kept.values())
    pages = {key: tag for key, tag in tags.items() if tag.notes}
    for tag in pages.values():
        spellings[tag.name] = slug_of(tag.name).casefold()
    linked = {written: pages[key].href for written, key in spellings.items() if key in pages}
    return sorted(pages.values(), key=lambda tag: (-len(tag.notes), tag.name)), linked


def href_of(key: str) -> str:
    """Return the path of a tag below /tags; even one called `index` has a page of its own."""
    return "/index-/" if key == "index" else href(key)
