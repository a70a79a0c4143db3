"""The page for what is not found, in a real browser: which notes it proposes."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from shared.garden.build import build
from tests.support.hosting import Host, hosted

pytestmark = pytest.mark.browser

TAGGED = "deep/Watering Cans.md"
NOTES = [
    "Garden Paths.md",
    TAGGED,
    "筆記的成熟度.md",
    "compost.md",
    "comfrey.md",
    "Old Wood/a.md",
]
GUESSES = {
    "/garden-path/": ["/garden-paths/"],
    "/Garden%20Paths.html": ["/garden-paths/"],
    "/watering-cans/": ["/deep/watering-cans/"],
    "/deep/wattering_cans": ["/deep/watering-cans/"],
    "/%E6%88%90%E7%86%9F%E5%BA%A6/": ["/%E7%AD%86%E8%A8%98%E7%9A%84%E6%88%90%E7%86%9F%E5%BA%A6/"],
    "/compots/": ["/compost/"],
    "/comfr": ["/comfrey/"],
    "/nothing-like-it-anywhere/": [],
    "/%E0%A4%A/": [],  # no address at all
    "/Old-Wood/": ["/old-wood/", "/old-wood/a/"],
    "/tags/Heathland/": ["/tags/heathland/"],
    "/": [],
}


class Guessing(Host):
    """A static host: what is not there is answered with 404.html."""

    def send_error(self, code: int, *_: object) -> None:
        page = (Path(self.directory) / "404.html").read_bytes()
        self.send_response(HTTPStatus(code))
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[str]:
    site, out = tmp_path / "site", tmp_path / "out"
    for name in NOTES:
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text("#heathland" * (name == TAGGED), encoding="utf-8")
    with hosted(out, Guessing) as url:
        build(site, out, site_url=url, functions_url=url)
        yield url


@pytest.fixture
def page(host: str, browser: Browser) -> Page:
    return browser.new_page(base_url=host)


def test_an_address_nearly_right_leads_to_the_note_that_was_meant(page: Page):
    page.goto("/no/where/garden-path/")
    link = page.locator("#guess a")

    assert link.inner_text() == "Garden Paths"
    assert link.get_attribute("href") == "/garden-paths/"

    script = page.locator("script[src*='guess']").get_attribute("src")
    nearest = """async ([script, address]) => {
        const notes = await (await fetch("/titles.json")).json();
        return (await import(script)).nearest(address, notes).map((note) => note.path);
    }"""
    found = {address: page.evaluate(nearest, [script, address]) for address in GUESSES}
    assert found == GUESSES
