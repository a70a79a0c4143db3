"""The garden in a real browser, without scripts and under a strict policy."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from shared.garden.build import build
from tests.support.hosting import Host, hosted

pytestmark = pytest.mark.browser

VAULTS = Path(__file__).parent / "vaults"
POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'"
PATHS = ["/", "/compost/", "/watering/", "/筆記的成熟度/", "/tags/", "/404.html"]
HOW_WIDE = "document.documentElement.scrollWidth"
COLOUR = "getComputedStyle(document.body).backgroundColor"


class Strict(Host):
    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    out = tmp_path_factory.mktemp("garden") / "out"
    with hosted(out, Strict) as url:
        build(VAULTS / "small", out, site_url=url, functions_url=url)
        yield url


@contextmanager
def page_of(browser: Browser, **options: object) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False, **options)
    yield context.new_page()
    context.close()


def test_every_page_obeys_a_strict_policy_and_asks_nobody_else(garden, browser):
    with page_of(browser) as page:
        said: list[str] = []
        asked: list[str] = []
        failed: list[str] = []
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda request: asked.append(request.url))
        page.on("requestfailed", lambda request: failed.append(f"{request.url} {request.failure}"))
        for path in PATHS:
            page.goto(garden + path, wait_until="networkidle")
        assert said == []
        assert failed == []
        assert any(url.endswith(".css") for url in asked)
        assert all(url.startswith(garden) for url in asked)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_scrolls_sideways(garden, browser, width):
    with page_of(browser, viewport={"width": width, "height": 800}) as page:
        for path in PATHS:
            page.goto(garden + path)
            assert page.evaluate(HOW_WIDE) <= width, path


def test_the_page_is_dark_where_the_reader_likes_it_dark(garden, browser):
    colours = {}
    for scheme in ("light", "dark"):
        with page_of(browser, color_scheme=scheme) as page:
            page.goto(garden)
            numbers = page.evaluate(COLOUR).strip("rgb()").split(",")
            colours[scheme] = sum(map(int, numbers))
    assert colours["light"] > 650
    assert colours["dark"] < 120


def test_a_folded_callout_opens_without_a_script(garden, browser):
    with page_of(browser) as page:
        page.goto(f"{garden}/compost/")
        hidden = page.get_by_text("whatever was sprayed")
        assert not hidden.is_visible()
        page.get_by_text("What never goes in").click()
        assert hidden.is_visible()


def test_a_reader_follows_a_link_and_its_backlink(garden, browser):
    with page_of(browser) as page:
        page.goto(garden)
        page.locator("#notes").get_by_role("link", name="Compost is patience").click()
        page.get_by_role("link", name="how to water").first.click()
        assert page.title() == "Watering in the evening · The seed drawer"
        page.locator(".backlinks").get_by_role("link", name="Compost is patience").click()
        assert page.get_by_role("heading", level=1).inner_text() == "Compost is patience"
        assert page.get_by_label("Email address").is_editable()


def test_an_old_name_leads_to_the_note(garden, browser):
    with page_of(browser) as page:
        page.goto(f"{garden}/heap/")
        page.wait_for_url(f"{garden}/compost/")
