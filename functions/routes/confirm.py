"""GET and POST /newsletter/confirm: the address is theirs. Only POST changes anything.

The token says what is confirmed: the subscription, or the wish to be told of one note.
"""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.consent_origin import consent_origin
from functions.web.forms import InvalidForm, fields, form_token
from functions.web.garden_title import learn_garden_title
from functions.web.pages import reply
from shared import tx
from shared.newsletter.keys import confirm_token_hash
from shared.newsletter.readers import following, subscribers


async def confirm(request: Request) -> Response:
    """Show the one button, or do what it says."""
    token = await form_token(request)
    token_hash = confirm_token_hash(token)
    if answer := await about_a_note(request, token, token_hash):
        return answer
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


async def about_a_note(request: Request, token: str, token_hash: bytes) -> Response | None:
    """Show, confirm or take back the wish of a token; None if it is none of a wish's."""
    async with tx.run():
        wish = await following.wish_of(token_hash)
        if wish is None:
            return None
        await learn_garden_title(request)
        if request.method == "POST" and await is_taken_back(request):
            origin = consent_origin(request, "link", shown="note-confirmed")
            await following.take_back(token_hash, origin)
            return reply(request, "note-taken-back")
        if wish.is_grown:
            return reply(request, "note-grown", wish=wish)
        if request.method == "POST":
            origin = consent_origin(request, "link", shown="confirm-note")
            await following.confirm(token_hash, origin)
    name = "note-confirmed" if request.method == "POST" or wish.confirmed else "confirm-note"
    return reply(request, name, wish=wish, token=token)


async def is_taken_back(request: Request) -> bool:
    """Tell whether the button is the one that takes a wish back."""
    with suppress(InvalidForm):
        return bool(await fields(request, "take_back"))
    return False


route = Route("/newsletter/confirm", confirm, methods=["GET", "POST"])
