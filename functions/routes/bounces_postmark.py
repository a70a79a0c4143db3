"""POST /newsletter/bounces/postmark: Postmark's webhooks for bounces and spam complaints.

Postmark signs nothing; it shows BOUNCE_TOKEN as the password in the address of the webhook.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from functions.web.shared_secret import require_secret
from shared import tx
from shared.settings import Settings


async def bounces_postmark(request: Request) -> Response:
    """Record what a webhook says of one of our mails."""
    from shared.mail.notices import postmark
    from shared.newsletter.returning import bounces

    settings: Settings = request.app.state.settings
    require_secret(request, settings.bounce_token)
    notice = postmark.read(await request.body())
    async with tx.run():
        await bounces.take_in(notice, "postmark", settings.secret_key)
    return JSONResponse({"status": "ok"})


route = Route("/newsletter/bounces/postmark", bounces_postmark, methods=["POST"])
