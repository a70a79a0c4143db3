"""End a request whose body dribbles in: the whole body gets ten seconds, not each piece of it."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_SECONDS = 10.0


class BodyDeadline:
    """Answer 408 when the body is not complete in time; the answer itself may take longer."""

    def __init__(self, app: ASGIApp, seconds: float = BODY_SECONDS) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with a `receive` that raises 408 after the deadline."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        deadline = asyncio.get_running_loop().time() + self.seconds
        complete = False

        async def in_time() -> Message:
            nonlocal complete
            if complete:
                return await receive()  # waits for the client to go away: no hurry
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408) from None
            complete = not message.get("more_body", False)
            return message

        await self.app(scope, in_time, send)
