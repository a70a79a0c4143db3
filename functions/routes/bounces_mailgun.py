"""POST /newsletter/bounces/mailgun: Mailgun's webhooks for failures and spam complaints.

Mailgun signs a time and a token with MAILGUN_SIGNING_KEY, and nothing of what the webhook says. So
a token is heard once: what is shown again with it, the same or something else, does nothing.
"""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from functions.web.refusal import Refusal
from shared import tx
from shared.settings import Settings


async def bounces_mailgun(request: Request) -> Response:
    """Record what a webhook says of one of our mails."""
    from shared.mail.notices import mailgun
    from shared.newsletter.returning import bounces, webhooks

    settings: Settings = request.app.state.settings
    signed = mailgun.read(await request.body())
    key = settings.mailgun_signing_key
    if not (key and signed.is_genuine(key)):
        raise Refusal(401, headers={"WWW-Authenticate": "Signature"})
    async with tx.run():
        if await webhooks.is_first("mailgun", signed.token):
            await bounces.take_in(signed.notice(), "mailgun", settings.secret_key)
    return JSONResponse({"status": "ok"})


route = Route("/newsletter/bounces/mailgun", bounces_mailgun, methods=["POST"])
