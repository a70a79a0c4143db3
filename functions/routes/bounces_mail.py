"""POST /newsletter/bounces/mail: a mail that came back, handed over by whoever received it.

The bearer is BOUNCE_TOKEN, the body the mail as it is. The answer is the same whatever it says.
"""

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from functions.web.shared_secret import require_secret
from shared import tx
from shared.settings import Settings


async def bounces_mail(request: Request) -> Response:
    """Read the mail and record what it says of one of ours."""
    from shared.newsletter.returning import (
        bounces,
        returned_mail,  # no reader waits for a mail parser
    )

    settings: Settings = request.app.state.settings
    require_secret(request, settings.bounce_token)
    # In a thread: strangers write what is read here, and others are being answered.
    notice = await asyncio.to_thread(returned_mail.read, await request.body())
    async with tx.run():
        await bounces.take_in(notice, "mail", settings.secret_key)
    return JSONResponse({"status": "ok"})


route = Route("/newsletter/bounces/mail", bounces_mail, methods=["POST"])
