"""What a garden gives to machines beside its pages: the feed, the sitemap."""

import os
from collections.abc import Iterator
from pathlib import Path

from shared.garden.garden import Garden
from shared.garden.graph import page
from shared.garden.graph.exported import graph_json
from shared.garden.history.growth import leaves
from shared.garden.letters import public
from shared.garden.machines import addresses
from shared.garden.machines.feed import entries, feed, grown_feed
from shared.garden.machines.json_feed import json_feed
from shared.garden.machines.sitemap import sitemap
from shared.garden.pages.html import Printer
from shared.garden.pages.lists import Lists
from shared.garden.pages.render import LETTERS
from shared.garden.pages.sheets import file_at
from shared.garden.search import titles
from shared.garden.search.index import index


def data(
    garden: Garden, lists: Lists, printer: Printer, folder: Path
) -> Iterator[tuple[str, bytes]]:
    """Yield each file by its path below the output, and its content; `folder` has the pages."""
    letters = public(garden.letters)
    told = [*garden.notes, *letters]
    fresh, url = entries(told, garden.config, printer), printer.site_url
    notes = feed(fresh, garden.config, url)
    yield "feed.xml", notes
    is_moved = garden.config.moved_from is not None
    if is_moved and not (folder / addresses.OLD_FEED.strip("/")).exists():
        yield addresses.OLD_FEED.strip("/"), notes  # where no host leads readers of feeds on
    yield "feed.json", json_feed(fresh, garden.config, url)
    listed = [titles.PATH, *lists.paths(), *([LETTERS] if letters else [])]
    if garden.grown:
        listed += [leaf.path for leaf in leaves(garden.grown)]
        yield "grown.xml", grown_feed(garden.grown, garden.config, url)
    if garden.net.notes:
        listed.append(page.PATH)
        yield "graph.json", graph_json(garden.net, printer.site_url)
    yield "sitemap.xml", sitemap(told, listed, url)
    yield "robots.txt", addresses.robots(url)
    yield "titles.json", addresses.titles(garden.notes, garden.folders, garden.tags)
    old = addresses.redirects(garden.moved, garden.left_behind, url, is_moved=is_moved)
    if old:
        yield "_redirects", old
    found_by, pages = garden.texts.store.terms(), os.fspath(folder)
    yield from index(garden.notes, found_by, lambda note: weight(pages, note.href)).items()


def weight(folder: str, href: str) -> int:
    """Return how many bytes the page at an address has."""
    return os.stat(f"{folder}/{file_at(href)}").st_size
