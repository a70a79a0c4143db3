"""Every state of every page of templates/pages, as the code of the application answers with it."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from functions.dev import inbox
from functions.routes.search import shown
from functions.web.forms import InvalidForm
from functions.web.pages import form_again, page, problem
from functions.web.second_step import Step, ask_for_step
from functions.web.words import read_words
from shared.mail.address import parse
from shared.mail.languages import LANGUAGES
from shared.mail.months import day
from shared.newsletter.pages.search_files import Found
from shared.newsletter.readers.following import Wish
from shared.newsletter.readers.preferences import Chosen
from shared.search.query import Result
from tests.support.settings import settings_for

GARDEN = "https://garden.example.com"
TITLES = {"en": "Marginalia", "zh-Hant": "旁註花園"}
NOTES = {"en": "Overwintering", "zh-Hant": "扦插的魔法"}
TOPICS = ["moss", "pruning", "soil", "植物", "a topic of more words than one"]
TOKEN = "k" * 43
MASKED = "a***@reader.example"
RESULTS = [
    Result("Overwintering", "/overwintering/", "en", "What sleeps in winter.", "evergreen"),
    Result("扦插的魔法", "/cuttings/", "zh-Hant", "剪下一段枝條，扦插在濕土裡。", "seedling"),
]

State = Callable[[Request], Response]


def asked(language: str, maildir: Path, path: str = "", query: str = "") -> Request:
    """Return a request of a reader of a language, to a server that catches mail in a folder."""
    app = Starlette()
    app.state.settings = settings_for("", f"maildir://{maildir}", GARDEN)
    app.state.garden_title = TITLES[language]
    return Request(
        {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": query.encode(),
            "headers": [(b"accept-language", language.encode()), (b"accept", b"text/html")],
            "path_params": {"key": path.removesuffix("/html").rpartition("/")[2]},
            "app": app,
        }
    )


def plain(name: str, **context: object) -> State:
    """Return what answers with a page for which these words are enough."""
    return lambda request: page(request, name, **context)


def with_wish(name: str, *, is_grown: bool = False) -> State:
    """Return what answers with a page about one note."""

    def answer(request: Request) -> Response:
        title = NOTES[language_of(request)]
        wish = Wish(1, title, f"{GARDEN}/overwintering/", confirmed=False, is_grown=is_grown)
        return page(request, name, wish=wish, token=TOKEN)

    return answer


def preferences(*, is_saved: bool, is_wrong: bool = False) -> State:
    """Return what answers with a reader's settings, before or after they were changed."""

    def answer(request: Request) -> Response:
        until = datetime(2026, 12, 30, tzinfo=UTC) if is_saved else None
        topics = TOPICS[:2] if is_saved else []
        reader = Chosen(
            id=1,
            email="anna@reader.example",
            status="confirmed",
            pace="weekly" if is_saved else "each",
            topics=topics,
            notes_language="both",
            language=language_of(request),
            paused_until=until,
        )
        return page(
            request,
            "preferences",
            token=TOKEN,
            reader=reader,
            masked=MASKED,
            topics=TOPICS,
            notes_languages=["both", "en", "zh"],
            languages=LANGUAGES,
            is_saved=is_saved,
            wrong=wrong(language_of(request)) if is_wrong else "",
            paused_until=day(until.date().isoformat(), language_of(request)) if until else "",
            leaving="token",
        )

    return answer


def wrong(language: str) -> str:
    """Return what stands above the settings when an answer is not offered."""
    words = read_words(language)["preferences"]
    return words["wrong"] % {"question": words["pace"]}


def refused(reason: str, typed: str) -> State:
    """Return what answers with the form, to be corrected."""
    return lambda request: form_again(request, InvalidForm("", reason=reason, typed=typed))


def failed(status: int, reason: str | None = None) -> State:
    """Return what answers that a request went wrong."""
    return lambda request: problem(request, status, reason=reason)


def second_step(request: Request) -> Response:
    """Answer with the button for the hours in which too many ask."""
    return ask_for_step(request, parse("anna@reader.example"), Step(TOKEN, is_made=False))


def searched(*results: Result) -> State:
    """Return what answers with results; with the form alone when there is no query for them."""

    def answer(request: Request) -> Response:
        request.scope["query_string"] = b"q=winter+%E6%89%A6%E6%8F%92"
        return shown(request, Found(list(results), 12 if results else 0, "winter 扦插"))

    return answer


def the_inbox(request: Request) -> Response:
    """Answer with the list of what was caught, or with one mail if the request names it."""
    maildir = Path(request.app.state.settings.mail_url.removeprefix("maildir://"))
    listing, one, html = (route.endpoint for route in inbox.routes(maildir))
    path = request.url.path
    return html(request) if path.endswith("/html") else one(request) if path else listing(request)


def language_of(request: Request) -> str:
    """Return the language that a request of ours asks for."""
    return request.headers["accept-language"]


# By the name of the template; where there are several states, after it what tells them apart.
PAGES: dict[str, State] = {
    "check-your-inbox": plain("check-your-inbox", inbox=""),
    "check-your-inbox.development": plain("check-your-inbox", inbox="/_dev/mail"),
    "check-your-inbox.step": second_step,
    "subscribe-again": refused("address-domain", "anna@localhost"),
    "subscribe-again.empty": refused("missing", ""),
    "sign-up-closed": plain("sign-up-closed"),
    "confirm": plain("confirm", token=TOKEN),
    "confirmed": plain("confirmed"),
    "confirm-note": with_wish("confirm-note"),
    "note-confirmed": with_wish("note-confirmed"),
    "note-taken-back": plain("note-taken-back"),
    "note-grown": with_wish("note-grown", is_grown=True),
    "not-me": plain("not-me", token=TOKEN),
    "never-again": plain("never-again", masked=MASKED),
    "never-again.unknown": plain("never-again", masked=""),
    "unsubscribe": plain("unsubscribe", token=TOKEN),
    "unsubscribed": plain("unsubscribed", masked=MASKED),
    "unsubscribed.unknown": plain("unsubscribed", masked=""),
    "settings-link": plain("settings-link", token=TOKEN),
    "settings-mailed": plain("settings-mailed"),
    "preferences": preferences(is_saved=False),
    "preferences.saved": preferences(is_saved=True),
    "preferences.wrong": preferences(is_saved=False, is_wrong=True),
    "expired-link": plain("expired-link"),
    "damaged-link": plain("damaged-link"),
    "not-found": plain("not-found"),
    "not-found.pressed": plain("not-found", is_pressed=True),
    "search": searched(*RESULTS),
    "search.nothing": searched(),
    "erase": plain("erase", token=TOKEN, masked=MASKED),
    "erased": plain("erased"),
    "error.404": failed(404),
    "error.429": failed(429, "caps"),
    "error.500": failed(500),
    "error.503": failed(503),
    "inbox": the_inbox,
    "inbox.empty": the_inbox,
    "inbox-mail": the_inbox,
    "inbox-mail.text": the_inbox,
    "inbox-mail.headers": the_inbox,
}
