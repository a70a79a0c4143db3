"""The files of the garden's search, fetched from its own site and kept for the next who asks.

Their folder is named by what is in it, so a file never changes; only the manifest does.
"""

import asyncio
import json
import re
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from shared.newsletter.pages.fetching import NotFetched, fetch, fetcher
from shared.search.files import MANIFEST
from shared.search.passage import READ, Passage, passage
from shared.search.query import Reader, Result
from shared.search.wanted import wanted

if TYPE_CHECKING:
    from httpx2 import AsyncClient

DEADLINE = 8.0  # seconds for one search
PATIENCE = 3.0  # seconds of these for the passages, without which a result is one all the same
LIMIT = 2 * 1024 * 1024  # characters of one file
MOST = 8 * 1024 * 1024  # characters of all that are kept
FRESH = 60.0  # seconds for which the manifest is taken as it was
FOLDER = re.compile(r"assets/search-[0-9a-f]{12}")


class NotSearched(RuntimeError):
    """The site has no index that can be read now; the text says why."""


@dataclass(slots=True)
class Found:
    """What a search has found: some of the results, and how many there are."""

    results: list[Result]
    count: int
    query: str  # what was looked for
    meant: str = ""  # the same, when it is not what was asked but what that was meant to say
    is_part: bool = False  # no note has all of its words
    passages: dict[str, Passage] = field(default_factory=dict[str, Passage])  # by their notes


class Shelf:
    """Keeps files of one site's index, those used last; and for a minute pages of notes."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, str] = OrderedDict()
        self.size = 0
        self.manifest = ""
        self.read_at = float("-inf")
        self.pages: set[str] = set()

    def find(self, url: str) -> str | None:
        """Return a file that is kept, and keep it longer."""
        if url in self.kept:
            self.kept.move_to_end(url)
        return self.kept.get(url)

    def renew(self, manifest: str) -> None:
        """Keep what the manifest says now, and no page from before."""
        self.manifest, self.read_at = manifest, time.monotonic()
        for url in self.pages & self.kept.keys():
            self.size -= len(self.kept.pop(url))
        self.pages.clear()

    def put(self, url: str, text: str) -> None:
        """Keep a file, and as many others as there is room for."""
        self.size += len(text) - len(self.kept.pop(url, ""))
        self.kept[url] = text
        while self.size > MOST:
            self.size -= len(self.kept.popitem(last=False)[1])


SHELF = Shelf()


class Site:
    """One site, as far as a search reads it. `is_private`: it may be on a private network."""

    def __init__(self, client: "AsyncClient", url: str, *, is_private: bool) -> None:
        self.client = client
        self.url = url
        self.is_private = is_private

    async def manifest(self) -> str:
        """Return the manifest of the index, not older than a minute."""
        if time.monotonic() - SHELF.read_at > FRESH or not SHELF.manifest:
            SHELF.renew(await self.fetched(f"{self.url}/{MANIFEST}", LIMIT))
        return SHELF.manifest

    async def file(self, path: str) -> str:
        """Return a file of the index."""
        try:
            return await self.kept(f"{self.url}/{path}", LIMIT)
        except NotFetched:
            SHELF.manifest = ""  # perhaps the garden was built anew
            raise

    async def page(self, href: str) -> str:
        """Return the beginning of a note's page; nothing when it cannot be had."""
        url = self.url + href
        SHELF.pages.add(url)
        try:
            return await self.kept(url, READ)
        except NotFetched:
            SHELF.put(url, "")
            return ""

    async def kept(self, url: str, limit: int) -> str:
        """Return what is at an address, from the shelf if it is there."""
        text = SHELF.find(url)
        if text is None:
            text = await self.fetched(url, limit)
            SHELF.put(url, text)
        return text

    async def fetched(self, url: str, limit: int) -> str:
        """Return what is at an address.

        Raises:
            NotFetched: nothing is, or it cannot be had.

        """
        status, text = await fetch(self.client, url, limit=limit, is_private=self.is_private)
        if status != 200:
            raise NotFetched(f"answers {status}")
        return text


async def search(
    site_url: str,
    query: str,
    *,
    maturity: str,
    part: slice,
    is_private: bool,
    has_passages: bool,
) -> Found:
    """Return some results of a query, of what it was meant to say if that is not in the garden.

    `part` are those that are wanted, `has_passages` says whether with their passages, and
    `is_private` that the site may be on a private network.

    Raises:
        NotSearched: saying why.

    """
    try:
        async with asyncio.timeout(DEADLINE), fetcher(seconds=DEADLINE) as client:
            site = Site(client, site_url, is_private=is_private)
            about = json.loads(await site.manifest())
            if not FOLDER.fullmatch(about["folder"]):
                raise NotSearched("has an index of somebody else's")
            found = await look(Reader(about, site.file), query, maturity, part)
            if has_passages:
                found.passages = await passages(site, found)
            return found
    except TimeoutError:
        raise NotSearched("took too long") from None
    except NotFetched as error:
        raise NotSearched(str(error)) from None
    except (ValueError, TypeError, LookupError):
        raise NotSearched("has an index that cannot be read") from None


async def look(reader: Reader, query: str, maturity: str, part: slice) -> Found:
    """Return what an index has for a query."""
    answer = await reader.answer(query, maturity)
    asked = answer.meant or query
    results = await reader.results(answer.numbers[part], asked)
    return Found(results, len(answer.numbers), asked, answer.meant, answer.is_part)


async def passages(site: Site, found: Found) -> dict[str, Passage]:
    """Return the passage of each result in which something was found, as far as pages come."""
    terms = wanted(found.query)
    hrefs = [result.href for result in found.results if result.href.startswith("/")]
    pages: Sequence[str] = ()
    try:
        async with asyncio.timeout(PATIENCE):
            pages = await asyncio.gather(*map(site.page, hrefs))
    except TimeoutError:
        return {}
    cut: dict[str, Passage] = {}
    for href, page in zip(hrefs, pages, strict=True):
        if each := passage(page, terms):
            cut[href] = each
        await asyncio.sleep(0)  # for others: a page of 100,000 characters takes up to 50 ms
    return cut
