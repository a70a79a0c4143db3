"""Refuse a request body that is too large, before it is read whole."""

import asyncio
from contextlib import suppress

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from functions.web.refusal import Refusal

FORM_BYTES = 16 * 1024
NOTICE_BYTES = 256 * 1024
MANIFEST_BYTES = 4 * 1024 * 1024

LIMITS = {
    "/garden/announce": MANIFEST_BYTES,
    "/garden/letter": NOTICE_BYTES,
    "/newsletter/bounces/mail": NOTICE_BYTES,
    "/newsletter/bounces/sns": NOTICE_BYTES,
    "/newsletter/bounces/postmark": NOTICE_BYTES,
    "/newsletter/bounces/mailgun": NOTICE_BYTES,
}

LINGER_SECONDS = 2.0


class TooLarge(Exception):
    """More was sent than is read here; `more` says whether the client is still sending."""

    def __init__(self, *, more: bool) -> None:
        super().__init__()
        self.more = more


class BodyLimit:
    """Count the bytes as they arrive: a Content-Length may lie, or not be there at all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a `receive` that raises at the first byte too many."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refuse_two_lengths(scope)
        limit = LIMITS.get(scope["path"], FORM_BYTES)
        if announced_length(scope) > limit:
            raise TooLarge(more=True)
        seen = 0

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                if seen > limit:
                    raise TooLarge(more=message.get("more_body", False))
            return message

        await self.app(scope, counted, send)


def lingering(receive: Receive, send: Send) -> Send:
    """Return a `send` that gives the client a moment to stop sending before the answer ends.

    A connection closed while the client still writes is reset, and a browser or proxy then
    reports that instead of the answer. What arrives in that moment is thrown away.
    """

    async def send_then_drain(message: Message) -> None:
        if message["type"] != "http.response.body" or message.get("more_body", False):
            await send(message)
            return
        await send({**message, "more_body": True})
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while (await receive()).get("more_body", False):
                    pass
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_then_drain


def refuse_two_lengths(scope: Scope) -> None:
    """Refuse a body of two lengths, where a proxy in front may see the next request elsewhere."""
    headers = Headers(scope=scope)
    if "content-length" in headers and "transfer-encoding" in headers:
        raise Refusal(400, headers={"Connection": "close"})  # RFC 9112, 6.1


def announced_length(scope: Scope) -> int:
    """Return the length that the client promises; 0 where it promises none that makes sense."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0
