"""GET and POST /newsletter/erase: have oneself forgotten, by a button on a page of its own."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.consent_origin import consent_origin
from functions.web.forms import form_token
from functions.web.garden_title import learn_garden_title
from functions.web.masking import mask
from functions.web.pages import reply
from shared import tx
from shared.newsletter.keys import settings_token_hash
from shared.newsletter.readers import preferences
from shared.newsletter.records import erasing
from shared.settings import Settings


async def erase(request: Request) -> Response:
    """Show the one button, or do what it says, for who has the fresh token of a mailed link."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    async with tx.run():
        await learn_garden_title(request)
        reader = await preferences.chosen(settings_token_hash(token))
        if reader is not None and request.method == "POST":
            origin = consent_origin(request, "link", shown="erase")
            await erasing.erase(settings.secret_key, reader.id, because="asked", origin=origin)
    if reader is None:
        return reply(request, "expired-link", 404)
    if request.method == "POST":
        return reply(request, "erased")
    return reply(request, "erase", token=token, masked=mask(reader.email))


route = Route("/newsletter/erase", erase, methods=["GET", "POST"])
