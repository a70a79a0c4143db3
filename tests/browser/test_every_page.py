"""Every page that a reader may see: narrow, dark and in Chinese, silent and asking no stranger."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from shared.newsletter.keys import unsubscribe_token
from tests.support.dev_server import Dev, until

pytestmark = pytest.mark.browser

PAGES = ["/_dev/mail", "/", "/tags/"]
LIGHT_TEXT = 128


@pytest.fixture(scope="module")
def pages(dev: Dev) -> list[str]:
    """Return the garden's pages, those around it, and one letter in the inbox."""
    listed = json.loads((dev.data / "dist" / "notes.json").read_text("utf-8"))["notes"]
    notes = [urlsplit(note["url"]).path for note in listed]
    tags = (dev.data / "dist" / "tags").glob("*/index.html")
    return [leaving(dev), *PAGES, *notes, *(f"/tags/{one.parent.name}/" for one in tags)]


def leaving(dev: Dev) -> str:
    """Return the path of a link at the foot of a letter; whose it is does not matter."""
    key = (dev.data / "secret_key").read_text("utf-8").strip()
    return f"/newsletter/unsubscribe?token={unsubscribe_token(key, 1, 1)}"


def letter(dev: Dev, page: Page) -> str:
    """Ask for a confirmation and return the address of its letter in the inbox."""
    answer = page.request.post(f"{dev.url}/newsletter/subscribe", form={"email": "eve@example.org"})
    assert answer.status == 200
    until(lambda: (dev.data / "mail" / "new").is_dir() and page.goto(f"{dev.url}/_dev/mail"))
    until(lambda: page.goto(f"{dev.url}/_dev/mail") and page.get_by_text("Please confirm").count())
    page.get_by_text("Please confirm").first.click()
    return page.url


def width_of(page: Page) -> int:
    """Return how wide the page is; the browser itself measures, not a script of the page."""
    session = page.context.new_cdp_session(page)
    return round(session.send("Page.getLayoutMetrics")["cssContentSize"]["width"])


def colour(page: Page, what: str) -> list[int]:
    """Return a computed colour of the body."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    body = session.send("DOM.querySelector", {"nodeId": root, "selector": "body"})["nodeId"]
    found = session.send("CSS.getComputedStyleForNode", {"nodeId": body})["computedStyle"]
    text = next(one["value"] for one in found if one["name"] == what)
    return [int(number) for number in re.findall(r"\d+", text)[:3]]


def test_no_page_is_wider_than_a_telephone(pages, reader):
    narrow = reader(viewport={"width": 390, "height": 844})
    page = narrow.open("/")
    wide = [path for path in pages if page.goto(f"{narrow.home}{path}") and width_of(page) > 390]

    assert wide == []
    assert narrow.complaints == []
    assert narrow.strangers == []


def test_a_letter_fits_a_telephone_too(dev, reader):
    narrow = reader(viewport={"width": 390, "height": 844})
    page = narrow.open("/")
    page.goto(letter(dev, page))

    assert width_of(page) <= 390
    assert narrow.complaints == []
    assert narrow.strangers == []


@pytest.mark.parametrize("path", ["/", "/how-a-note-grows/", "/_dev/mail", None])
def test_a_dark_room_gets_a_dark_page(reader, dev, path):
    page = reader(color_scheme="dark").open(path or leaving(dev))

    assert max(colour(page, "background-color")) < LIGHT_TEXT < min(colour(page, "color"))


def test_a_chinese_note_says_its_language_and_so_does_an_english_one(reader):
    page = reader().open("/how-a-note-grows-zh/")
    assert page.locator("html").get_attribute("lang") == "zh-Hant"

    page.goto(page.url.replace("-zh/", "/"))
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_reader_in_taipei_is_asked_in_chinese(reader, dev):
    page = reader(locale="zh-TW").open(leaving(dev))

    assert page.locator("html").get_attribute("lang") == "zh-Hant"
    assert page.get_by_role("button").inner_text() == "取消訂閱"


def test_pages_call_the_garden_by_its_title(reader, dev):
    page = reader().open(leaving(dev))

    assert page.get_by_role("link", name="Back to Thistledown").count() == 1


def test_a_link_that_leads_nowhere_says_so(reader, dev):
    page = reader().open("/")
    answer = page.goto(f"{dev.url}/newsletter/confirm?token=unknown")

    assert answer is not None
    assert answer.status == 404
    assert page.get_by_role("heading", name="This link leads nowhere").count() == 1


def test_a_form_that_was_refused_is_ready_to_be_corrected(reader, dev):
    page = reader(viewport={"width": 390, "height": 844}).open("/")
    page.get_by_role("textbox", name="Email").fill("jo@localhost")
    page.get_by_role("button", name="Subscribe").press("Enter")
    field = page.get_by_role("textbox")

    assert field.input_value() == "jo@localhost"
    assert page.locator("input:focus").count() == 1
    assert page.get_by_text("should be a domain").count() == 1
    assert width_of(page) <= 390
    field.fill("jo@example.org")
    field.press("Enter")
    assert page.get_by_role("link", name="inbox of this development").count() == 1


def test_every_page_of_the_garden_has_one_form_to_subscribe(pages, reader, dev):
    page = reader().open("/")
    field = page.locator('form[action$="/newsletter/subscribe"] input#email')
    garden = [path for path in pages if not path.startswith(("/newsletter", "/_dev"))]
    missing = [path for path in garden if page.goto(dev.url + path) and field.count() != 1]

    assert missing == []
