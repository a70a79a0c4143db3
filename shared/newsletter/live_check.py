"""Does the garden show what a letter is about to announce?

A page is live when it answers 200 and is the new one. Our own pages name the version they show in a
meta element; another generator's page has none and must at least show the note's title.
"""

import asyncio
import html
import re
from collections.abc import AsyncIterator, Coroutine, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from shared.newsletter.notifications import Page

if TYPE_CHECKING:
    from httpx2 import AsyncClient

DEADLINE = 40.0  # seconds for all pages together; what has no time left is not live yet
AT_ONCE = 8
REDIRECTS = 3
LIMIT = 2 * 1024 * 1024

VERSION = re.compile(r'<meta\s+name="thistledown:content-hash"\s+content="([^"]*)"')


@dataclass(frozen=True, slots=True)
class NotLive:
    """A page that does not show its note, and why."""

    url: str
    why: str


async def first_not_live(pages: Sequence[Page]) -> NotLive | None:
    """Fetch the pages and return the first that is not live, None when all are."""
    import httpx2  # only here: no request and no other job waits for it to load

    limits = httpx2.Limits(max_connections=AT_ONCE)
    headers = {"User-Agent": "Thistledown"}
    async with httpx2.AsyncClient(timeout=DEADLINE, limits=limits, headers=headers) as client:
        faults = await asyncio.gather(*(within_deadline(fault(client, page)) for page in pages))
    for page, why in zip(pages, faults, strict=True):
        if why:
            return NotLive(page.url, why)
    return None


async def within_deadline(check: Coroutine[Any, Any, str | None]) -> str | None:
    """Run a check, and call late what has no time left."""
    try:
        async with asyncio.timeout(DEADLINE):
            return await check
    except TimeoutError:
        return "took too long"


async def fault(client: "AsyncClient", page: Page) -> str | None:
    """Fetch one page, and say what is wrong with it."""
    import httpx2

    try:
        status, text = await fetch(client, page.url)
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, ValueError):
        return "cannot be fetched"
    if status != 200:
        return f"answers {status}"
    if version := VERSION.search(text):
        return None if version[1] == page.content_hash else "still shows an older version"
    return None if page.title in html.unescape(text) else "does not show the note's title"


async def fetch(client: "AsyncClient", url: str) -> tuple[int, str]:
    """Return status and beginning of a page, following redirects only within its own site."""
    site = urlsplit(url)[:2]
    for redirects in count():
        async with client.stream("GET", url) as answer:
            onward = urljoin(url, answer.headers.get("location", ""))
            is_ours = answer.is_redirect and urlsplit(onward)[:2] == site
            if not is_ours or redirects == REDIRECTS:
                return answer.status_code, await beginning(answer.aiter_text())
        url = onward
    raise AssertionError("unreachable")


async def beginning(pieces: AsyncIterator[str]) -> str:
    """Return as much of a page as could matter."""
    read: list[str] = []
    length = 0
    async for piece in pieces:
        read.append(piece)
        length += len(piece)
        if length >= LIMIT:
            break
    return "".join(read)
