"""Refuse a request that was made for somebody else's host name.

A page of a stranger can have its name point at 127.0.0.1 and then read what a development server
says (DNS rebinding), and a `Host` that is believed ends up in links. Links here come from the
settings; a request for any other name gets 400.
"""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from functions.web.refusal import Refusal
from shared.loopback import is_loopback
from shared.settings import Settings

HOST = re.compile(r"(?P<name>[a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.IGNORECASE)

# A load balancer asks for the health by the machine's address, before any name points at it.
HEALTH = "/healthz"


class Hosts:
    """Let in requests for the garden's own names, and in development for this machine."""

    def __init__(self, app: ASGIApp, names: frozenset[str], loopback: bool) -> None:
        self.app = app
        self.names = names
        self.loopback = loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or raise 400."""
        if scope["type"] == "http" and not self.is_ours(scope):
            raise Refusal(400, reason="host")
        await self.app(scope, receive, send)

    def is_ours(self, scope: Scope) -> bool:
        """Tell whether the request's Host is one of the names let in."""
        found = HOST.fullmatch(Headers(scope=scope).get("host", ""))
        if found is None:
            return False
        name = found["name"].strip("[]").rstrip(".").lower()
        if name in self.names or (self.loopback and is_loopback(name)):
            return True
        return scope["path"] == HEALTH and (is_address(name) or is_loopback(name))


def host_names(settings: Settings) -> frozenset[str]:
    """Return the host names under which the garden and its functions are known."""
    urls = (settings.site_url, settings.functions_url)
    return frozenset((urlsplit(url).hostname or "").rstrip(".").lower() for url in urls)


def is_address(name: str) -> bool:
    """Tell whether a host is a bare IP address, which no stranger can point elsewhere."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
