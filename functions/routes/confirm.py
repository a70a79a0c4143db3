"""GET and POST /newsletter/confirm: the address is theirs. Only POST changes anything.

The token says what is confirmed: the subscription, or the wish to be told of one note. Whoever
comes too late can have another link mailed, which costs the mailbox none of its confirmations.
"""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.asked_mail import enqueue_mail
from functions.web.consent_origin import consent_origin
from functions.web.forms import InvalidForm, fields, form_token
from functions.web.garden_title import learn_garden, learn_garden_title
from functions.web.pages import development_inbox, reply
from shared import tx
from shared.newsletter.keys import confirm_token_hash
from shared.newsletter.payloads import ConfirmMail, FollowMail
from shared.newsletter.readers import confirmations, following, late_wishes, subscribers
from shared.newsletter.readers.following import Wish
from shared.newsletter.records.consent import Origin


async def confirm(request: Request) -> Response:
    """Show the one button, or do what it says."""
    token = await form_token(request)
    token_hash = confirm_token_hash(token)
    if request.method == "POST" and await is_pressed(request, "fresh"):
        return await mail_again(request, token_hash)
    if answer := await about_a_note(request, token, token_hash):
        return answer
    async with tx.run():
        await learn_garden_title(request)
        if request.method == "POST":
            origin = consent_origin(request, "link", shown="confirm")
            await subscribers.confirm(token_hash, origin)
        state = await subscribers.token_state(token_hash)
    if state is None or (state.used and not state.confirmed):
        return reply(request, "not-found", 404)
    return reply(request, "confirmed") if state.used else reply(request, "confirm", token=token)


async def mail_again(request: Request, token_hash: bytes) -> Response:
    """Let a fresh link be mailed to where the old one came from."""
    async with tx.run():
        here = await learn_garden(request)
        if here and here.sign_up_closed_at:
            return reply(request, "sign-up-closed", 403)
        wish = await late_wishes.find(token_hash)
        if wish and wish.is_grown:
            return reply(request, "note-grown", wish=wish)
        if wish is None and not await confirmations.is_old(token_hash):
            return reply(request, "not-found", 404, is_pressed=True)
        await open_again(token_hash, wish, consent_origin(request, "link", shown="not-found"))
    return reply(request, "check-your-inbox", inbox=development_inbox(request))


async def open_again(token_hash: bytes, wish: Wish | None, origin: Origin) -> None:
    """Open the wish, or the confirmation, of an old link; once, until its mail has gone."""
    if wish:
        wish_id = await late_wishes.reopen(wish, token_hash, origin)
        if wish_id is not None:
            await enqueue_mail(FollowMail(wish_id))
        return
    subscriber_id = await confirmations.reopen(token_hash, origin)
    if subscriber_id is not None:
        await enqueue_mail(ConfirmMail(subscriber_id))


async def about_a_note(request: Request, token: str, token_hash: bytes) -> Response | None:
    """Show, confirm or take back the wish of a token; None if it is none of a wish's."""
    async with tx.run():
        wish = await following.wish_of(token_hash)
        if wish is None:
            return None
        await learn_garden_title(request)
        if request.method == "POST" and await is_pressed(request, "take_back"):
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


async def is_pressed(request: Request, button: str) -> bool:
    """Tell whether the button is the one of this name."""
    with suppress(InvalidForm):
        return bool(await fields(request, button))
    return False


route = Route("/newsletter/confirm", confirm, methods=["GET", "POST"])
