"""Refuse a request body that is too large, before it is read whole."""

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FORM_BYTES = 16 * 1024
MANIFEST_BYTES = 4 * 1024 * 1024

LIMITS = {"/garden/announce": MANIFEST_BYTES}


class BodyLimit:
    """Count the bytes as they arrive: a Content-Length may lie, or not be there at all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a `receive` that raises 413 at the first byte too many."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = LIMITS.get(scope["path"], FORM_BYTES)
        refuse_above(limit, announced_length(scope))
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                refuse_above(limit, seen)
            return message

        await self.app(scope, counted, send)


def refuse_above(limit: int, size: int) -> None:
    """Raise 413 when the size is over the limit."""
    if size > limit:
        raise HTTPException(413)


def announced_length(scope: Scope) -> int:
    """Return the length that the client promises; 0 where it promises none that makes sense."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0
