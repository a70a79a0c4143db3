"""Who a request came from, where proxies of the gardener's own stand before us."""

from starlette.requests import Request

from shared.newsletter.records.consent import network_of
from shared.settings import Settings


def client_network(request: Request) -> str | None:
    """Return the truncated network of the client; None for this very machine."""
    peer = request.client.host if request.client else None
    return network_of(seen_by_our_proxy(request)) or network_of(peer)


def seen_by_our_proxy(request: Request) -> str | None:
    """Return the address that called the outermost of the gardener's own proxies.

    Each proxy adds to X-Forwarded-For who called it, so whatever is left of what our own have added
    may be forged and is not looked at; without a proxy none of it is. What cannot be right is None:
    the request then counts for the peer, which is a proxy.
    """
    settings: Settings = request.app.state.settings
    hops = settings.trusted_proxy_hops
    lines = request.headers.getlist("x-forwarded-for") if hops else []
    passed = [entry.strip() for line in lines for entry in line.split(",")]
    return without_port(passed[-hops]) if hops and len(passed) >= hops else None


def without_port(entry: str) -> str:
    """Return the address in an entry as 203.0.113.7:51234 or [2001:db8::7]:51234."""
    if entry.startswith("["):
        return entry[1:].partition("]")[0]
    host, colon, rest = entry.partition(":")
    return host if colon and ":" not in rest else entry
