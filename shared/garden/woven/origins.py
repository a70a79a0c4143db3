"""What a note grew out of: as its author says, else the older notes that it shares links with."""

import re

from shared.garden.markdown.outline import as_written
from shared.garden.note import Maturity, Note
from shared.garden.problem import Problems
from shared.garden.vault.dates import day
from shared.garden.vault.facts import ORIGINS
from shared.garden.woven.links import Directory
from shared.garden.woven.weave import Weaver

MOST = 3
WIKILINK = re.compile(r"\[\[([^\]|#]*)(?:[|#][^\]]*)?\]\]")
LINK = re.compile(r"\[[^\]]*\]\(<?([^)>]*)>?\)")
BETWEEN = re.compile("[,，、]")


def trace(notes: list[Note], weaver: Weaver, problems: Problems) -> None:
    """Give notes that are woven together those which they grew out of, three at most."""
    by_address = {note.href: note for note in notes}
    for note in notes:
        if note.origins is not None:
            note.grew_out_of = said(note, weaver, problems)
        elif note.maturity is Maturity.EVERGREEN:
            note.grew_out_of = shared_links(note, by_address)


def said(note: Note, weaver: Weaver, problems: Problems) -> list[Note]:
    """Return the notes that the front matter names; private ones are passed over in silence."""
    found: list[Note] = []
    wrong: list[str] = []
    for name in names(note, weaver.directory):
        origin = find(name, note, weaver.directory)
        if origin is None:
            if as_written(bare(name)).removesuffix(".md") not in weaver.hidden:
                wrong.append(f"{name!r}, which is no note")
        elif not origin.should_index:
            wrong.append(f"{name!r}, which is unlisted; no letter leads there")
        elif origin is not note and origin not in found:
            found.append(origin)
    if len(found) > MOST:
        wrong.append(f"{len(found)} notes; a letter shows the first {MOST}")
    for each in wrong:
        problems.warn(note.path, *note.place_of(ORIGINS), f"`{ORIGINS}` names {each}")
    return found[:MOST]


def names(note: Note, directory: Directory) -> list[str]:
    """Return what the front matter names, one by one: a title may hold a comma of its own."""
    every: list[str] = []
    for written in note.origins or ():
        is_one = find(written, note, directory) is not None
        parts = [written] if is_one else BETWEEN.split(written)
        every += [part.strip() for part in parts if part.strip()]
    return every


def find(written: str, note: Note, directory: Directory) -> Note | None:
    """Find the note of a wikilink, a Markdown link, a path or a title."""
    link = LINK.fullmatch(written)
    if link:
        return directory.find_file(link[1], note.folder)
    name = bare(written)
    match = directory.find(name, note.folder) if name else None
    return match.note if match else None


def bare(written: str) -> str:
    """Return the name in a wikilink, or what is written."""
    found = WIKILINK.fullmatch(written)
    return (found[1] if found else written).strip()


def shared_links(note: Note, by_address: dict[str, Note]) -> list[Note]:
    """Return older notes that lead here and that this one names as well, the oldest first.

    One direction is not enough: a list or a diary leads to everything, and nothing grew out of it.
    """
    if note.planted_at is None or not note.should_index:
        return []
    planted = day(note.planted_at)
    sources = (by_address[link.href] for link in note.backlinks if link.href in by_address)
    older = [
        (day(source.planted_at), source.title, source.href)
        for source in sources
        if source.planted_at is not None
        and day(source.planted_at) < planted
        and source.href != "/"
        and note.resolved_links.get(source.slug) == source.title
    ]
    return [by_address[href] for _, _, href in sorted(older)[:MOST]]
