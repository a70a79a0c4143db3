"""Build a garden: from a folder of notes to a folder of pages."""

import gc
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from shared.garden.aliases import moved
from shared.garden.attachments import Attachments
from shared.garden.config import Config, Publish, read_config
from shared.garden.feed import feed
from shared.garden.html import page_body
from shared.garden.letters import Letter, public, read_letters
from shared.garden.manifest import manifest
from shared.garden.note import Note
from shared.garden.origins import trace
from shared.garden.plant import Planter
from shared.garden.problem import Problem, Problems
from shared.garden.read import read_vault
from shared.garden.render import LETTERS, Pages
from shared.garden.sitemap import sitemap
from shared.garden.slugs import HOME
from shared.garden.swap import swapped
from shared.garden.tags import Tag, merge_tags
from shared.garden.weave import Weaver
from shared.garden.words import words_for
from shared.garden.written import FILE


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a build."""

    notes: list[Note]  # every note that has a page
    errors: list[Problem]
    warnings: list[Problem]
    manifest: dict[str, object]
    publish: Publish | None  # None: garden.toml does not say yet what may be announced
    left_out: list[str]  # notes that have no page because of an error; paths below `folder`
    folder: Path  # where the notes are
    is_built: bool = True  # False: garden.toml has an error, and the output stays as it was
    is_foreign: bool = False  # another generator makes the pages; here only the notes were read
    letters: Sequence[Letter] = ()


@dataclass(frozen=True, slots=True)
class Garden:
    """Notes that are woven together, and all that is needed to write them down."""

    config: Config
    notes: list[Note]
    tags: list[Tag]
    tag_pages: Mapping[str, str]
    moved: Mapping[str, Note]
    attachments: Attachments
    left_out: list[str]
    letters: list[Letter]


def build(site: Path, out: Path, *, site_url: str, functions_url: str) -> Report:
    """Build the garden in `site` into `out`, which is replaced as a whole.

    After an error in `garden.toml` nothing is written: who knows which notes it meant to show.

    Raises:
        Occupied: when `out` holds something that no build has made.

    """
    site_url, functions_url = site_url.rstrip("/"), functions_url.rstrip("/")
    problems = Problems()
    if not site.is_dir():
        raise NotADirectoryError(f"{site} is not a folder of notes")
    config = read_config(site, problems)
    if problems.errors:
        return unbuilt(config, problems)
    with swapped(out, site) as folder, no_collection():
        garden = grow(site, out, config, problems)
        letters = public(garden.letters)
        pages = Pages(config, site_url, functions_url, has_letters=bool(letters))
        for note in [*garden.notes, *letters]:
            not_shown = words_for(note.language).not_shown
            root = pages.site.root
            note.html = page_body(note, root, garden.tag_pages, not_shown, problems)
        described = manifest(garden.notes, config, site_url, problems)
        write_pages(folder, garden, pages)
        write_letters(folder, letters, pages)
        write_assets(folder, garden, pages)
        told = [*garden.notes, *letters]
        (folder / "feed.xml").write_bytes(feed(told, config, site_url))
        paths = [tag.href for tag in garden.tags] + ([LETTERS] if letters else [])
        (folder / "sitemap.xml").write_bytes(sitemap(told, paths, site_url))
        (folder / "notes.json").write_bytes(described.encoded)
    return Report(
        garden.notes,
        sorted(problems.errors),
        sorted(set(problems.warnings)),
        described.content,
        config.publish,
        sorted(garden.left_out),
        config.notes,
        letters=garden.letters,
    )


def unbuilt(config: Config, problems: Problems) -> Report:
    """Return the report of a build that did not take place."""
    errors, warnings = sorted(problems.errors), sorted(problems.warnings)
    return Report([], errors, warnings, {}, config.publish, [], config.notes, is_built=False)


@contextmanager
def no_collection() -> Generator[None]:
    """Pause the garbage collector: a build makes many small objects and drops none of them."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def grow(site: Path, out: Path, config: Config, problems: Problems) -> Garden:
    """Read the notes, and weave them together. Private ones end in the first line."""
    vault = read_vault(site, out, config, problems)
    planted = Planter(config, problems).plant(vault)
    attachments = Attachments(vault.attachments)
    leads = moved(planted.notes, problems)
    weaver = Weaver(planted.notes, frozenset(planted.hidden), attachments, problems)
    weaver.weave(planted.notes)
    trace(planted.notes, weaver, problems)
    letters = read_letters(site, out, config, problems)
    for letter in letters:
        weaver.targets(letter.note)  # and no backlink: a letter is no note
    tags, tag_pages = merge_tags(planted.notes)
    miss_first(planted.notes, config, problems)
    left_out = planted.left_out
    return Garden(config, planted.notes, tags, tag_pages, leads, attachments, left_out, letters)


def miss_first(notes: list[Note], config: Config, problems: Problems) -> None:
    """Say which slug of `first` in garden.toml is that of no note."""
    for slug in config.first:
        if slug not in {note.slug for note in notes}:
            problems.warn(FILE, *config.first_place, f"`first` has {slug!r}, the slug of no note")


def write_pages(folder: Path, garden: Garden, pages: Pages) -> None:
    """Write every page of HTML."""
    home = next((note for note in garden.notes if note.slug == HOME), None)
    write(folder, "/", pages.index(garden.notes, home, garden.tags))
    for note in garden.notes:
        if note is not home:
            write(folder, note.href, pages.note(note, garden.tag_pages))
    for slug, note in garden.moved.items():
        write(folder, f"/{slug}/", pages.moved(note))
    write(folder, "/tags/", pages.tags(garden.tags))
    for tag in garden.tags:
        write(folder, tag.href, pages.tag(tag))
    (folder / "404.html").write_text(pages.not_found(), encoding="utf-8")


def write(folder: Path, path: str, html: str) -> None:
    """Write one page where a web server looks for it."""
    place = folder / unquote(path).strip("/")
    place.mkdir(parents=True, exist_ok=True)
    (place / "index.html").write_text(html, encoding="utf-8", newline="\n")


def write_letters(folder: Path, letters: list[Note], pages: Pages) -> None:
    """Write the pages of letters and the list of them; without any there is none."""
    for note in letters:
        write(folder, note.href, pages.letter(note))
    if letters:
        write(folder, LETTERS, pages.letters([note for note in letters if note.should_index]))


def write_assets(folder: Path, garden: Garden, pages: Pages) -> None:
    """Write styles, and the files that pages show."""
    assets = folder / "assets"
    assets.mkdir()
    for name, content in pages.files().items():
        (assets / name).write_bytes(content)
    garden.attachments.copy(assets)
