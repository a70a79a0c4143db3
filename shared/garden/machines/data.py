"""What a garden gives to machines beside its pages: the feed, the sitemap."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from shared.garden.graph import page
from shared.garden.graph.exported import graph_json
from shared.garden.history.growth import leaves
from shared.garden.letters import public
from shared.garden.machines import addresses
from shared.garden.machines.feed import entries, feed, grown_feed
from shared.garden.machines.json_feed import json_feed
from shared.garden.machines.sitemap import sitemap
from shared.garden.note import Note
from shared.garden.pages.render import LETTERS
from shared.garden.pages.sheets import Sheets, file_at
from shared.garden.search import titles
from shared.garden.search.index import index


def data(sheets: Sheets, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield each file by its path below the output, and its content; `folder` has the pages."""
    garden, url = sheets.garden, sheets.printer.site_url
    letters = public(garden.letters)
    told = [*garden.notes, *letters]
    yield from feeds(sheets, told, folder)
    listed = [titles.PATH, *sheets.lists.paths(), *([LETTERS] if letters else [])]
    if garden.grown:
        listed += [leaf.path for leaf in leaves(garden.grown)]
    if garden.net.notes:
        listed.append(page.PATH)
        yield "graph.json", graph_json(garden.net, url)
    yield "sitemap.xml", sitemap(told, listed, url)
    yield "robots.txt", addresses.robots(url)
    yield "titles.json", addresses.titles(garden.notes, garden.folders, garden.tags)
    is_moved = garden.config.moved_from is not None
    old = addresses.redirects(garden.moved, garden.left_behind, url, is_moved=is_moved)
    if old:
        yield "_redirects", old
    found_by, pages = garden.texts.store.terms(), os.fspath(folder)
    yield from index(garden.notes, found_by, lambda note: weight(pages, note.href)).items()


def feeds(sheets: Sheets, told: Sequence[Note], folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the feeds: of notes in both forms, and of what has grown if anything has."""
    garden, config, site = sheets.garden, sheets.garden.config, sheets.pages.site
    fresh = entries(told, config, sheets.printer)
    notes = feed(fresh, config, site)
    yield "feed.xml", notes
    old = addresses.OLD_FEED.strip("/")
    if config.moved_from is not None and not (folder / old).exists():
        yield old, notes  # where no host leads readers of feeds on
    yield "feed.json", json_feed(fresh, config, site)
    if garden.grown:
        yield "grown.xml", grown_feed(garden.grown, config, site)


def weight(folder: str, href: str) -> int:
    """Return how many bytes the page at an address has."""
    return os.stat(f"{folder}/{file_at(href)}").st_size
