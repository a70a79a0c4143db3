"""Fetch the little that SNS has to show: its certificates, and the answer to a confirmation.

Whoever calls has looked at the address before. No redirect is followed, and nothing large is read.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable

DEADLINE = 5.0  # seconds, for all of it
LARGEST = 64 * 1024
MOST_CERTIFICATES = 8

# Whoever knows the name of an allowed topic can name a certificate that nobody has seen yet, with
# each message another. SNS itself has one for months.
MOST_FETCHES = 5
WITHIN = 60.0  # seconds


class NotFetched(Exception):
    """What was asked for did not come; `public` says why, and holds no secret."""

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


class Certificates:
    """The certificates of SNS that this process has fetched: a few in a minute, and a few kept.

    One that has proven a message stays when others come that have not. Who is refused for the
    minute comes again: SNS repeats what was answered with 503.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.fetched_at: deque[float] = deque(maxlen=MOST_FETCHES)
        self.kept: dict[str, bytes] = {}
        self.proven: set[str] = set()

    async def certificate(self, url: str) -> bytes:
        """Return a certificate (PEM), fetched once for the life of the process.

        Raises:
            NotFetched: nobody there, another status than 200, more than a certificate, or too
                many of others within this minute.

        """
        if url not in self.kept:
            self.count_a_fetch()
            self.remember(url, await fetch(url))
        return self.kept[url]

    def count_a_fetch(self) -> None:
        """Count one fetch, which a failure is as well.

        Raises:
            NotFetched: there were as many as may be.

        """
        now = self.clock()
        if len(self.fetched_at) == MOST_FETCHES and now - self.fetched_at[0] < WITHIN:
            raise NotFetched("Too many certificates were named within a minute.")
        self.fetched_at.append(now)

    def remember(self, url: str, pem: bytes) -> None:
        """Keep a certificate; SNS changes the address when it changes the certificate."""
        while len(self.kept) >= MOST_CERTIFICATES:
            oldest = next(iter(self.kept))
            oldest = next((one for one in self.kept if one not in self.proven), oldest)
            del self.kept[oldest]
            self.proven.discard(oldest)
        self.kept[url] = pem

    def has_proven(self, url: str) -> None:
        """Note that a message was signed with the key of a certificate."""
        if url in self.kept:
            self.proven.add(url)


CERTIFICATES = Certificates()


async def fetch(url: str) -> bytes:
    """Return the body of a page that answers 200.

    Raises:
        NotFetched: nobody there, another status than 200, or more than a certificate.

    """
    import httpx2

    try:
        async with (
            asyncio.timeout(DEADLINE),
            httpx2.AsyncClient(timeout=DEADLINE, headers={"User-Agent": "Thistledown"}) as client,
            client.stream("GET", url) as answer,
        ):
            if answer.status_code != 200:
                raise NotFetched(f"SNS answers {answer.status_code}.")
            read = b""
            async for piece in answer.aiter_bytes():
                read += piece
                if len(read) > LARGEST:
                    raise NotFetched("SNS answers with far more than was asked for.")
            return read
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError, ValueError):
        raise NotFetched("SNS cannot be reached.") from None
