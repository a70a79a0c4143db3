"""Tags from front matter and text: one page for each, whatever case it was written in."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from shared.garden.note import Note
from shared.garden.woven.slugs import href, slug_of, writable

COMPANIONS = 16
TELLING = 100  # tags of one note; with more it does not tell which belong together
DEEPEST = 8  # steps of a tag that have pages of their own


@dataclass(slots=True, eq=False)
class Tag:
    """A tag, spelled as it was first, with the listed notes that carry it or one below it."""

    name: str
    href: str
    notes: list[Note] = field(default_factory=list[Note])
    below: "list[Tag]" = field(default_factory=list["Tag"])  # `a/b` is below `a`
    above: "Tag | None" = None

    @property
    def trail(self) -> "list[Tag]":
        """Return the tags above it, the highest first."""
        return [*self.above.trail, self.above] if self.above else []


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
    raise_tree(pages)
    for tag in pages.values():
        spellings[tag.name] = slug_of(tag.name).casefold()
    linked = {written: pages[key].href for written, key in spellings.items() if key in pages}
    return sorted(pages.values(), key=lambda tag: (-len(tag.notes), tag.name)), linked


def raise_tree(pages: dict[str, Tag]) -> None:
    """Put every `a/b` below an `a`, which has all notes of it and is made where nobody wrote it."""
    for key in [key for key in pages if 0 < key.count("/") <= DEEPEST]:
        while "/" in key:
            name, key = pages[key].name, key.rpartition("/")[0]
            if key not in pages:
                pages[key] = Tag(name_above(name, key), "/tags" + href_of(key))
    notes = {key: dict.fromkeys(tag.notes) for key, tag in pages.items()}
    for key in sorted(pages, key=lambda key: (-key.count("/"), key)):
        above = key.rpartition("/")[0]
        if above in pages:
            pages[key].above = pages[above]
            pages[above].below.append(pages[key])
            notes[above] |= notes[key]
        pages[key].notes = list(notes[key])


def name_above(name: str, key: str) -> str:
    """Return how the tag above one is spelled in it, else as its address is."""
    steps = [step for step in name.split("/") if step.strip()]
    spelled = "/".join(steps[: key.count("/") + 1])
    return spelled if slug_of(spelled).casefold() == key else key


def href_of(key: str) -> str:
    """Return the path of a tag below /tags; even one called `index` has a page of its own."""
    return "/index-/" if key == "index" else href(key)


def companions(tag: Tag) -> list[str]:
    """Return the tags that its notes have most besides it, without those above and below it."""
    family = {tag.name, *(each.name for each in tag.trail)}
    notes = (note for note in tag.notes if len(note.tags) <= TELLING)
    found = Counter(name for note in notes for name in note.tags)
    others = [name for name in found if name not in family and not is_below(name, tag)]
    return sorted(others, key=lambda name: (-found[name], name))[:COMPANIONS]


def is_below(name: str, tag: Tag) -> bool:
    """Tell whether a tag is below another."""
    return name.casefold().startswith(f"{tag.name}/".casefold())


def described(tags: Iterable[Tag]) -> list[object]:
    """Return what a list says of tags, for the key of its page."""
    return [(tag.href, tag.name, len(tag.notes)) for tag in tags]
