"""Where Quartz had the pages of notes, for the links of who comes from there."""

from collections.abc import Iterable, Mapping
from itertools import chain
from urllib.parse import unquote

from shared.garden.foreign.quartz import steps
from shared.garden.foreign.rules import Rules
from shared.garden.note import Note
from shared.garden.woven.folders import Folders
from shared.garden.woven.slugs import complaint


def left_behind(notes: Iterable[Note], rules: Rules | None, folders: Folders) -> dict[str, Note]:
    """Return the note of each path at which Quartz had a page, and nothing is now."""
    if rules is None:
        return {}
    known = list(notes)
    there = {"", *(note.slug for note in known), *slugs_of(folders)}
    paths: dict[str, Note] = {}
    for note in known:
        path = "/" + "/".join(steps(note.name, rules))
        if path.strip("/") not in there:
            paths.setdefault(path, note)
    return paths


def pages_at(paths: Mapping[str, Note], folders: Folders) -> dict[str, Note]:
    """Return the slugs at which a page can lead on to a note.

    Not where a disk that tells no case would take it for another page, and lose that one.
    """
    taken = {slug.casefold() for slug in chain(folders.taken, slugs_of(folders))}
    leads: dict[str, Note] = {}
    for path, note in paths.items():
        slug = path.strip("/")
        if slug.casefold() not in taken and complaint(slug) is None:
            taken.add(slug.casefold())
            leads[slug] = note
    return leads


def slugs_of(folders: Folders) -> Iterable[str]:
    """Return the slugs of the pages of folders."""
    return (unquote(folder.href).strip("/") for folder in folders)
