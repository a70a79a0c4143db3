"""A form that was refused comes back as it was typed, with what is wrong beside the field."""

import logging
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from tests.support.garden import Garden

CHINESE = {"Accept-Language": "zh-TW"}


class Tags(HTMLParser):
    """Collects the elements of a page in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def field(self) -> dict[str, str | None]:
        [found] = [attributes for tag, attributes in self.inputs() if "hidden" not in attributes]
        return found

    def inputs(self) -> list[tuple[str, dict[str, str | None]]]:
        return [found for found in self.found if found[0] == "input"]

    def order(self) -> list[str]:
        shown = [tag for tag, attributes in self.found if "hidden" not in attributes]
        return [tag for tag in shown if tag in ("h1", "form", "label", "input", "button")]


@pytest.mark.parametrize(
    "typed", ["ada", "ada@", "jörg@example.org", "ada@example.org, eve@example.org", '"><b>x</b>@']
)
def test_what_was_typed_is_in_the_form_again(garden: Garden, typed: str):
    answer = garden.subscribe(typed)
    field = Tags(answer.text).field()

    assert answer.status_code == 422
    assert field["value"] == typed
    assert "<b>" not in answer.text


def test_the_error_stands_beside_the_field_and_the_field_is_in_focus(garden: Garden):
    answer = garden.subscribe("ada")
    page = Tags(answer.text)
    [wrong] = [found for found in page.found if found[1].get("id") == "wrong"]

    assert page.order() == ["h1", "form", "label", "input", "button"]
    assert page.found.index(wrong) < page.found.index(("input", page.field()))
    assert page.field()["aria-describedby"] == "wrong"
    assert page.field()["aria-invalid"] == "true"
    assert "autofocus" in page.field()
    assert "should read like anna@example.com" in answer.text
    assert "<script" not in answer.text


def test_the_page_knows_the_garden_by_its_title(garden: Garden):
    garden.show(garden.site.note("oak"))
    title = garden.site.manifest()["site"]["title"]

    assert f"Back to {title}" in garden.subscribe("ada").text


def test_controls_do_not_come_back(garden: Garden):
    answer = garden.subscribe("ada@example.org\r\nBcc: eve@example.org\x00")

    assert Tags(answer.text).field()["value"] == "ada@example.orgBcc: eve@example.org"


def test_a_form_sent_empty_comes_back_empty(garden: Garden):
    answer = garden.client.post("/newsletter/subscribe")

    assert answer.status_code == 422
    assert Tags(answer.text).field()["value"] == ""


def test_the_form_that_came_back_subscribes(garden: Garden, db):
    page = Tags(garden.subscribe("ada@").text)
    [form] = [attributes for tag, attributes in page.found if tag == "form"]
    answer = garden.client.post(str(form["action"]), data={"email": "ada@example.org"})

    assert answer.status_code == 200


def test_what_is_wrong_is_said_in_chinese(garden: Garden):
    page = garden.subscribe("jörg@example.org", headers=CHINESE)
    program = garden.client.post("/newsletter/subscribe", json={"email": "ada"}, headers=CHINESE)

    assert "目前還無法寄信到這個地址" in page.text
    assert "We cannot" not in page.text
    assert program.json()["detail"] == "這看起來不像電子郵件地址，應該像 anna@example.com 這樣。"


def test_programs_hear_the_same_as_ever(garden: Garden):
    answer = garden.client.post("/newsletter/subscribe", json={"email": "ada"})

    assert answer.json() == {
        "title": "Please check what you wrote",
        "detail": "That does not look like a mail address; it should read like anna@example.com.",
        "remedy": "Go back, correct it and send it again. Nothing was stored.",
    }


def test_what_was_typed_is_never_logged(garden: Garden, caplog):
    with caplog.at_level(logging.DEBUG):
        garden.subscribe("canary at example.org")

    assert "canary" not in caplog.text


def test_only_in_development_the_page_leads_to_the_inbox(garden: Garden):
    settings = garden.settings
    state = garden.client.app.state
    link = '<a href="/_dev/mail">'
    seen = {}
    for environment, mail_url in [
        ("development", settings.mail_url),
        ("development", "smtp://localhost"),
        ("production", settings.mail_url),
    ]:
        state.settings = replace(settings, environment=environment, mail_url=mail_url)
        answer = garden.subscribe("ada@example.org")
        seen[environment, mail_url.partition(":")[0]] = link in answer.text
    state.settings = settings

    assert seen == {
        ("development", "maildir"): True,
        ("development", "smtp"): False,
        ("production", "maildir"): False,
    }
