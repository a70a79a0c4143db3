"""POST /newsletter/subscribe: someone asks to read."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.forms import InvalidForm, email_field, wants_json
from functions.pages import reply
from functions.refusal import Refusal
from functions.routes.origin import origin_of
from functions.words import chosen_language
from shared import outbox, tx
from shared.mail.address import BadAddress, parse
from shared.newsletter import caps, subscribers
from shared.newsletter.payloads import ConfirmMail


async def subscribe(request: Request) -> Response:
    """Open a confirmation; the answer is the same whoever has the address already."""
    typed = await email_field(request)
    try:
        address = parse(typed)
    except BadAddress as error:
        raise InvalidForm(str(error)) from None
    origin = origin_of(request, "json" if wants_json(request) else "form")

    async with tx.run():
        if await caps.are_full(request.app.state.caps, origin):
            raise Refusal(429, reason="caps")
        asked = await subscribers.ask(
            email=address.key,
            address=address.deliverable,
            mailbox=address.mailbox,
            language=chosen_language(request),
            origin=origin,
            caps=request.app.state.caps,
        )
        job = ConfirmMail(asked.id)
        await outbox.enqueue(job, dedup_key=job.dedup_key)
    return reply(request, "check-your-inbox")


route = Route("/newsletter/subscribe", subscribe, methods=["POST"])
