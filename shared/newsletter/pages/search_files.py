"""The files of the garden's search, fetched from its own site and kept for the next who asks.

Their folder is named by what is in it, so a file never changes; only the manifest does.
"""

import asyncio
import json
import re
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from shared.newsletter.pages.fetching import NotFetched, fetch, fetcher
from shared.search.files import MANIFEST
from shared.search.query import Reader, Result

if TYPE_CHECKING:
    from httpx2 import AsyncClient

DEADLINE = 8.0  # seconds for one search
LIMIT = 2 * 1024 * 1024  # characters of one file
MOST = 8 * 1024 * 1024  # characters of all that are kept
FRESH = 60.0  # seconds for which the manifest is taken as it was
FOLDER = re.compile(r"assets/search-[0-9a-f]{12}")


class NotSearched(RuntimeError):
    """The site has no index that can be read now; the text says why."""


class Shelf:
    """Keeps files of one site's index, those used last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, str] = OrderedDict()
        self.size = 0
        self.manifest = ""
        self.read_at = float("-inf")

    def find(self, url: str) -> str | None:
        """Return a file that is kept, and keep it longer."""
        if url in self.kept:
            self.kept.move_to_end(url)
        return self.kept.get(url)

    def put(self, url: str, text: str) -> None:
        """Keep a file, and as many others as there is room for."""
        self.size += len(text) - len(self.kept.pop(url, ""))
        self.kept[url] = text
        while self.size > MOST:
            self.size -= len(self.kept.popitem(last=False)[1])


SHELF = Shelf()


async def search(
    site_url: str, query: str, *, maturity: str, first: int, most: int, is_private: bool
) -> tuple[list[Result], int]:
    """Return some results of a query, and how many there are.

    `is_private` says that the site may be on a private network.

    Raises:
        NotSearched: saying why.

    """
    try:
        async with asyncio.timeout(DEADLINE), fetcher(seconds=DEADLINE) as client:

            async def file(path: str) -> str:
                return await file_of(client, f"{site_url}/{path}", is_private=is_private)

            about = json.loads(await manifest(client, site_url, is_private=is_private))
            if not FOLDER.fullmatch(about["folder"]):
                raise NotSearched("has an index of somebody else's")
            reader = Reader(about, file)
            numbers = await reader.find(query, maturity)
            return await reader.results(numbers[first : first + most], query), len(numbers)
    except TimeoutError:
        raise NotSearched("took too long") from None
    except NotFetched as error:
        raise NotSearched(str(error)) from None
    except (ValueError, TypeError, LookupError):
        raise NotSearched("has an index that cannot be read") from None


async def manifest(client: "AsyncClient", site_url: str, *, is_private: bool) -> str:
    """Return the manifest of the index, not older than a minute."""
    if time.monotonic() - SHELF.read_at > FRESH or not SHELF.manifest:
        SHELF.manifest = await fetched(client, f"{site_url}/{MANIFEST}", is_private=is_private)
        SHELF.read_at = time.monotonic()
    return SHELF.manifest


async def file_of(client: "AsyncClient", url: str, *, is_private: bool) -> str:
    """Return a file of the index."""
    text = SHELF.find(url)
    if text is None:
        text = await fetched(client, url, is_private=is_private)
        SHELF.put(url, text)
    return text


async def fetched(client: "AsyncClient", url: str, *, is_private: bool) -> str:
    """Return what is at an address of the site.

    Raises:
        NotFetched: nothing is, or it cannot be had.

    """
    status, text = await fetch(client, url, limit=LIMIT, is_private=is_private)
    if status != 200:
        SHELF.manifest = ""  # perhaps the garden was built anew
        raise NotFetched(f"answers {status}")
    return text
