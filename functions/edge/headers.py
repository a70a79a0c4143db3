"""Put the safety headers on every answer, errors and refusals included."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# What an answer gets that names no policy of its own: it may load, frame and submit nothing.
STRICTEST_POLICY = "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

UNLESS_CHOSEN = {
    # Not `no-referrer`: it would make browsers send `Origin: null` with our own buttons.
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": STRICTEST_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}

ONE_YEAR = 365 * 24 * 60 * 60


class SafetyHeaders:
    """Fill in what an answer did not choose itself, and take out what gives away the server."""

    def __init__(self, app: ASGIApp, https: bool) -> None:
        self.app = app
        self.https = https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and complete the headers of its answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.complete(MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, complete)

    def complete(self, headers: MutableHeaders) -> None:
        """Add the headers to one answer."""
        headers["X-Content-Type-Options"] = "nosniff"
        for name, value in UNLESS_CHOSEN.items():
            headers.setdefault(name, value)
        if "no-store" in headers["Cache-Control"]:  # what nobody may keep, nobody may index
            headers["X-Robots-Tag"] = "noindex"
        if self.https:
            headers["Strict-Transport-Security"] = f"max-age={ONE_YEAR}"
        if "Server" in headers:
            del headers["Server"]
