"""What lies on top is seen whole: nothing of the page lies over what the search proposes."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from shared.garden.build import build
from tests.support.hosting import hosted

pytestmark = pytest.mark.browser

GROWN = "---\nmaturity: evergreen\nplanted: 2024-01-01\nbudding_at: 2025-01-01\n---\n"
NOTES = {
    **{f"moss-{number}.md": f"{GROWN}# Moss {number}\n\n[[moss-1]]" for number in range(8)},
    **{f"{tag}.md": f"---\nlang: {tag}\n---\n\nText." for tag in ("ar", "ja", "ko")},
    **{
        f"fern-{number}.md": f"# A fern of many words {number}\n\n[[fern-1]]"
        for number in range(20)
    },
    **{f"{tag}.md": f"---\nlang: {tag}\n---\n\nText." for tag in ("zh-Hans", "zh-Hant")},
}
# Points of the list, every few pixels, at which something else is on top.
COVERED = """(list) => {
  const { left, top, right, bottom } = list.getBoundingClientRect();
  const covered = [];
  for (let x = left + 8; x < right - 8; x += 4)
    for (let y = top + 8; y < Math.min(bottom, innerHeight) - 8; y += 4) {
      const there = document.elementFromPoint(x, y);
      if (!list.contains(there)) covered.push(there.outerHTML.slice(0, 60));
    }
  return covered;
}"""
ROOM = """(box) => {
  const brush = document.createElement("canvas").getContext("2d");
  const style = getComputedStyle(box);
  brush.font = style.font;
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  return box.clientWidth - padding - brush.measureText(box.placeholder).width;
}"""

# Names of plants that lie over a plant, which reaches some eight units from its middle.
COVERING = """() => {
  const names = [...document.querySelectorAll("svg.plan .name[visibility=visible]")];
  const grown = [...document.querySelectorAll("svg.plan a use")].map((use) => use.getScreenCTM());
  return names.filter((name) => {
    const { left, top, right, bottom } = name.getBoundingClientRect();
    return grown.some(({ a, b, e, f }) => {
      const far = 8 * Math.hypot(a, b);
      const x = Math.max(left, Math.min(e, right));
      const y = Math.max(top + 3, Math.min(f, bottom - 3));
      return Math.hypot(x - e, y - f) < far;
    });
  }).map((name) => name.textContent);
}"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Page]:
    site = tmp_path_factory.mktemp("covers")
    (site / "notes").mkdir()
    for name, text in NOTES.items():
        (site / "notes" / name).write_text(text)
    (site / "garden.toml").write_text('title = "Notes on moss"\npublish = "all"\n')
    with hosted(site / "out") as url:
        build(site, site / "out", site_url=url, functions_url=url)
        yield browser.new_page(base_url=url)


@pytest.mark.parametrize("width", [1200, 360])
def test_nothing_lies_over_what_the_search_proposes(page: Page, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/moss-2/")
    page.locator("#search-head").fill("moss")
    expect(page.get_by_role("option")).to_have_count(8)

    assert page.locator(".suggestions").evaluate(COVERED) == []


def test_no_name_in_the_graph_lies_over_a_plant(page: Page):
    page.set_viewport_size({"width": 1200, "height": 1000})
    page.goto("/graph/")
    names = page.locator("svg.plan .name[visibility=visible]")
    expect(names.first).to_be_visible()

    assert names.count() > 10
    assert page.evaluate(COVERING) == []


@pytest.mark.parametrize("tag", ["moss-1", "ar", "ja", "ko", "zh-hans", "zh-hant"])
def test_what_stands_in_the_empty_search_fits_into_it_on_a_telephone(page: Page, tag: str):
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"/{tag}/")

    assert page.locator("#search-head").evaluate(ROOM) >= 0
