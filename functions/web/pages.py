"""Render the few pages that readers see between the form and the garden, in their language."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from functions.web.forms import InvalidForm, wants_json
from functions.web.words import Words, chosen_language, read_words
from shared import resources
from shared.mail.readable import host_of
from shared.settings import Settings

# Jinja2 is imported with the first page: it would be a quarter of a cold start on Lambda.
if TYPE_CHECKING:
    from jinja2 import Environment


def page(request: Request, name: str, status: int = 200, **context: object) -> HTMLResponse:
    """Render `templates/pages/<name>.html` in the reader's language.

    `request.app.state.settings` says where the garden is, and `request.app.state.garden_title`,
    if it is there, what it is called.
    """
    language = chosen_language(request)
    words = read_words(language)
    given = {"language": language, "words": words, "w": words.get(name)}
    return document(name, {**surroundings(request), **given, **context}, status)


def reply(request: Request, name: str, status: int = 200, **context: object) -> Response:
    """Answer with the page, or with what it says as JSON if the client asked for JSON."""
    if not wants_json(request):
        return page(request, name, status, **context)
    language = chosen_language(request)
    words: Words = read_words(language)[name]
    told = {"title": words["title"], "detail": words["lead"] % surroundings(request)}
    remedy = {"remedy": words["remedy"]} if "remedy" in words else {}
    return JSONResponse({**told, **remedy}, status, {"Content-Language": language})


def problem(
    request: Request,
    status: int,
    *,
    sentence: str = "",
    reason: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer a request that went wrong: a title, what happened, and what to do about it.

    `reason` names a sentence among the words; without one `sentence` is shown as it is.
    """
    language = chosen_language(request)
    words = read_words(language)
    kind: Words = words["problems"].get(str(status), words["problems"]["other"])
    if sentence == HTTPStatus(status).phrase:
        sentence = ""  # the bare name of the status, which tells a reader nothing
    detail = said(words, reason, sentence or kind["sentence"])
    if wants_json(request):
        body = {"title": kind["title"], "detail": detail, "remedy": kind["remedy"]}
        return JSONResponse(body, status, {"Content-Language": language, **(headers or {})})
    answer = page(
        request, "error", status, title=kind["title"], sentence=detail, remedy=kind["remedy"]
    )
    answer.headers.update(headers or {})
    return answer


def development_inbox(request: Request) -> str:
    """Return where a development server shows the mail it catches, else nothing."""
    settings: Settings = request.app.state.settings
    caught = settings.environment == "development" and settings.mail_url.startswith("maildir:")
    return "/_dev/mail" if caught else ""


def form_again(request: Request, error: InvalidForm, *, note_id: str | None = None) -> HTMLResponse:
    """Show the form once more: what was typed is in it, and what is wrong stands beside it."""
    words = read_words(chosen_language(request))
    wrong = said(words, error.reason, error.detail)
    typed = {"typed": error.typed, "wrong": wrong, "note_id": note_id}
    return page(request, "subscribe-again", error.status_code, **typed)


def said(words: Words, reason: str | None, sentence: str) -> str:
    """Return the sentence that the words have for a reason, else the one that was given."""
    return str(words["reasons"].get(reason, sentence))


def document(
    name: str,
    context: Mapping[str, object],
    status: int = 200,
    *,
    sheet: str | None = None,
    form_action: str = "'self'",
    frame: str = "'none'",
) -> HTMLResponse:
    """Render a template with a stylesheet in it, by default the pages', allowed by its hash."""
    from markupsafe import Markup

    sheet = stylesheet() if sheet is None else sheet
    text = environment().get_template(f"{name}.html").render(style=Markup(sheet), **context)  # noqa: S704 - our own file
    rules = policy(sheet, form_action=form_action, frame=frame)
    return HTMLResponse(text, status, headers={"Content-Security-Policy": rules})


def policy(sheet: str, *, form_action: str, frame: str) -> str:
    """Return a page's content security policy: its own stylesheet, and nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(sheet.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; form-action {form_action}; "
        f"frame-src {frame}; frame-ancestors 'none'; base-uri 'none'"
    )


@cache
def stylesheet() -> str:
    """Return the stylesheet of the pages."""
    return resources.stylesheet("pages/style.css")


def surroundings(request: Request) -> dict[str, str]:
    """Return what every page needs to lead back to the garden."""
    settings: Settings = request.app.state.settings
    title = getattr(request.app.state, "garden_title", None)
    return {
        "garden_url": f"{settings.site_url}/",
        "garden": title or host_of(settings.site_url),
        "privacy_url": getattr(request.app.state, "garden_privacy", ""),
        # Relative, so that the button works on whichever of its names the server was called.
        "functions": urlsplit(settings.functions_url).path,
    }


@cache
def environment() -> "Environment":
    """Return the pages' template environment: everything is escaped, nothing may be missing."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader([resources.templates(name) for name in ("pages", "house")]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
