"""Does the garden show what a letter is about to announce?

A page is live when it answers 200 and is the new one. Our own pages name the version they show in a
meta element. Another generator's page has none: it must show the note's title and, where the
manifest has them, its opening words.
"""

import asyncio
import html
import re
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shared.newsletter.announcing.notifications import Page
from shared.newsletter.pages.fetching import NotFetched, fetch, fetcher
from shared.newsletter.pages.page_words import letters, words_of_page

if TYPE_CHECKING:
    from httpx2 import AsyncClient

DEADLINE = 40.0  # seconds for all pages together; what has no time left is not live yet
LIMIT = 2 * 1024 * 1024

VERSION = re.compile(r'<meta\s+name="thistledown:content-hash"\s+content="([^"]*)"')


@dataclass(frozen=True, slots=True)
class NotLive:
    """A page that does not show its note, and why."""

    url: str
    why: str


async def first_not_live(pages: Sequence[Page], *, is_private: bool = False) -> NotLive | None:
    """Fetch the pages and return the first that is not live, None when all are.

    `is_private` says that the site may be on a private network.
    """
    async with fetcher(seconds=DEADLINE) as client:
        faults = await asyncio.gather(
            *(within_deadline(fault(client, page, is_private=is_private)) for page in pages)
        )
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


async def fault(client: "AsyncClient", page: Page, *, is_private: bool) -> str | None:
    """Fetch one page, and say what is wrong with it."""
    try:
        status, text = await fetch(client, page.url, limit=LIMIT, is_private=is_private)
    except NotFetched as error:
        return str(error)
    if status != 200:
        return f"answers {status}"
    if version := VERSION.search(text):
        return None if version[1] == page.content_hash else "still shows an older version"
    return fault_of_foreign(text, page)


def fault_of_foreign(text: str, page: Page) -> str | None:
    """Say what a page of another generator does not show."""
    shown = words_of_page(text)
    title = letters(page.title)
    if not (title in shown if title else page.title in html.unescape(text)):
        return "does not show the note's title"
    if letters(page.opening) not in shown:
        return "does not show the note's opening words"
    return None
