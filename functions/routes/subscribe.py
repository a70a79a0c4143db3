"""POST /newsletter/subscribe: someone asks to read."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.consent_origin import consent_origin
from functions.web.forms import InvalidForm, email_field, wants_json
from functions.web.garden_title import know_garden_title, learn_garden_title
from functions.web.pages import form_again, reply
from functions.web.refusal import Refusal
from functions.web.words import chosen_language
from shared import outbox, tx
from shared.mail.address import Address, BadAddress, parse
from shared.newsletter import caps, subscribers
from shared.newsletter.payloads import ConfirmMail
from shared.settings import Settings


async def subscribe(request: Request) -> Response:
    """Open a confirmation; the answer is the same whoever has the address already."""
    try:
        address = await typed_address(request)
    except InvalidForm as error:
        if wants_json(request) or error.status_code != 422:
            raise
        await know_garden_title(request)
        return form_again(request, error)
    origin = consent_origin(request, "json" if wants_json(request) else "form")

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
        # A twin that is running may have found nothing to do a moment ago, and one that waits for
        # a late rung must not keep a reader waiting who asks again.
        asap = "sooner" if asked.opened else "keep"
        await outbox.enqueue(job, dedup_key=job.dedup_key, on_running="rerun", on_waiting=asap)
        await learn_garden_title(request)
    return reply(request, "check-your-inbox", inbox=development_inbox(request))


async def typed_address(request: Request) -> Address:
    """Return the address in the form."""
    typed = await email_field(request)
    try:
        return parse(typed)
    except BadAddress as error:
        raise InvalidForm(str(error), reason=error.reason, typed=typed) from None


def development_inbox(request: Request) -> str:
    """Return where a development server shows the mail it catches, else nothing."""
    settings: Settings = request.app.state.settings
    caught = settings.environment == "development" and settings.mail_url.startswith("maildir:")
    return "/_dev/mail" if caught else ""


def retry_after() -> dict[str, str]:
    """Return the header that says when to ask again."""
    return {"Retry-After": str(caps.seconds_until_the_next_hour())}


route = Route("/newsletter/subscribe", subscribe, methods=["POST"])
