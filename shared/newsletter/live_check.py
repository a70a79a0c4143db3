"""Does the garden show what a letter is about to announce?

A page is live when it answers 200 and is the new one. Our own pages name the version they show in a
meta element; another generator's page has none and must at least show the note's title.
"""

import asyncio
import html
import re
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPResponse
from typing import IO, Any
from urllib.parse import quote, urlsplit, urlunsplit

from shared.newsletter.notifications import Page

TIMEOUT = 5.0  # for each wait, so that a page which dribbles never exceeds it
DEADLINE = 12.0  # for the whole answer
LIMIT = 2 * 1024 * 1024

VERSION = re.compile(r'<meta\s+name="thistledown:content-hash"\s+content="([^"]*)"')


@dataclass(frozen=True, slots=True)
class NotLive:
    """A page that does not show its note, and why."""

    url: str
    why: str


async def first_not_live(pages: Sequence[Page]) -> NotLive | None:
    """Fetch the pages and return the first that is not live, None when all are."""
    faults = await asyncio.gather(*(asyncio.to_thread(fault, page) for page in pages))
    for page, why in zip(pages, faults, strict=True):
        if why:
            return NotLive(page.url, why)
    return None


def fault(page: Page) -> str | None:
    """Fetch one page, and say what is wrong with it."""
    try:
        text = fetch(page.url)
    except urllib.error.HTTPError as error:
        error.close()
        return f"answers {error.code}"
    except (OSError, ValueError, HTTPException):
        return "cannot be fetched"
    if version := VERSION.search(text):
        return None if version[1] == page.content_hash else "still shows an older version"
    shown = html.unescape(text)
    return None if page.title in shown else "does not show the note's title"


def fetch(url: str) -> str:
    """Return a page, following redirects only within its own site."""
    opener = urllib.request.build_opener(SameSite(url), Http(), Https())
    asked = urllib.request.Request(ascii_url(url), headers={"User-Agent": "Thistledown"})  # noqa: S310 - manifest.read let only the site's own http(s) addresses in
    with opener.open(asked, timeout=TIMEOUT) as answer:
        return answer.read(LIMIT).decode("utf-8", "replace")


def ascii_url(url: str) -> str:
    """Return an address as it goes over the wire; the library translates the host by itself."""
    parts = urlsplit(url)
    path, query = (quote(part, safe="%/:=&?~+!$,;'@()*") for part in (parts.path, parts.query))
    return urlunsplit((parts.scheme, parts.netloc, path, query, ""))


class HurriedResponse(HTTPResponse):
    """An answer that is cut off at the deadline, from its first line to its last byte."""

    def __init__(self, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        self._cut = threading.Timer(DEADLINE, sock.shutdown, [socket.SHUT_RDWR])
        self._cut.daemon = True
        self._cut.start()

    def close(self) -> None:
        """Close, and forget the deadline."""
        self._cut.cancel()
        super().close()


class Hurried(urllib.request.AbstractHTTPHandler):
    """Opens connections whose answers are hurried."""

    def do_open(self, http_class: Any, req: urllib.request.Request, **given: Any) -> HTTPResponse:
        """Open as ever, with another class of answers."""

        def connection(*args: Any, **kwargs: Any) -> HTTPConnection:
            made: HTTPConnection = http_class(*args, **kwargs)
            made.response_class = HurriedResponse
            return made

        return super().do_open(connection, req, **given)


class Http(Hurried, urllib.request.HTTPHandler):
    """Plain HTTP, hurried."""


class Https(Hurried, urllib.request.HTTPSHandler):
    """HTTP over TLS, hurried."""


class SameSite(urllib.request.HTTPRedirectHandler):
    """Refuse to be led to another site, or in circles."""

    max_redirections = 3

    def __init__(self, url: str) -> None:
        self._site = urlsplit(url)[:2]

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Follow a redirect within the site; what stands beside it is not read."""
        if urlsplit(newurl)[:2] != self._site:
            raise urllib.error.HTTPError(newurl, code, "leads to another site", headers, fp)
        fp.close()
        return super().redirect_request(req, fp, code, msg, headers, newurl)
