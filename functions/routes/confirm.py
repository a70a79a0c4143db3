"""GET and POST /newsletter/confirm: the address is theirs. Only POST changes anything."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.consent_origin import consent_origin
from functions.web.forms import form_token
from functions.web.garden_title import learn_garden_title
from functions.web.pages import reply
from shared import tx
from shared.newsletter import subscribers
from shared.newsletter.keys import confirm_token_hash


async def confirm(request: Request) -> Response:
    """Show the one button, or do what it says."""
    token = await form_token(request)
    token_hash = confirm_token_hash(token)
    if request.method == "POST":
        async with tx.run():
            await learn_garden_title(request)
            origin = consent_origin(request, "link", shown="confirm")
            confirmed = await subscribers.confirm(token_hash, origin)
        return reply(request, "confirmed") if confirmed else reply(request, "not-found", 404)
    async with tx.run():
        state = await subscribers.token_state(token_hash)
        await learn_garden_title(request)
    if state is None or (state.used and not state.confirmed):
        return reply(request, "not-found", 404)
    return reply(request, "confirmed") if state.used else reply(request, "confirm", token=token)


route = Route("/newsletter/confirm", confirm, methods=["GET", "POST"])
