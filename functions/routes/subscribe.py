"""POST /newsletter/subscribe: someone asks to read, or to be told when one note grows."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.asked_mail import enqueue_mail
from functions.web.consent_origin import consent_origin
from functions.web.forms import (
    JSON,
    InvalidForm,
    content_type,
    email_field,
    note_field,
    trap_is_filled,
    wants_json,
)
from functions.web.garden_title import know_garden_title, learn_garden
from functions.web.pages import development_inbox, form_again, reply
from functions.web.refusal import Refusal
from functions.web.second_step import ask_for_step, read_step
from functions.web.words import chosen_language
from shared import tx
from shared.mail.address import Address, BadAddress, parse
from shared.newsletter.payloads import ConfirmMail, FollowMail
from shared.newsletter.readers import caps, following, subscribers
from shared.newsletter.readers.asking import Asker, asker_at
from shared.newsletter.readers.caps import Caps
from shared.newsletter.records.consent import Origin
from shared.settings import Settings


async def subscribe(request: Request) -> Response:
    """Open a confirmation; the answer is the same whoever has the address already."""
    settings: Settings = request.app.state.settings
    note_id = await note_field(request)
    try:
        address = await typed_address(request)
        is_machine = await trap_is_filled(request)
    except InvalidForm as error:
        if wants_json(request) or error.status_code != 422:
            raise
        await know_garden_title(request)
        return form_again(request, error, note_id=note_id)
    origin = form_origin(request, note_id)
    step = await read_step(request, address)
    caps_of_all: Caps = request.app.state.caps
    allowed = caps_of_all if step.is_made else caps_of_all.bare()

    async with tx.run():
        here = await learn_garden(request)
        if here and here.sign_up_closed_at:
            return reply(request, "sign-up-closed", 403)
        if not await caps.admit(allowed, origin):
            if step.is_made:
                raise Refusal(429, reason="caps", headers=retry_after())
            return ask_for_step(request, address, step, note_id=note_id)
        asker = asker_at(address, chosen_language(request), settings.secret_key[0])
        if not is_machine and note_id is None:
            await open_confirmation(asker, allowed, origin)
        elif not is_machine and note_id is not None:
            await open_wish(note_id, asker, allowed, origin)
    return reply(request, "check-your-inbox", inbox=development_inbox(request))


async def typed_address(request: Request) -> Address:
    """Return the address in the form."""
    typed = await email_field(request)
    try:
        return parse(typed)
    except BadAddress as error:
        raise InvalidForm(str(error), reason=error.reason, typed=typed) from None


def form_origin(request: Request, note_id: str | None) -> Origin:
    """Return where the request came from; each of the two forms has its words.

    A script that sends the form itself is that form, though it asks for JSON.
    """
    if content_type(request) == JSON:
        return consent_origin(request, "json")
    return consent_origin(request, "form", shown=None if note_id is None else "follow")


async def open_confirmation(asker: Asker, allowed: Caps, origin: Origin) -> None:
    """Write down who asked, and let the mail be sent, unless the mailbox has had enough of them."""
    asked = await subscribers.ask(asker, origin, allowed)
    if asked is not None:
        await enqueue_mail(ConfirmMail(asked.id), on_waiting="sooner" if asked.opened else "keep")


async def open_wish(note_id: str, asker: Asker, allowed: Caps, origin: Origin) -> None:
    """Write down who waits for which note; an unknown note is answered like any other."""
    wish_id = await following.ask(note_id, asker, origin, allowed)
    if wish_id is not None:
        await enqueue_mail(FollowMail(wish_id))


def retry_after() -> dict[str, str]:
    """Return the header that says when to ask again."""
    return {"Retry-After": str(caps.seconds_until_the_next_hour())}


route = Route("/newsletter/subscribe", subscribe, methods=["POST"])
