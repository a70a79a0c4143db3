"""GET and POST /newsletter/settings-link: have the link to one's settings mailed to oneself.

The token in a letter's footer only names its reader. Whoever holds a forwarded letter can make us
write to that reader, three times a day at most, and nothing else.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.asked_mail import enqueue_mail
from functions.web.forms import form_token
from functions.web.garden_title import learn_garden_title
from functions.web.pages import reply
from shared import tx
from shared.newsletter.payloads import SettingsMail
from shared.newsletter.readers import preferences
from shared.settings import Settings


async def settings_link(request: Request) -> Response:
    """Show the one button, or do what it says; the answer is the same whoever still reads."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    subscriber_id = preferences.read_settings_token(settings.secret_key, token)
    async with tx.run():
        await learn_garden_title(request)
        if subscriber_id is not None and request.method == "POST":
            await mail_link(subscriber_id)
    if subscriber_id is None:
        return reply(request, "damaged-link", 404)
    if request.method == "POST":
        return reply(request, "settings-mailed")
    return reply(request, "settings-link", token=token)


async def mail_link(subscriber_id: int) -> None:
    """Let the link be mailed, unless there were too many already, or nobody is there any more."""
    if await preferences.ask(subscriber_id):
        await enqueue_mail(SettingsMail(subscriber_id))


route = Route("/newsletter/settings-link", settings_link, methods=["GET", "POST"])
