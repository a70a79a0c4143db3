"""Let only the garden's own pages send the subscribe form.

A browser states the `Origin` of the page with every POST. It is compared with the origins of
SITE_URL and FUNCTIONS_URL, letter by letter; anything else is refused with 403 before the form is
read, `null` included: that is what sandboxed frames and `file:` pages send. A browser also sends
`null` from pages with `Referrer-Policy: no-referrer`, and from pages with `same-origin` when the
functions live on another origin; so a garden's pages keep the browsers' default,
`strict-origin-when-cross-origin`. Without an Origin it is not a browser's cross-site request, so
curl and old browsers may subscribe.

Confirm and unsubscribe are not checked: the token in the link is the whole authority there, and
mail programs press those buttons from nowhere in particular, with `Origin: null` or none.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from functions.web.refusal import Refusal
from shared.loopback import is_loopback
from shared.settings import Settings

GUARDED = "/newsletter/subscribe"

PREFLIGHT = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type, Accept",
    "Access-Control-Max-Age": "600",
}


class Origins:
    """Check and answer CORS for the one route that pages of the garden call."""

    def __init__(self, app: ASGIApp, allowed: frozenset[str], loopback: bool) -> None:
        self.app = app
        self.allowed = allowed
        self.loopback = loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or raise 403."""
        if scope["type"] != "http" or scope["path"].rstrip("/") != GUARDED:
            await self.app(scope, receive, send)
            return
        stated = Headers(scope=scope).getlist("origin")
        if any(not self.is_ours(origin) for origin in stated):
            raise Refusal(403, reason="origin")

        async def permit(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.add_vary_header("Origin")
                if stated:
                    headers["Access-Control-Allow-Origin"] = stated[0]
            await send(message)

        if scope["method"] == "OPTIONS":
            await Response(status_code=204, headers=PREFLIGHT)(scope, receive, permit)
            return
        await self.app(scope, receive, permit)

    def is_ours(self, origin: str) -> bool:
        """Tell whether a page of the garden may have sent this; in development also localhost."""
        if origin in self.allowed:
            return True
        return self.loopback and is_loopback_origin(origin)


def site_origins(settings: Settings) -> frozenset[str]:
    """Return the origins of the garden and its functions, written as browsers write them."""
    return frozenset(map(origin_of, (settings.site_url, settings.functions_url)))


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL, without the port that the scheme implies."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if not host.isascii():  # the codec alone is a hundredth of a cold start
        host = host.encode("idna").decode("ascii")
    host = f"[{host}]" if ":" in host else host
    implied = {"http": 80, "https": 443}.get(parts.scheme)
    port = "" if parts.port in (None, implied) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"


def is_loopback_origin(origin: str) -> bool:
    """Tell whether an origin is a plain http page of this machine."""
    try:
        parts = urlsplit(origin)
        return parts.scheme == "http" and is_loopback(parts.hostname or "")
    except ValueError:
        return False
