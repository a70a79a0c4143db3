"""GET and POST /newsletter/preferences: how often, what about, in which language, or not for now.

Only the fresh token of a mailed link shows or changes anything.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.choices import Choices, read_choices
from functions.web.forms import form_token
from functions.web.garden_title import learn_garden_title
from functions.web.masking import mask
from functions.web.pages import reply
from shared import tx
from shared.mail.languages import LANGUAGES
from shared.newsletter.keys import NO_LETTER, settings_token_hash, unsubscribe_token
from shared.newsletter.readers import preferences
from shared.newsletter.readers.preferences import Chosen
from shared.settings import Settings


async def change(request: Request) -> Response:
    """Show what is chosen, or change it and show it again."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    is_saved = request.method == "POST"
    async with tx.run():
        await learn_garden_title(request)
        reader = await preferences.chosen(settings_token_hash(token))
        topics = await preferences.topics()
        if reader is not None and is_saved:
            if choices := await read_choices(request, topics, reader):
                await save(reader, choices)
            reader = await preferences.chosen(settings_token_hash(token))
    if reader is None:
        return reply(request, "expired-link", 404)
    return reply(
        request,
        "preferences",
        token=token,
        reader=reader,
        masked=mask(reader.email),
        topics=[*topics, *(topic for topic in reader.topics if topic not in topics)],
        languages=LANGUAGES,
        is_saved=is_saved,
        leaving=unsubscribe_token(settings.secret_key[0], reader.id, NO_LETTER),
        paused_until=reader.paused_until.date().isoformat() if reader.paused_until else "",
    )


async def save(reader: Chosen, choices: Choices) -> None:
    """Write down what the form says."""
    await preferences.choose(
        reader,
        pace=choices.pace,
        topics=choices.topics,
        notes_language=choices.notes_language,
        language=choices.language,
        pause=choices.pause,
    )


route = Route("/newsletter/preferences", change, methods=["GET", "POST"])
