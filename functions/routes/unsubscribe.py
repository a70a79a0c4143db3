"""GET and POST /newsletter/unsubscribe: leave, by a button or by one click in the mail program.

The POST is RFC 8058's: no cookie, any content type, always 200, as often as one likes.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.consent_origin import consent_origin
from functions.web.forms import form_token
from functions.web.garden_title import learn_garden_title
from functions.web.masking import mask
from functions.web.pages import reply
from shared import tx
from shared.newsletter.keys import Unsubscription, read_unsubscribe_token
from shared.newsletter.readers import subscribers
from shared.settings import Settings


async def unsubscribe(request: Request) -> Response:
    """Show the one button, or do what it says; what no key of ours signed does nothing."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    ends = read_unsubscribe_token(settings.secret_key, token)
    if request.method == "POST":
        if ends is None:
            return reply(request, "damaged-link")
        return reply(request, "unsubscribed", masked=await leave(request, ends))
    async with tx.run():
        await learn_garden_title(request)
    if ends is None:
        return reply(request, "damaged-link", 404)
    return reply(request, "unsubscribe", token=token)


async def leave(request: Request, ends: Unsubscription) -> str:
    """End the subscription and return the address as its owner will recognise it."""
    one_click = not request.headers.get("accept", "").startswith("text/html")
    async with tx.run():
        await learn_garden_title(request)
        source = "one-click" if one_click else "link"
        shown = None if one_click else "unsubscribe"
        origin = consent_origin(request, source, shown=shown)
        await subscribers.unsubscribe(ends.subscriber_id, origin)
        email = await subscribers.email_of(ends.subscriber_id)
    return mask(email) if email else ""


route = Route("/newsletter/unsubscribe", unsubscribe, methods=["GET", "POST"])
