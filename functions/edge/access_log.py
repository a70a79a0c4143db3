"""Log each request in one line, without anything that could be a token or an address."""

import logging
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from functions.edge import log

LOGGER = logging.getLogger("thistledown.access")

LONGEST_PATH = 200

# A mail program that writes `?` as %3F moves the query, and the token in it, into the path.
NEVER_IN_A_PATH = frozenset("?&=;#@%")


class AccessLog:
    """Log method, path without its query, status and milliseconds."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and log it when the answer is out."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0  # stays 0 when the client was gone before there was an answer

        async def watch(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = time.monotonic()
        try:
            await self.app(scope, receive, watch)
        finally:
            log.write(
                LOGGER,
                logging.INFO,
                "request",
                method=str(scope["method"])[:16],
                path=speakable(scope["path"]),
                status=status,
                ms=round((time.monotonic() - began) * 1000),
            )


def speakable(path: str) -> str:
    """Return the path with every segment blotted out that looks like more than a name."""
    segments = path.split("/")
    spoken = "/".join("~" if NEVER_IN_A_PATH & set(segment) else segment for segment in segments)
    return spoken[:LONGEST_PATH]  # last, lest it cut off the sign that gives an address away
