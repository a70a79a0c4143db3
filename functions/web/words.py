"""What the pages say, in each language: one file of words for a language, beside the templates."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from starlette.requests import Request

from functions.web.forms import preferences
from shared.mail.languages import LANGUAGES
from shared.resources import templates

Words = Mapping[str, Any]


def chosen_language(request: Request) -> str:
    """Return the language that the reader's browser likes best, of those we speak."""
    wishes = preferences(request.headers.get("accept-language", ""))
    for wish in sorted(wishes, key=lambda wish: -wishes[wish]):
        for language in LANGUAGES:
            # Any Chinese is nearer to Traditional Chinese than English is.
            if wishes[wish] and wish.partition("-")[0] == language.partition("-")[0]:
                return language
    return LANGUAGES[0]


@cache
def read_words(language: str) -> Words:
    """Return the words of a language."""
    import tomllib

    path = templates("pages") / "words" / f"{language}.toml"
    return tomllib.loads(path.read_text("utf-8"))
