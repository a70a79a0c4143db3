"""Notes that speak for their folder: its name leads to them, and they say what is in it."""

import re

import pytest

from shared.garden.build import build
from tests.garden.conftest import Built, Grow
from tests.garden.test_folders import crumbs, shown

LISTED = "---\nmaturity: {}\n---\nx"


def within(built: Built, slug: str) -> list[str]:
    """Return the addresses that a note lists of its folder."""
    page = built.page(slug)
    if 'id="t:within"' not in page:
        return []
    return re.findall('href="([^"]*)"', page.split('id="t:within"')[1].split("</nav>")[0])


@pytest.mark.parametrize("name", ["Balcony", "balcony", "index", "_index", "README"])
def test_the_crumb_of_a_folder_leads_to_its_note_which_lists_it(grow: Grow, name: str):
    files = {"c.md": LISTED.format("evergreen"), "b.md": "x", "Pots/d.md": "x", f"{name}.md": "x"}
    built = grow({f"Projects/Balcony/{path}": text for path, text in files.items()})
    [own] = [note for note in built.report.notes if note.name.endswith(name)]
    pots, c, b = (f"/projects/balcony/{slug}/" for slug in ("pots", "c", "b"))

    assert built.errors == built.warnings == []
    assert own.slug == f"projects/balcony/{name.lower()}"
    assert crumbs(built, "projects/balcony/b")[2] == (own.href, "Balcony")
    assert crumbs(built, "projects/balcony/pots/d")[2] == (own.href, "Balcony")
    assert crumbs(built, own.slug) == [("/", "Home"), ("/projects/", "Projects")]
    assert within(built, own.slug) == [pots, c, b]
    assert {b, c, own.href} <= {*shown(built, "projects/balcony")}


def test_a_note_beside_its_folder_speaks_for_it_as_well(grow: Grow):
    built = grow({"Balcony.md": "x", "Balcony/b.md": "x"})

    assert crumbs(built, "balcony/b") == [("/", "Home"), ("/balcony/", "Balcony")]
    assert within(built, "balcony") == ["/balcony/b/"]
    assert crumbs(built, "balcony") == []


def test_of_two_the_index_speaks_and_an_unlisted_one_does_not(grow: Grow):
    quiet = "---\nshould_index: false\n---\nx"
    built = grow({"A/A.md": "x", "A/index.md": "x", "B/B.md": quiet, "B/c.md": "x"})

    assert within(built, "a/index") == ["/a/a/"]
    assert within(built, "a/a") == within(built, "b/b") == []
    assert crumbs(built, "b/c")[1] == ("/b/", "B")


def test_of_many_notes_it_lists_the_first_and_leads_to_all(grow: Grow):
    built = grow({f"A/{number:02}.md": "x" for number in range(30)} | {"A/A.md": "x"})
    page = built.page("a/a")

    assert len(within(built, "a/a")) == 19
    assert within(built, "a/a")[-1] == "/a/"
    assert ">Show all 31</a>" in page


def test_a_note_that_comes_into_the_folder_is_on_the_page_at_the_next_build(tmp_path, grow: Grow):
    built = grow({"A/A.md": "x", "A/b.md": "x"})
    urls = {"site_url": "https://g.example", "functions_url": "https://g.example"}
    for files in ({}, {"c.md": "x"}):
        for name, text in files.items():
            (built.site / "A" / name).write_text(text)
        build(built.site, built.out, cache=tmp_path / "cache", **urls)

    assert within(built, "a/a") == ["/a/b/", "/a/c/"]
