"""The site's own sitemap: which pages there are, as its generator says.

It is read by patterns and not as XML, whose entities could make a little file endless.
"""

import asyncio
import re
import unicodedata
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from shared.newsletter.pages.fetching import NotFetched, fetch, fetcher

if TYPE_CHECKING:
    from httpx2 import AsyncClient

DEADLINE = 30.0  # seconds for all of it
LIMIT = 10 * 1024 * 1024  # characters of one file
MOST = 20  # files of an index
LOCATION = re.compile(r"<loc>([^<]{1,4000})</loc>")
INDEX = "<sitemapindex"


class NoSitemap(RuntimeError):
    """The site has no sitemap that can be read; the text says why."""


@dataclass(slots=True)
class Sitemap:
    """The pages of a site, and the hosts that its sitemap speaks of."""

    pages: set[str] = field(default_factory=set[str])
    hosts: set[str] = field(default_factory=set[str])

    def lists(self, url: str) -> bool:
        """Tell whether a page is in it, however its address is written."""
        return page_of(url) in self.pages

    def lists_in_lower_case(self, url: str) -> bool:
        """Tell whether a page is in it but for its capitals."""
        return page_of(url).lower() in self.pages


async def read_sitemap(site_url: str, *, is_private: bool = False) -> Sitemap:
    """Fetch `sitemap.xml` of a site, and those that it names, if they are of the same site.

    Raises:
        NoSitemap: saying why.

    """
    found = Sitemap()
    try:
        async with asyncio.timeout(DEADLINE), fetcher(seconds=DEADLINE) as client:
            await read_into(found, client, f"{site_url}/sitemap.xml", is_private=is_private)
    except TimeoutError:
        raise NoSitemap("took too long") from None
    except NotFetched as error:
        raise NoSitemap(str(error)) from None
    if not found.pages:
        raise NoSitemap("lists no page")
    return found


async def read_into(found: Sitemap, client: "AsyncClient", url: str, *, is_private: bool) -> None:
    """Read one sitemap, or an index of several."""
    text = await text_at(client, url, is_private=is_private)
    locations = located(text)
    if INDEX not in text:
        take(found, locations)
        return
    within = [each for each in locations if urlsplit(each)[:2] == urlsplit(url)[:2]]
    for each in within[:MOST]:
        more = await text_at(client, each, is_private=is_private)
        take(found, located(more))


async def text_at(client: "AsyncClient", url: str, *, is_private: bool) -> str:
    """Return a file of the site."""
    status, text = await fetch(client, url, limit=LIMIT, is_private=is_private)
    if status != 200:
        raise NoSitemap(f"answers {status}")
    return text


def located(text: str) -> list[str]:
    """Return the addresses in a file, without what is none."""
    found = (unescape(each.strip()) for each in LOCATION.findall(text))
    return [each for each in found if is_address(each)]


def is_address(url: str) -> bool:
    """Tell whether an address can be taken apart: one as `http://[` cannot."""
    try:
        urlsplit(url)
    except ValueError:
        return False
    return True


def take(found: Sitemap, locations: list[str]) -> None:
    """Add the pages of one file."""
    found.pages.update(map(page_of, locations))
    found.hosts.update(f"{part.scheme}://{part.netloc}" for part in map(urlsplit, locations))


def page_of(url: str) -> str:
    """Return an address without what web servers do not care about, and without encoding."""
    parts = urlsplit(url)
    path = unicodedata.normalize("NFC", unquote(parts.path))
    path = path.removesuffix("index.html").removesuffix(".html").rstrip("/")
    return f"{parts.scheme}://{parts.netloc.lower()}{path}"
