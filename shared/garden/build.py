"""Build a garden: from a folder of notes to a folder of pages."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from shared.garden.collecting import no_collection
from shared.garden.fingerprint import fingerprint
from shared.garden.garden import Garden
from shared.garden.glimpse import Glimpse
from shared.garden.graph.net import net_of
from shared.garden.harvest import encode
from shared.garden.history.git_dates import date_by_git
from shared.garden.history.growth import transitions
from shared.garden.letters import read_letters
from shared.garden.machines.data import data
from shared.garden.machines.limits import warn_of_many_files
from shared.garden.machines.manifest import Manifest, manifest
from shared.garden.note import Note
from shared.garden.pages.html import Printer
from shared.garden.pages.keys import TextKeys
from shared.garden.pages.press import printing, write
from shared.garden.pages.render import Pages
from shared.garden.pages.sheets import Sheets
from shared.garden.pages.theme import FOLDER as THEME
from shared.garden.pages.theme import theme_of
from shared.garden.pictures.made import make_pictures
from shared.garden.plant import plant
from shared.garden.problem import Problems
from shared.garden.report import Report
from shared.garden.seed import Sower
from shared.garden.store import Store, forget
from shared.garden.swap import MARK, swapped
from shared.garden.unusable import Damaged, Unusable, kept_in
from shared.garden.vault.attachments import Attachments
from shared.garden.vault.config import Config, read_config
from shared.garden.vault.letter_files import LETTERS
from shared.garden.vault.read import read_vault
from shared.garden.vault.written import FILE
from shared.garden.woven.aliases import moved
from shared.garden.woven.folders import Folders
from shared.garden.woven.movers import left_behind, pages_at
from shared.garden.woven.notice import notice
from shared.garden.woven.origins import trace
from shared.garden.woven.tags import merge_tags
from shared.garden.woven.weave import Weaver

ASSETS = "assets"
MADE = ".made"  # where pictures and cards are made when nothing is kept of them


def build(
    site: Path,
    out: Path,
    *,
    site_url: str,
    functions_url: str,
    cache: Path | None = None,
    pictures: Path | None = None,
) -> Report:
    """Build the garden in `site` into `out`, which is replaced as a whole.

    Without a `functions_url` pages have no forms that would need one.
    What is made of pictures is kept in `pictures`, by default in `cache`.
    After an error in `garden.toml` nothing is written: who knows which notes it meant to show.

    Raises:
        Occupied: when `out` holds something that no build has made.
        OSError: when `out` cannot be written.

    """
    addresses = site_url.rstrip("/"), functions_url.rstrip("/")
    pictures = pictures or cache
    try:
        return build_once(site, out, addresses, cache, pictures)
    except Damaged:
        if cache:
            forget(cache, site)
    except Unusable:
        pictures = None
    return build_once(site, out, addresses, None, pictures)  # nothing that is kept is needed


def build_once(
    site: Path, out: Path, addresses: tuple[str, str], cache: Path | None, pictures: Path | None
) -> Report:
    """Build the garden, with what is kept in `cache` and `pictures` or without it."""
    site_url, functions_url = addresses
    problems = Problems()
    if not site.is_dir():
        raise NotADirectoryError(f"{site} is not a folder of notes")
    config = read_config(site, problems)
    if problems.errors:
        return unbuilt(config, problems)
    store = Store(cache, site, fingerprint(site, site_url, functions_url, *config.found))
    last = {page.file for page in store.pages()} | assets_of(out) if cache else None
    with swapped(out, homes(site, config), last) as folder, no_collection():
        garden = grow(site, out, config, store, problems)
        with kept_in(pictures):
            made = pictures or folder / MADE
            worn, card = make_pictures(garden, site, site_url, made, store, problems)
        privacy = notice(garden.notes, config, problems)
        keys = TextKeys(garden.tag_pages)
        printer = Printer(garden.texts, garden.tag_pages, site_url, problems, keys)
        pages = Pages(
            garden,
            site_url,
            functions_url,
            card=card,
            privacy=privacy,
            worn=worn,
            theme=theme_of(site),
            problems=problems,
            cache=cache,
        )
        sheets = Sheets(garden, pages, printer)
        with printing(sheets.all(), folder, out, store, problems):
            described = manifest(garden.notes, config, printer, store, problems, privacy)
        write_rest(folder, out, sheets, described)
        warn_of_many_files(folder, len(garden.notes) + len(garden.attachments.names), problems)
    return reported(sheets, out, described, problems)


def homes(site: Path, config: Config) -> Iterator[Path]:
    """Yield the folders that are the gardener's own; no build takes their place."""
    yield from (site, config.notes)
    yield from (site / name for name in (ASSETS, LETTERS, THEME) if (site / name).exists())


def reported(sheets: Sheets, out: Path, described: Manifest, problems: Problems) -> Report:
    """Return what came of it."""
    garden = sheets.garden
    return Report(
        garden.notes,
        sorted(problems.errors),
        sorted(set(problems.warnings)),
        described.content,
        garden.config,
        sorted(garden.left_out),
        letters=garden.letters,
        printer=sheets.printer,
        glimpse=Glimpse(garden, sheets, out),
        attachments=list(garden.attachments.by_path.values()),
    )


def unbuilt(config: Config, problems: Problems) -> Report:
    """Return the report of a build that did not take place."""
    errors, warnings = sorted(problems.errors), sorted(problems.warnings)
    return Report([], errors, warnings, {}, config, [], is_built=False)


def grow(site: Path, out: Path, config: Config, store: Store, problems: Problems) -> Garden:
    """Read the notes, and weave them together. Private ones end in the first line."""
    vault = read_vault(site, out, config, problems)
    planted = plant(vault, Sower(config), store, problems)
    attachments = Attachments(vault.attachments, planted.drawings)
    leads = moved(planted.notes, problems)
    folders = Folders(planted.notes, leads)
    weaver = Weaver(planted.notes, frozenset(planted.hidden), attachments, problems, folders)
    weaver.weave(planted.notes)
    date_by_git(planted.notes, config, store, problems)
    trace(planted.notes, weaver, problems)
    letters = read_letters(vault.letters, config, problems)
    for letter in letters:
        planted.texts.encoded[letter.note] = encode(letter.text)
        weaver.targets(letter.note)  # and no backlink: a letter is no note
    tags, tag_pages = merge_tags(planted.notes)
    behind = left_behind(planted.notes, config, folders, tag_pages)
    miss_first(planted.notes, config, problems)
    return Garden(
        config=config,
        notes=planted.notes,
        texts=planted.texts,
        tags=tags,
        tag_pages=tag_pages,
        moved=leads | pages_at(behind, folders),
        left_behind=behind,
        attachments=attachments,
        left_out=planted.left_out,
        letters=letters,
        grown=transitions(planted.notes),
        folders=folders,
        net=net_of(planted.notes),
        weaver=weaver,
    )


def miss_first(notes: list[Note], config: Config, problems: Problems) -> None:
    """Say which slug of `first` in garden.toml is that of no note."""
    for slug in config.first:
        if slug not in {note.slug for note in notes}:
            problems.warn(FILE, *config.first_place, f"`first` has {slug!r}, the slug of no note")


def write_rest(folder: Path, last: Path, sheets: Sheets, described: Manifest) -> None:
    """Write all that is no page; `last` is the build before."""
    write_assets(folder, last, sheets.garden, sheets.pages)
    for name, content in data(sheets, folder):
        write(folder / name, content)
    write(folder / MARK, described.encoded)


def write_assets(folder: Path, last: Path, garden: Garden, pages: Pages) -> None:
    """Write styles, and the files that pages show; `last` is the build before."""
    assets = folder / ASSETS
    assets.mkdir(exist_ok=True)
    there = set(os.listdir(assets))  # the same files as in the last build
    for name, content in pages.files().items():
        if name not in there:
            (assets / name).write_bytes(content)
    garden.attachments.write(assets, last / ASSETS, there)
    for name in there - pages.files().keys() - garden.attachments.names:
        (assets / name).unlink()
    shutil.rmtree(folder / MADE, ignore_errors=True)


def assets_of(out: Path) -> set[str]:
    """Return the assets of the last build, as paths below the output."""
    folder = out / ASSETS
    return {f"{ASSETS}/{name}" for name in os.listdir(folder)} if folder.is_dir() else set()
