"""Where Quartz had the pages of notes, folders and tags, for the links of who comes from there."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple
from urllib.parse import unquote

from shared.garden.foreign.quartz import steps
from shared.garden.foreign.rules import Rules
from shared.garden.note import Note
from shared.garden.vault.config import Config
from shared.garden.woven.folders import Folders
from shared.garden.woven.slugs import complaint


class Place(NamedTuple):
    """A page that is no note's: a folder's or a tag's."""

    href: str
    title: str
    language: str
    should_index: bool = True


Lead = Note | Place


def left_behind(
    notes: Iterable[Note], config: Config, folders: Folders, tags: Mapping[str, str]
) -> dict[str, Lead]:
    """Return what is meant by each path at which Quartz had a page, and nothing is now.

    `tags` are the pages of tags by each spelling. What notes are called comes before the rest.
    """
    rules, language = config.moved_from, config.language
    if rules is None:
        return {}
    known = list(notes)
    there = {"", *(note.slug for note in known), *slugs_of(folders), *map(slug_at, tags.values())}
    paths: dict[str, Lead] = {}
    for path, lead in chain(
        of_notes(known, rules),
        of_folders(folders, rules, language),
        of_tags(tags, rules, language),
        of_aliases(known, rules),
    ):
        if path.strip("/") not in there and lead.href:
            paths.setdefault(path, lead)
    return paths


def of_notes(notes: Iterable[Note], rules: Rules) -> Iterator[tuple[str, Note]]:
    """Yield each note at the path of its file."""
    for note in notes:
        yield path_of(note.name, rules), note


def of_folders(folders: Folders, rules: Rules, language: str) -> Iterator[tuple[str, Place]]:
    """Yield what each folder leads to."""
    for path, folder in folders.by_path.items():
        yield path_of(f"{path}/index", rules), Place(folder.lead, folder.name, language)


def of_tags(tags: Mapping[str, str], rules: Rules, language: str) -> Iterator[tuple[str, Place]]:
    """Yield the page of each tag as it was written."""
    for name, where in tags.items():
        yield path_of(f"tags/{name}", rules), Place(where, f"#{name}", language)


def of_aliases(notes: Iterable[Note], rules: Rules) -> Iterator[tuple[str, Note]]:
    """Yield each note at its old names, whose capitals Quartz keeps."""
    for note in notes:
        yield from ((path_of(alias, rules), note) for alias in note.aliases)


def path_of(name: str, rules: Rules) -> str:
    """Return the path at which Quartz has what is called so."""
    return "/" + "/".join(steps(name.strip("/"), rules))


def pages_at(paths: Mapping[str, Lead], folders: Folders) -> dict[str, Lead]:
    """Return the slugs at which a page can lead on.

    Not where a disk that tells no case would take it for another page, and lose that one.
    """
    taken = {slug.casefold() for slug in chain(folders.taken, slugs_of(folders))}
    leads: dict[str, Lead] = {}
    for path, lead in paths.items():
        slug = path.strip("/")
        if slug.casefold() not in taken and complaint(slug) is None:
            taken.add(slug.casefold())
            leads[slug] = lead
    return leads


def slugs_of(folders: Folders) -> Iterable[str]:
    """Return the slugs of the pages of folders."""
    return (slug_at(folder.href) for folder in folders)


def slug_at(where: str) -> str:
    """Return the slug of the page at an address."""
    return unquote(where).strip("/")
