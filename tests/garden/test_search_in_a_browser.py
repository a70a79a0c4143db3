"""The search in a real browser: by keyboard alone, in Chinese, and just as the functions find."""

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, astuple
from pathlib import Path
from unicodedata import ucd_3_2_0
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from shared.garden.build import build
from shared.search.forms import alike
from shared.search.marks import places
from shared.search.passage import passage
from shared.search.wanted import wanted
from tests.support.hosting import hosted
from tests.support.opened_index import open_index

pytestmark = pytest.mark.browser

NOTES = {
    "index.md": "# A garden",
    "一.md": "---\nlanguage: zh-Hant\nmaturity: evergreen\n---\n# 一個佇列\n\n先進先出。",
    "二.md": "---\nlanguage: zh-Hant\n---\n# 佇列與重試\n\n慢慢來。Café moss.",
    "long.md": (
        "# Of the wood\n\nA few words to begin with, and then many more of them. 慢慢長大的樹。\n\n"
        "## In the **shade** & below\n\n"
        + "Nothing to see in this line. "
        * 20
        + "A slow slug.\n\n"
        "- One `item` <b title='a > b'>bold</b>[^1] $x^2$\n- A stone\n\n"
        "| ivy | fern |\n|---|---|\n| green | 長" + "在陰影裡的苔蘚" * 30 + " |\n\n[^1]: A foot.\n"
    ),
    **{f"moss-{number}.md": f"# Moss {number}\n\nIn the shade." for number in range(12)},
}
QUERIES = [
    "佇列", "佇", "列", "moss", "mos", "MOSS 1", "ＭＯＳＳ", "café", "佇列 moss", "nothing", "",
    "Straße Łódź ǅ İI ǯ", "ﾃｽﾄ㍿ が か\u3099 かﾞ", "𠀋𠀌", "snake_case C3PO हिन्दी", "ΣΊΣΥΦΟΣ שָׁלוֹם",
    "한국어", "仃列", "与重试", "與重試", "mooss", "msos 佇列", "mess of moss", "أحمد ٢٠٢٤",
    "shade slow", "陰影里的苔藓", "green", "wood begin item slug", "bold item", "foot", "a wood",
    "stones", "ferns boxes", "slowslug", "c3", "shades mosses", "wood nowhere", "shady item 3",
    "شجره الشجر",
]  # fmt: skip
# What the browser and Python's Unicode have both known since 2002.
KNOWN = [sign for sign in map(chr, range(0x30000)) if ucd_3_2_0.category(sign) not in ("Cn", "Cs")]
IN_SCRIPT = """async ([queries, text, signs, pages]) => {
  const { reader: at, passage: beside } = document.querySelector("form.search").dataset;
  const [reader, { passage, beginning }] = await Promise.all([import(at), import(beside)]);
  const index = await reader.Index.open("");
  const fetched = (...asked) => index.fetched(...asked).catch(() => "");
  const read = await Promise.all(pages.map((page) => beginning(page, 1, 1, fetched)));
  const answers = queries.map(async (query) => {
    await index.know("佇");
    const terms = reader.wanted(query);
    const plain = terms.map(({ term, prefix, half, also }) => [term, prefix, half, also]);
    const shown = read.map((page) => passage(page, terms, reader));
    return [await index.find(query), await index.find(query, "seedling"), plain,
      reader.alike(query), await index.answer(query), shown];
  });
  const marks = reader.places(text, reader.wanted("佇列 cafe mos m"));
  return [await Promise.all(answers), marks, signs.map(reader.alike)];
}"""
TEXT = "佇列，ＣＡＦÉ and Moss; 一個仃列與 tom, mos, cafes."
PAGES = ["/long/", "/moss-1/", "/%E4%BA%8C/", "/nothing/"]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("search") / "out"


@pytest.fixture(scope="module")
def page(out: Path, browser: Browser) -> Iterator[Page]:
    """The first page of a garden, in a browser."""
    folder = out.with_name("notes")
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / name).write_text(text, encoding="utf-8")
    with hosted(out) as url:
        build(folder, out, site_url=url, functions_url=url)
        yield browser.new_page(base_url=url)


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


def test_a_result_shows_the_passage_that_was_found_and_leads_to_its_heading(page: Page):
    page.goto("/search/?q=slow+slug")
    item = page.locator(".found li")

    expect(item.locator(".excerpt mark")).to_have_text(["slow", "slug"])
    expect(item.locator(".excerpt")).to_contain_text("In the shade & below")
    page.get_by_role("searchbox").press("ArrowDown")
    expect(item.locator("> a")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox")).to_be_focused()
    item.locator(".excerpt a").click()
    page.wait_for_url("**/long/#in-the-shade-below")
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("slow slug")


def test_only_of_results_in_view_the_pages_are_loaded(page: Page):
    asked: list[str] = []
    page.on("request", note := lambda request: asked.append(request.url))
    with page.expect_response("**/moss-*/"):
        page.goto("/search/?q=shade")
    last = page.locator(".found li > a").last
    href = str(last.get_attribute("href"))

    assert [url for url in asked if url.endswith(href)] == []
    with page.expect_response(f"**{href}"):
        last.scroll_into_view_if_needed()
    page.remove_listener("request", note)


def test_a_mistyped_word_is_understood_and_either_script_finds_the_other(page: Page):
    page.goto("/")
    page.keyboard.press("Control+k")
    page.keyboard.insert_text("msos 4")
    option = page.get_by_role("option")
    expect(option).to_have_text([re.compile("^Moss 4"), "moss 4: All results (1)"])
    expect(page.get_by_role("status")).to_have_text("Did you mean “moss 4”? Notes found: 1")
    page.locator("#search-head").fill("伫列与")
    expect(option.locator("mark")).to_have_text(["佇列與"])


def test_the_browser_finds_and_shows_just_what_the_functions_do(page: Page, out: Path):
    async def file(path: str) -> str:
        return (out / path).read_text("utf-8")

    texts = [out / unquote(path).strip("/") / "index.html" for path in PAGES]
    read = [text.read_text("utf-8") if text.exists() else "" for text in texts]

    async def found(query: str) -> list[object]:
        reader = await open_index(file)
        terms = [
            [each.term, each.is_prefix, each.is_half, list(each.also)] for each in wanted(query)
        ]
        both = [await reader.find(query), await reader.find(query, "seedling")]
        shown = [passage(text, wanted(query)) for text in read]
        plain = [each and asdict(each) for each in shown]
        return [*both, terms, alike(query), list(astuple(await reader.answer(query))), plain]

    page.goto("/")
    answers, marks, signs = page.evaluate(IN_SCRIPT, [QUERIES, TEXT, KNOWN, PAGES])

    with ThreadPoolExecutor(1) as apart:  # for in this thread a loop of the browser's is running
        for query, answer in zip(QUERIES, answers, strict=True):
            assert answer == apart.submit(asyncio.run, found(query)).result(), query
    assert [tuple(each) for each in marks] == places(TEXT, wanted("佇列 cafe mos m"))
    assert signs == list(map(alike, KNOWN))
