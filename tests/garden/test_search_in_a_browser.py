"""The search in a real browser: by keyboard alone, in Chinese, and just as the functions find."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from shared.garden.build import build
from shared.search.fold import fold
from shared.search.marks import places
from shared.search.query import open_index
from shared.search.wanted import wanted
from tests.support.browser import chromium

pytestmark = pytest.mark.browser

NOTES = {
    "index.md": "# A garden",
    "一.md": "---\nlanguage: zh-Hant\nmaturity: evergreen\n---\n# 一個佇列\n\n先進先出。",
    "二.md": "---\nlanguage: zh-Hant\n---\n# 佇列與重試\n\n慢慢來。Café moss.",
    **{f"moss-{number}.md": f"# Moss {number}\n\nIn the shade." for number in range(12)},
}
QUERIES = [
    "佇列", "佇", "列", "moss", "mos", "MOSS 1", "ＭＯＳＳ", "café", "佇列 moss", "nothing", "",
    "Straße Łódź ǅ İI", "ﾃｽﾄ㍿ が か\u3099", "𠀋𠀌", "snake_case C3PO हिन्दी", "ΣΊΣΥΦΟΣ שָׁלוֹם",
    "한국어",
]  # fmt: skip
IN_SCRIPT = """async ([queries, text]) => {
  const reader = await import(document.querySelector("form.search").dataset.reader);
  const index = await reader.Index.open("");
  const answers = queries.map(async (query) => {
    const terms = reader.wanted(query);
    const plain = terms.map(({ term, prefix }) => [term, prefix]);
    const found = await index.find(query);
    return [found, await index.find(query, "seedling"), plain, reader.fold(query)];
  });
  return [await Promise.all(answers), reader.places(text, reader.wanted("佇列 cafe m"))];
}"""
TEXT = "佇列，ＣＡＦÉ and Moss; 一個佇列與 tom."


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("search") / "out"


@pytest.fixture(scope="module")
def page(out: Path) -> Iterator[Page]:
    """The first page of a garden, in a browser."""
    folder = out.with_name("notes")
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / name).write_text(text, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(out)))
    url = f"http://127.0.0.1:{server.server_port}"
    build(folder, out, site_url=url, functions_url=url)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        shown = browser.new_page(base_url=url)
        yield shown
        browser.close()
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_reader_finds_a_note_with_the_keyboard_alone(page: Page):
    page.goto("/")
    box = page.get_by_role("combobox", name="Search")
    page.keyboard.press("/")
    page.keyboard.insert_text("佇列")
    options = page.get_by_role("option")

    expect(options).to_have_count(3)
    expect(box).to_have_attribute("aria-expanded", "true")
    expect(options.locator("mark").first).to_have_text("佇列")
    expect(page.get_by_role("status")).to_have_text("Notes found: 2")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(box).to_have_attribute("aria-activedescendant", str(options.first.get_attribute("id")))
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(box).to_have_value("佇列")
    page.keyboard.press("ArrowDown")
    expect(options).to_have_count(3)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("一個佇列")


def test_letters_that_are_being_composed_are_not_asked_for(page: Page):
    page.goto("/")
    box = page.locator("#search-head")
    box.focus()
    expect(box).to_have_role("combobox")
    composing = "(box) => box.dispatchEvent(new InputEvent('input', {isComposing: true}))"
    box.evaluate("(box) => { box.value = 'moss' }")
    box.evaluate(composing)
    expect(page.get_by_role("option")).to_have_count(0)
    box.evaluate("(box) => box.dispatchEvent(new CompositionEvent('compositionend'))")
    expect(page.get_by_role("option")).to_have_count(8)


def test_the_page_of_results_shows_all_of_them_and_those_of_one_maturity(page: Page):
    page.goto("/")
    page.locator("#search-head").fill("moss")
    expect(page.get_by_role("option")).to_have_count(8)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=moss")
    items = page.locator(".found li")

    expect(items).to_have_count(10)
    page.get_by_role("button", name="Show more").click()
    expect(items).to_have_count(13)
    page.get_by_role("radio", name="Evergreen").check()
    expect(items).to_have_count(0)
    page.goto("/search/?q=佇列&maturity=evergreen")
    expect(items).to_have_count(1)
    expect(items.locator("a")).to_have_attribute("lang", "zh-Hant")


def test_the_browser_finds_just_what_the_functions_find(page: Page, out: Path):
    async def file(path: str) -> str:
        return (out / path).read_text("utf-8")

    async def found(query: str) -> list[object]:
        reader = await open_index(file)
        terms = [[each.term, each.is_prefix] for each in wanted(query)]
        both = [await reader.find(query), await reader.find(query, "seedling")]
        return [*both, terms, fold(query)]

    page.goto("/")
    answers, marks = page.evaluate(IN_SCRIPT, [QUERIES, TEXT])

    with ThreadPoolExecutor(1) as apart:  # for in this thread a loop of the browser's is running
        for query, answer in zip(QUERIES, answers, strict=True):
            assert answer == apart.submit(asyncio.run, found(query)).result(), query
    assert [tuple(each) for each in marks] == places(TEXT, ["佇列", "cafe", "m"])
