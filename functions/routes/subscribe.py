"""POST /newsletter/subscribe: someone asks to read."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.forms import InvalidForm, email_field, wants_json
from functions.pages import reply
from functions.refusal import Refusal
from functions.routes.garden_title import learn_garden_title
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
        if not await caps.admit(request.app.state.caps, origin):
            raise Refusal(429, reason="caps", headers=retry_after())
        asked = await subscribers.ask(
            email=address.key,
            address=address.deliverable,
            mailbox=address.mailbox,
            language=chosen_language(request),
            origin=origin,
            caps=request.app.state.caps,
        )
        job = ConfirmMail(asked.id)
        # A twin that is running may have found nothing to do a moment ago.
        await outbox.enqueue(job, dedup_key=job.dedup_key, on_running="rerun")
        await learn_garden_title(request)
    return reply(request, "check-your-inbox")


def retry_after() -> dict[str, str]:
    """Return the header that says when to ask again."""
    return {"Retry-After": str(caps.seconds_until_the_next_hour())}


route = Route("/newsletter/subscribe", subscribe, methods=["POST"])
