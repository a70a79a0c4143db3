"""GET and POST /newsletter/preferences: how often, what about, in which language, or not for now.

Only the fresh token of a mailed link shows or changes anything.
"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from functions.web.choices import BadChoice, Choices, read_choices
from functions.web.forms import form_token, wants_json
from functions.web.garden_title import learn_garden
from functions.web.masking import mask
from functions.web.pages import reply
from functions.web.words import chosen_language, read_words
from shared import tx
from shared.mail.months import day
from shared.newsletter import garden
from shared.newsletter.keys import NO_LETTER, settings_token_hash, unsubscribe_token
from shared.newsletter.readers import preferences, tongues
from shared.newsletter.readers.preferences import Chosen
from shared.settings import Settings

# What the words call a question, where not as the form does.
LEGENDS = {"topic": "topics", "notes_language": "notes", "language": "mails"}


async def change(request: Request) -> Response:
    """Show what is chosen, or change it and show it again."""
    settings: Settings = request.app.state.settings
    token = await form_token(request)
    choices, wrong = None, ""
    async with tx.run():
        here = await learn_garden(request)
        reader = await preferences.chosen(settings_token_hash(token))
        topics = await preferences.topics()
        if reader is not None and request.method == "POST":
            try:
                choices = await read_choices(request, topics, reader)
            except BadChoice as error:
                wrong = complaint(request, error)
        if reader is not None and choices is not None:
            await save(reader, choices)
            reader = await preferences.chosen(settings_token_hash(token))
        notes_languages = await tongues.of_notes(reader) if reader else []
        until = await garden.day(reader.paused_until) if reader and reader.paused_until else None
    if reader is None:
        return reply(request, "expired-link", 404)
    return reply(
        request,
        "preferences",
        422 if wrong else 200,
        token=token,
        reader=reader,
        masked=mask(reader.email),
        topics=[*topics, *(topic for topic in reader.topics if topic not in topics)],
        notes_languages=notes_languages,
        languages=tongues.of_mails(
            reader.language, chosen_language(request), (here and here.language) or ""
        ),
        is_saved=choices is not None,
        wrong=wrong,
        leaving=unsubscribe_token(settings.secret_key[0], reader.id, NO_LETTER),
        paused_until=day(until.isoformat(), chosen_language(request)) if until else "",
    )


def complaint(request: Request, error: BadChoice) -> str:
    """Return what stands above the form when a question has no answer that is offered.

    Raises:
        BadChoice: for a program, which is told in JSON.

    """
    if wants_json(request):
        raise error
    words = read_words(chosen_language(request))["preferences"]
    return str(words["wrong"] % {"question": words[LEGENDS.get(error.question, error.question)]})


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
