"""What scripts add to a page: a glance at a note, colours of one's choice, answers in place."""

import json
from collections.abc import Iterator
from typing import ClassVar

import pytest
from playwright.sync_api import Page, expect

from shared.garden.build import build
from tests.support.garden_pages import plant
from tests.support.hosting import Host, hosted

pytestmark = pytest.mark.browser

INBOX = {"title": "Look into your inbox", "detail": "A letter is on its way."}
WRONG = {"title": "Something is wrong", "detail": "That is no address."}
PAGE = '<link rel="icon" href="data:,"><title>A page</title>'
PAPER = "getComputedStyle(document.body).backgroundColor"
CURRENT = ".contents a[aria-current]"


class Functions(Host):
    """Serves the garden, and answers its form as the functions do."""

    sent: ClassVar[list[tuple[str, str]]] = []

    def do_POST(self) -> None:  # noqa: N802 - the name that http.server calls
        """Answer the form: in JSON when that is asked for, else with a page."""
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        accepted = self.headers["Accept"]
        self.sent.append((accepted, body))
        status, told = (422, WRONG) if "wrong" in body else (200, INBOX)
        if "busy" in body and accepted == "application/json":
            status = 429
        is_json = accepted == "application/json"
        content = (json.dumps(told) if is_json else PAGE).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json" if is_json else "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(scope="module")
def garden(tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("garden")
    plant(folder / "garden", "en")
    with hosted(folder / "out", Functions) as url:
        build(folder / "garden", folder / "out", site_url=url, functions_url=url)
        yield url


@pytest.fixture
def page(browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 800}, color_scheme="light")
    said: list[str] = []
    opened = context.new_page()
    opened.on("pageerror", lambda error: said.append(str(error)))
    opened.on("console", lambda message: said.append(f"{message.text} {message.location}"))
    yield opened
    context.close()
    expected = (
        "422",
        "429",
        "ViewTransition",
    )  # the last where the functions answer, not the garden
    assert [each for each in said if not any(one in each for one in expected)] == []


def test_a_link_shows_a_glance_of_its_note_until_escape(garden, page):
    page.goto(f"{garden}/overwintering/")
    page.locator(".prose").get_by_role("link", name="moss").hover()
    glance = page.locator(".preview")

    expect(glance).to_contain_text("It has no roots, and no hurry.")
    expect(glance.locator(".badge")).to_contain_text("Budding")
    assert page.locator(".preview [id], .preview script").count() == 0
    page.keyboard.press("Escape")
    expect(glance).to_have_count(0)


def test_the_keyboard_gets_the_same_glance(garden, page):
    page.goto(f"{garden}/overwintering/")
    page.locator(".prose").get_by_role("link", name="moss").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")

    expect(page.locator(".preview")).to_contain_text("no hurry")


def test_colours_are_the_systems_then_light_then_dark_and_are_remembered(garden, page):
    page.emulate_media(color_scheme="dark")
    page.goto(garden)
    button = page.locator("button.theme")
    by_system = page.evaluate(PAPER)
    expect(button).to_have_attribute("aria-label", "Colours: as your system has them")
    button.click()
    assert page.evaluate(PAPER) != by_system
    page.goto(f"{garden}/tags/")
    expect(page.locator("button.theme")).to_have_attribute("aria-label", "Colours: light")
    page.locator("button.theme").click()
    assert page.evaluate(PAPER) == by_system
    page.emulate_media(color_scheme="light")
    assert page.evaluate(PAPER) == by_system


def test_the_contents_mark_what_is_being_read(garden, page):
    page.goto(f"{garden}/overwintering/#coming-back")

    expect(page.locator(CURRENT)).to_have_text("Coming back")


def test_the_form_is_answered_in_place_and_sends_what_the_form_would(garden, page):
    page.goto(garden)
    page.get_by_label("Email address").fill("jo@example.org")
    page.get_by_role("button", name="Subscribe").click()

    expect(page.get_by_role("status")).to_contain_text("A letter is on its way.")
    expect(page.get_by_label("Email address")).to_be_hidden()
    assert Functions.sent[-1] == ("application/json", "email=jo%40example.org&message=")


def test_an_address_that_is_wrong_can_be_corrected(garden, page):
    page.goto(garden)
    page.get_by_label("Email address").fill("wrong@example.org")
    page.keyboard.press("Enter")

    expect(page.get_by_role("status")).to_have_text("That is no address.")
    expect(page.get_by_label("Email address")).to_be_focused()
    expect(page.get_by_label("Email address")).to_have_attribute("aria-invalid", "true")


def test_when_anything_goes_wrong_the_form_is_a_form(garden, page):
    page.goto(f"{garden}/soil/mould/")
    page.locator("details.follow summary").click()
    page.locator(".follow").get_by_label("Email address").fill("busy@example.org")
    page.locator(".follow").get_by_role("button").click()

    expect(page).to_have_title("A page")
    accepted, body = Functions.sent[-1]
    assert accepted.startswith("text/html")
    assert body == "email=busy%40example.org&message=&note=soil%2Fmould.md"
