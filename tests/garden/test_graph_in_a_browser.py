"""The graph in a real browser: with its script under a strict policy, and without any."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from shared.garden.build import build
from tests.support.hosting import hosted

pytestmark = pytest.mark.browser

NOTES = {
    "oak.md": "---\nmaturity: evergreen\ntags: [trees]\n---\n[[elm]] [[fern]]",
    "elm.md": "---\nmaturity: budding\ntags: [trees]\n---\n[[oak]]",
    "fern.md": "---\ntags: [shade]\n---\nIt grows in the [[wood]].",
    "wood.md": "---\ntags: [shade]\n---\nA place.",
}


@pytest.fixture(scope="module")
def garden(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    site = tmp_path_factory.mktemp("graph")
    (site / "notes").mkdir()
    for name, text in NOTES.items():
        (site / "notes" / name).write_text(text)
    with hosted(site / "out") as url:
        build(site / "notes", site / "out", site_url=url, functions_url=url)
        yield url


@pytest.fixture
def page(garden: str, browser: Browser) -> Iterator[Page]:
    """The page of the graph, which must not have complained at the end."""
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(f"{garden}/graph/")
    yield page
    # What ends a transition between pages is said on leaving, and no fault of this one.
    assert [each for each in said if "Transition" not in each] == []
    context.close()


def plant(page: Page, name: str) -> Locator:
    return page.locator("svg.plan").get_by_role("link", name=name)


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.locator("use").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_the_pointer_lights_zooms_and_moves(page: Page, garden: str):
    oak, view = plant(page, "oak · Evergreen"), page.locator("svg.plan .all")
    x, y = middle(oak)
    page.mouse.move(x, y)
    expect(page.locator("svg.plan a.near-by")).to_have_count(3)
    expect(page.locator("svg.plan .tip")).to_have_text("oak · Evergreen")

    page.mouse.wheel(0, -300)  # scrolls the page, if there is anything to scroll
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    expect(page.locator("svg.plan.zoomed")).to_be_visible()
    assert "scale(2)" in str(view.get_attribute("transform"))

    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    there = middle(oak)
    assert there == pytest.approx((x + 60, y + 40), abs=3)
    assert page.url == f"{garden}/graph/"  # who drags a link does not follow it

    page.get_by_role("button", name="Show all").click()
    expect(view).to_have_attribute("transform", "translate(0 0)scale(1)")
    oak.press("Enter")
    page.wait_for_url(f"{garden}/oak/")
    page.goto(f"{garden}/graph/")
    page.mouse.click(*middle(oak))
    page.wait_for_url(f"{garden}/oak/")


def test_the_picture_is_sifted_and_walked_with_keys(page: Page, garden: str):
    threads = page.locator("svg.plan path.within")
    before = threads.get_attribute("d")
    page.get_by_role("checkbox", name="Budding").uncheck()
    expect(page.locator("svg.plan .out")).to_have_count(1)
    assert threads.get_attribute("d") != before
    page.get_by_role("combobox", name="Tags").select_option("#shade")
    expect(page.locator("svg.plan .out")).to_have_count(2)
    page.get_by_role("button", name="Show all").click()
    expect(page.locator("svg.plan .out")).to_have_count(0)

    expect(page.locator("svg.plan a[tabindex='0']")).to_have_count(1)
    plant(page, "oak · Evergreen").focus()
    for key, ways in (("ArrowLeft", -1), ("ArrowRight", 1)):
        start = page.locator("svg.plan a:focus")
        (x, _), name = middle(start), start.text_content()
        page.keyboard.press(key)
        now = page.locator("svg.plan a:focus")
        assert now.text_content() == name or (middle(now)[0] - x) * ways > 0
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != f"{garden}/graph/")


def test_names_keep_their_size_and_plants_are_as_large_as_a_fingertip(page: Page):
    page.set_viewport_size({"width": 360, "height": 740})
    name = page.locator("svg.plan .name", has_text="wood")
    expect(name).to_have_attribute("visibility", "visible")
    boxes = [name.bounding_box()]
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
        boxes.append(name.bounding_box())
    heights = [box["height"] for box in boxes if box]
    assert max(heights) < min(heights) + 1
    page.get_by_role("button", name="Show all").click()
    seedling = plant(page, "wood · Seedling")
    box = seedling.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    point = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    at = "([x, y]) => document.elementFromPoint(x, y).closest('a').getAttribute('href')"
    assert str(page.evaluate(at, point)).endswith("/wood/")


def test_without_a_script_picture_and_list_lead_to_the_notes(garden: str, browser: Browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{garden}/graph/")
    expect(page.get_by_role("combobox", name="Tags")).to_be_hidden()
    plant(page, "elm · Budding").click()
    page.wait_for_url(f"{garden}/elm/")
    page.locator("svg.near").get_by_role("link", name="oak").click()
    page.wait_for_url(f"{garden}/oak/")
    page.goto(f"{garden}/graph/")
    page.get_by_text("The same as a list").click()
    page.locator(".plan-list").get_by_role("link", name="wood").click()
    page.wait_for_url(f"{garden}/wood/")
    context.close()
