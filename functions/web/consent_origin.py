"""Where a request came from, and what its sender was shown, as the consent log keeps it."""

import re
from functools import cache

from starlette.requests import Request

from functions.web.client import client_network
from functions.web.pages import surroundings
from functions.web.words import chosen_language, read_words
from shared.newsletter.records.consent import Origin, Source, Text, text_of

# A web page, up to its query; an @ would be a user's name or an address.
PAGE = re.compile(
    r"(https?://[A-Za-z0-9.:\[\]-]{1,253}(?:/[A-Za-z0-9._~%!$&'()*+,;=:/-]{0,200})?)(?:[?#].*)?"
)
FORMS = ("form", "json")


def consent_origin(request: Request, source: Source, *, shown: str | None = None) -> Origin:
    """Return where a request came from: the truncated network of the client, and the form's page.

    The page is what the browser says. `shown` names the page of ours whose button was pressed; a
    form shows the words of `form`.
    """
    words = shown or ("form" if source == "form" else None)
    garden = surroundings(request)["garden"]
    return Origin(
        source,
        client_network(request),
        page=form_page(request) if source in FORMS else None,
        text=text_of_page(words, chosen_language(request), garden) if words else None,
    )


def form_page(request: Request) -> str | None:
    """Return the page that a form stood on, or its site where the browser says no more."""
    headers = (request.headers.get(name, "") for name in ("referer", "origin"))
    return next((found[1] for found in map(PAGE.fullmatch, headers) if found), None)


@cache
def text_of_page(name: str, language: str, garden: str) -> Text:
    """Return the words of a page of ours as they stood there, for the log."""
    words = {
        key: said.replace("%(garden)s", garden) for key, said in read_words(language)[name].items()
    }
    return text_of({"shown": name, "language": language, **words})
