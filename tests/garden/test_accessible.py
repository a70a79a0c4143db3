"""Every kind of page by day and by night, as axe-core sees it; and what a page weighs."""

import gzip
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from shared.garden.build import build
from shared.garden.words import words_for
from tests.support.garden_pages import PAGES, plant
from tests.support.hosting import hosted

pytestmark = pytest.mark.browser

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap(
    each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 160)}: ${node.failureSummary}`)
)"""
THOUSAND = "---\nplanted: 2026-11-02\ntags: [soil]\n---\n# Thousand\n\n" + "\n\n".join(
    f"## Part {part}\n\n" + " ".join(f"word{part}{number}" for number in range(100))
    for part in range(10)
)
FEW = ("index", "note.mixed", "note.abroad", "tag", "grown", "graph", "not-found")
MOST_BYTES, MOST_SCRIPT = 60 * 1024, 25 * 1024
ASSET = re.compile(r'(?:href|src|data-script)="(/assets/[^"]+\.(?:css|js|svg))"')


@pytest.fixture(scope="module", params=["en", "zh-Hant", "ar"])
def garden(request, tmp_path_factory) -> Iterator[tuple[str, Path, str]]:
    folder = tmp_path_factory.mktemp("garden")
    out = folder / "out"
    plant(folder / "garden", request.param)
    (folder / "garden" / "notes" / "thousand.md").write_text(THOUSAND)
    with hosted(out) as url:
        report = build(folder / "garden", out, site_url=url, functions_url=url)
        assert not report.errors
        yield url, out, request.param


def violations(page: Page) -> list[str]:
    """Run axe-core beside the page: its policy lets in no script of a stranger's."""
    session = page.context.new_cdp_session(page)
    tree = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    world = session.send("Page.createIsolatedWorld", {"frameId": tree})["executionContextId"]
    session.send("Runtime.evaluate", {"expression": AXE, "contextId": world})
    said = session.send(
        "Runtime.evaluate",
        {
            "expression": f"({RUN})()",
            "contextId": world,
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    session.detach()
    return said["result"]["value"]


def test_axe_finds_nothing_wrong_with_any_kind_of_page(garden, browser):
    url, _, language = garden
    scheme = "dark" if language == "zh-Hant" else "light"
    context = browser.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    found: list[str] = []
    for name in FEW if language == "ar" else PAGES:
        path = PAGES[name]
        page.goto(f"{url}/{path.removesuffix('index.html')}")
        if name == "note.following":
            page.locator("details.follow summary").click()
        found += [f"{name}: {wrong}" for wrong in violations(page)]
    context.close()

    assert found == []


@pytest.mark.parametrize("garden", ["ar"], indirect=True)
def test_the_search_counts_in_the_form_that_the_number_asks_for(garden, browser):
    url, _, language = garden
    context = browser.new_context()
    page = context.new_page()
    said = []
    for query in ("فكرة", "دبال"):
        page.goto(f"{url}/search/?q={query}")
        expect(page.locator(".found p[role=status]")).not_to_be_empty()
        said.append(page.locator(".found p[role=status]").text_content())
    context.close()

    assert said == [words_for(language).found.format(count) for count in (18, 1)]


def test_a_page_of_a_thousand_words_is_light(garden):
    _, out, _ = garden
    page = (out / "thousand" / "index.html").read_bytes()
    scripts, others = [], []
    for path in set(ASSET.findall(page.decode())):
        content = (out / path.lstrip("/")).read_bytes()
        (scripts if path.endswith(".js") else others).append(len(gzip.compress(content, 6)))

    assert sum(scripts) <= MOST_SCRIPT, json.dumps(scripts)
    assert len(gzip.compress(page, 6)) + sum(scripts) + sum(others) <= MOST_BYTES


def test_the_sign_of_a_latin_tag_stands_before_it_in_every_language(garden, browser):
    url, _, _ = garden
    page = browser.new_page()
    page.goto(f"{url}/thousand/")
    sign, name = page.locator(".tags .tag", has_text="#soil").evaluate(
        """tag => [0, 1].map(at => {
            const range = document.createRange();
            range.setStart(tag.firstChild, at);
            range.setEnd(tag.firstChild, at + 1);
            return range.getBoundingClientRect().left;
        })"""
    )
    page.close()
    assert sign < name
