"""Fetch from the garden's own site and from nowhere else: what the live check and `announce` read.

The address is the gardener's, but what answers there, and where a name leads, need not be. A name
is resolved once, and the very address found is connected to; one on a private network is refused,
unless the gardener wrote it so or said that the site is there. Redirects are followed within the
site only, and of an answer only the beginning is read.
"""

import asyncio
import socket
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from itertools import count
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from shared.loopback import is_loopback

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Request, Response

REDIRECTS = 3
MOST = 4  # addresses of one name that are tried
PORTS = {"http": 80, "https": 443}
NAT64 = IPv6Network("64:ff9b::/96")

Ip = IPv4Address | IPv6Address


class NotFetched(RuntimeError):
    """Nothing could be fetched, or it must not be; the text says why in a few words."""


@asynccontextmanager
async def fetcher(*, seconds: float, at_once: int = 8) -> AsyncGenerator["AsyncClient"]:
    """Give a client that waits no longer than this, and goes through no proxy.

    A proxy would resolve names by itself, and lead wherever it likes.
    """
    import httpx2  # only here: no request and no other job waits for it to load

    limits = httpx2.Limits(max_connections=at_once)
    headers = {"User-Agent": "Thistledown"}
    straight = {"http://": None, "https://": None}
    async with httpx2.AsyncClient(
        timeout=seconds, limits=limits, headers=headers, mounts=straight
    ) as client:
        yield client


async def fetch(
    client: "AsyncClient", url: str, *, limit: int, is_private: bool = False
) -> tuple[int, str]:
    """Return status and beginning of what is at an address, at most `limit` characters.

    `is_private` says that the site may be on a private network.

    Raises:
        NotFetched: nothing answers, what answers is no web page, or the address is refused.

    """
    import httpx2

    try:
        site = urlsplit(url)[:2]
        for redirects in count():
            answer, onward = await once(client, url, limit=limit, is_private=is_private)
            if onward is None or urlsplit(onward)[:2] != site or redirects == REDIRECTS:
                return answer
            url = onward
    except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, ValueError) as error:
        raise NotFetched("cannot be fetched") from error
    raise AssertionError("unreachable")


async def once(
    client: "AsyncClient", url: str, *, limit: int, is_private: bool
) -> tuple[tuple[int, str], str | None]:
    """Ask one address, and return what it says, and where it sends us."""
    port = port_of(url)
    request = client.build_request("GET", url)  # its Host is the name, whatever we connect to
    host = request.url.raw_host.decode("ascii")
    request.extensions = {**request.extensions, "sni_hostname": host}
    answer = await sent(client, request, await whereabouts(host, port, is_private=is_private))
    try:
        if answer.is_redirect:
            return (answer.status_code, ""), urljoin(url, answer.headers.get("location", ""))
        return (answer.status_code, await beginning(answer.aiter_text(), limit)), None
    finally:
        await answer.aclose()


async def sent(client: "AsyncClient", request: "Request", addresses: list[Ip]) -> "Response":
    """Send a request to the first of these addresses at which somebody listens."""
    import httpx2

    *others, last = addresses[:MOST]
    for address in others:
        request.url = request.url.copy_with(host=str(address))
        with suppress(httpx2.ConnectError, httpx2.ConnectTimeout):
            return await client.send(request, stream=True)
    request.url = request.url.copy_with(host=str(last))
    return await client.send(request, stream=True)


def port_of(url: str) -> int:
    """Return the port of an address.

    Raises:
        ValueError: it is no address of the web.

    """
    parts = urlsplit(url)
    if parts.scheme not in PORTS or parts.username is not None:
        raise ValueError(url)
    return parts.port or PORTS[parts.scheme]


async def whereabouts(host: str, port: int, *, is_private: bool) -> list[Ip]:
    """Resolve a name once, and return the addresses to connect to.

    Raises:
        NotFetched: there is none, or it is on a network that a name from outside must not lead to.

    """
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotFetched("has a name that nobody knows") from None
    addresses = [ip_address(str(entry[4][0]).partition("%")[0]) for entry in found]
    for each in addresses:
        if not (is_private or is_public(each) or is_as_written(host, each)):
            raise NotFetched(
                f"is at {each}, on a private network; if that is right, set SITE_NETWORK=private"
            )
    return addresses


def is_as_written(host: str, address: Ip) -> bool:
    """Tell whether the gardener's own SITE_URL says this machine, or this very address."""
    if is_loopback(host):
        return inner(address).is_loopback
    try:
        return ip_address(host) == address
    except ValueError:
        return False


def is_public(address: Ip) -> bool:
    """Tell whether an address can be reached from anywhere, and not only from where we are."""
    within = inner(address)
    return within.is_global and not within.is_multicast


def inner(address: Ip) -> Ip:
    """Return the IPv4 address that hides in an IPv6 one, if one does."""
    if isinstance(address, IPv4Address):
        return address
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, address))[1]


async def beginning(pieces: AsyncIterator[str], limit: int) -> str:
    """Return as much of an answer as could matter."""
    read: list[str] = []
    length = 0
    async for piece in pieces:
        read.append(piece)
        length += len(piece)
        if length >= limit:
            break
    return "".join(read)[:limit]
