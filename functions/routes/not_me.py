"""GET and POST /newsletter/not-me: it was somebody else who asked; never write here again."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.consent_origin import consent_origin
from functions.web.forms import form_token
from functions.web.garden_title import learn_garden_title
from functions.web.masking import mask
from functions.web.pages import reply
from shared import tx
from shared.newsletter.readers import never_again
from shared.settings import Settings


async def not_me(request: Request) -> Response:
    """Show the one button, or do what it says; what no key of ours signed does nothing."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    wish = never_again.read_never_again_token(settings.secret_key, token)
    email = None
    async with tx.run():
        await learn_garden_title(request)
        if wish and request.method == "POST":
            origin = consent_origin(request, "link", shown="not-me")
            email = await never_again.grant(settings.secret_key, wish, origin)
    if wish is None:
        return reply(request, "damaged-link", 404)
    if request.method == "POST":
        return reply(request, "never-again", masked=mask(email) if email else "")
    return reply(request, "not-me", token=token)


route = Route("/newsletter/not-me", not_me, methods=["GET", "POST"])
