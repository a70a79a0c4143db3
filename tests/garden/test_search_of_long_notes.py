"""The search where notes are long: what a query loads, in a real browser that counts it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from shared.garden.build import build
from tests.support.hosting import Host, hosted

pytestmark = pytest.mark.browser

MOST = 170_000  # bytes that a query loads; the scripts, which come before, have 29,000
NOTES = {
    "1.md": f"# One\n\n{'Ivy. ' * 18_000} A slow slug.",
    "2.md": f"# Two\n\n{'Ivy. ' * 60}\n\nA slow slug.\n\n{'長' * 60_000}",
    "3.md": f"# Three\n\n{'Ivy. ' * 60}\n\nA slow slug.\n\n{'長' * 60_000}",
}
LOADED = """() => performance.getEntriesByType("resource")
  .filter((each) => each.initiatorType === "fetch")
  .reduce((sum, each) => sum + each.transferSize, 0)"""


class Parts(Host):
    """Gives the beginning of a page to who asks for no more."""

    def end_headers(self) -> None:
        """Say that parts are to be had."""
        self.send_header("Accept-Ranges", "bytes")
        super().end_headers()

    def do_GET(self) -> None:  # noqa: N802 - so http.server calls it
        """Answer with a page, or a part of it."""
        part = re.fullmatch(r"bytes=0-(\d+)", self.headers.get("Range", ""))
        if not part:
            return super().do_GET()
        page = Path(self.translate_path(self.path), "index.html").read_bytes()
        self.send_response(206)
        self.send_header("Content-Range", f"bytes 0-{part[1]}/{len(page)}")
        self.end_headers()
        self.wfile.write(page[: int(part[1]) + 1])
        return None


@pytest.mark.parametrize(("host", "shown"), [(Parts, 2), (Host, 1)])
def test_however_long_notes_are_a_query_loads_two_hundred_kilobytes_at_most(
    tmp_path: Path, browser: Browser, host: type[Host], shown: int
):
    for name, text in NOTES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with hosted(tmp_path / "out", host) as url:
        build(tmp_path, tmp_path / "out", site_url=url, functions_url="")
        page = browser.new_page(base_url=url)
        page.goto("/search/?q=slow+slug")
        expect(page.locator(".found li")).to_have_count(3)
        expect(page.locator(".excerpt:has(mark)")).to_have_count(shown)
        page.wait_for_load_state("networkidle")
        loaded = bytes_of(page)
        page.close()

    assert 90_000 < loaded < MOST


def bytes_of(page: Page) -> int:
    """Count what has come over the wire for a query."""
    loaded: int = page.evaluate(LOADED)
    return loaded
