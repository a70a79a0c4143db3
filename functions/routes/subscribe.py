"""POST /newsletter/subscribe: someone asks to read."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.consent_origin import consent_origin
from functions.web.forms import InvalidForm, email_field, trap_is_filled, wants_json
from functions.web.garden_title import know_garden_title, learn_garden
from functions.web.pages import form_again, reply
from functions.web.refusal import Refusal
from functions.web.second_step import ask_for_step, read_step
from functions.web.words import chosen_language
from shared import outbox, tx
from shared.mail.address import Address, BadAddress, parse
from shared.newsletter import caps, subscribers
from shared.newsletter.caps import Caps
from shared.newsletter.consent import Origin
from shared.newsletter.keys import mailbox_hash
from shared.newsletter.payloads import ConfirmMail
from shared.settings import Settings


async def subscribe(request: Request) -> Response:
    """Open a confirmation; the answer is the same whoever has the address already."""
    try:
        address = await typed_address(request)
        is_machine = await trap_is_filled(request)
    except InvalidForm as error:
        if wants_json(request) or error.status_code != 422:
            raise
        await know_garden_title(request)
        return form_again(request, error)
    origin = consent_origin(request, "json" if wants_json(request) else "form")
    step = await read_step(request, address)
    allowed: Caps = request.app.state.caps
    allowed = allowed.with_a_step() if step.is_made else allowed

    async with tx.run():
        here = await learn_garden(request)
        if here and here.sign_up_closed_at:
            return reply(request, "sign-up-closed", 403)
        if not await caps.admit(allowed, origin):
            if step.is_made:
                raise Refusal(429, reason="caps", headers=retry_after())
            return ask_for_step(request, address, step)
        if not is_machine:
            await open_confirmation(request, address, allowed, origin)
    return reply(request, "check-your-inbox", inbox=development_inbox(request))


async def typed_address(request: Request) -> Address:
    """Return the address in the form."""
    typed = await email_field(request)
    try:
        return parse(typed)
    except BadAddress as error:
        raise InvalidForm(str(error), reason=error.reason, typed=typed) from None


async def open_confirmation(
    request: Request, address: Address, allowed: Caps, origin: Origin
) -> None:
    """Write down who asked, and let the mail be sent, unless the mailbox has had enough of them."""
    settings: Settings = request.app.state.settings
    asked = await subscribers.ask(
        email=address.key,
        address=address.deliverable,
        mailbox=address.mailbox,
        mailbox_hash=mailbox_hash(settings.secret_key[0], address.mailbox),
        language=chosen_language(request),
        origin=origin,
        caps=allowed,
    )
    job = ConfirmMail(asked.id)
    # A twin that is running may have found nothing to do a moment ago, and one that waits for
    # a late rung must not keep a reader waiting who asks again.
    asap = "sooner" if asked.opened else "keep"
    await outbox.enqueue(job, dedup_key=job.dedup_key, on_running="rerun", on_waiting=asap)


def development_inbox(request: Request) -> str:
    """Return where a development server shows the mail it catches, else nothing."""
    settings: Settings = request.app.state.settings
    caught = settings.environment == "development" and settings.mail_url.startswith("maildir:")
    return "/_dev/mail" if caught else ""


def retry_after() -> dict[str, str]:
    """Return the header that says when to ask again."""
    return {"Retry-After": str(caps.seconds_until_the_next_hour())}


route = Route("/newsletter/subscribe", subscribe, methods=["POST"])
