"""A reader who chooses: by a link that she asks for, and by the form that it leads to."""

from typing import Any

from shared.newsletter.readers.preferences import settings_token
from tests.support.garden import Garden, token_in

ADA = "ada@example.org"
FORM = {"pace": "weekly", "topic": ["trees"], "notes_language": "zh", "language": "zh-Hant"}


def name(garden: Garden, reader: int = 1) -> str:
    """Return the token of a letter's footer."""
    return settings_token(garden.settings.secret_key[0], reader)


def ask(garden: Garden, reader: int = 1) -> Any:
    return garden.client.post("/newsletter/settings-link", data={"token": name(garden, reader)})


def mailed(garden: Garden) -> str:
    """Ask for the link, and return the token in it."""
    ask(garden)
    garden.tick()
    [mail] = garden.inbox()
    garden.empty_inbox()
    assert mail["To"] == ADA
    return token_in(mail)


def choose(garden: Garden, token: str, **form: Any) -> Any:
    return garden.client.post("/newsletter/preferences", data={"token": token, **FORM, **form})
