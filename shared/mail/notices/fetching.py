"""Fetch the little that SNS has to show: its certificates, and the answer to a confirmation.

Whoever calls has looked at the address before. No redirect is followed, and nothing large is read.
"""

import asyncio

DEADLINE = 5.0  # seconds, for all of it
LARGEST = 64 * 1024
MOST_CERTIFICATES = 8

_certificates: dict[str, bytes] = {}


class NotFetched(Exception):
    """What was asked for did not come; `public` says why, and holds no secret."""

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


async def certificate(url: str) -> bytes:
    """Return a certificate (PEM), fetched once for the life of the process.

    Raises:
        NotFetched: nobody there, another status than 200, or more than a certificate.

    """
    if url not in _certificates:
        remember(url, await fetch(url))
    return _certificates[url]


def remember(url: str, pem: bytes) -> None:
    """Keep a certificate; SNS changes the address when it changes the certificate."""
    while len(_certificates) >= MOST_CERTIFICATES:
        del _certificates[next(iter(_certificates))]
    _certificates[url] = pem


async def fetch(url: str) -> bytes:
    """Return the body of a page that answers 200.

    Raises:
        NotFetched: as `certificate`.

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
