"""Where a form stood: what the browser says, and nothing of it that could name anybody."""

from types import SimpleNamespace

import pytest
from starlette.requests import Request

from functions.web.consent_origin import consent_origin, form_page
from tests.support.settings import settings_for


def request(**headers: str) -> Request:
    sent = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    settings = settings_for("", "maildir:///x", "https://garden.example")
    app = SimpleNamespace(state=SimpleNamespace(settings=settings, garden_title="Oak & moss"))
    scope = {"type": "http", "headers": sent, "client": ("203.0.113.77", 5), "app": app}
    return Request(scope)


@pytest.mark.parametrize(
    ("referer", "page"),
    [
        ("https://garden.example/oak/", "https://garden.example/oak/"),
        ("https://garden.example", "https://garden.example"),
        ("https://garden.example/oak/?email=ada@example.org#x", "https://garden.example/oak/"),
        ("http://localhost:8000/a%20b/", "http://localhost:8000/a%20b/"),
    ],
)
def test_the_page_is_kept_without_what_follows_it(referer, page):
    assert form_page(request(referer=referer)) == page


@pytest.mark.parametrize(
    "referer",
    [
        "",
        "null",
        "javascript:alert(1)",
        "https://ada:secret@garden.example/",
        "https://garden.example/ada@example.org",
        "https://garden.example/" + "x" * 201,
        "https://garden.example/\xff",
    ],
)
def test_what_is_no_plain_page_is_not_kept_but_its_site_is(referer):
    assert form_page(request(referer=referer)) is None
    assert form_page(request(referer=referer, origin="https://a.example")) == "https://a.example"


def test_a_form_shows_its_words_and_a_program_none_that_we_know():
    form, json = (consent_origin(request(), source) for source in ("form", "json"))

    assert form.network == json.network == "203.0.113.0/24"
    assert form.text is not None
    assert '"button": "Subscribe"' in form.text.words
    assert json.text is None


def test_a_button_of_ours_shows_the_words_of_its_page_in_the_readers_language():
    sent = {"accept-language": "zh-TW", "referer": "https://garden.example/oak/"}
    origin = consent_origin(request(**sent), "link", shown="confirm")

    assert origin.page is None
    assert origin.text is not None
    assert '"button": "好，我要訂閱"' in origin.text.words
    assert "「Oak & moss」就會寫信給你" in origin.text.words
