"""Tags, folders and beds of more notes than a page should have: pages, and the way between them."""

import re

import pytest

from shared.garden.pages import leaves
from shared.garden.pages.leaves import Leaf, paths_of
from tests.garden.conftest import Built, Grow

FEW = 20  # notes on a page here
MANY = 45
NOTE = "---\ntags: {tags}\nplanted: 2026-01-{day:02}\n{more}---\nx"


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make pages short, so that little is long."""
    monkeypatch.setattr(leaves, "LEAF", FEW)


def many(tags: str = "x", more: str = "", folder: str = "") -> dict[str, str]:
    """Return more notes than two pages hold; every fifth is an evergreen."""
    return {
        f"{folder}n{number:03}.md": NOTE.format(
            tags=tags,
            day=number % 28 + 1,
            more=more + ("" if number % 5 else "maturity: evergreen\n"),
        )
        for number in range(MANY)
    }


def shown(built: Built, path: str) -> list[str]:
    """Return the notes on a page, in their order."""
    main = built.page(path).split("<main", 1)[1].split("</main>")[0]
    return re.findall(r'href="/(?:f/)?(n\d+)/"', main)


def turns(built: Built, path: str) -> list[str]:
    """Return where the numbers below a list lead."""
    found = built.page(path).split('<nav class="leaves"')[1].split("</nav>")[0]
    return re.findall(r'href="([^"]*)"', found)


def test_a_tag_of_many_notes_has_pages_and_each_note_stands_on_one(grow: Grow):
    built = grow(many())
    pages = [shown(built, path) for path in ("tags/x", "tags/x/2", "tags/x/3")]

    assert [len(page) for page in pages] == [20, 20, 5]
    assert len({note for page in pages for note in page}) == MANY
    assert set(pages[0][:9]) == {f"n{number:03}" for number in range(0, MANY, 5)}
    assert not built.exists("tags/x/4")
    assert turns(built, "tags/x/2") == ["/tags/x/", "/tags/x/2/", "/tags/x/3/"]
    assert built.errors == built.warnings == []


def test_a_page_says_what_stands_before_and_behind_it_and_how_much_there_is(grow: Grow):
    built = grow(many())
    first, second, third = (built.page(f"tags/x/{each}") for each in ("", "2", "3"))

    assert 'rel="prev"' not in first
    assert first.count('rel="next"') == 2
    assert '<link rel="prev" href="/tags/x/">\n<link rel="next" href="/tags/x/3/">' in second
    assert 'rel="next"' not in third
    assert '<link rel="canonical" href="https://garden.example/tags/x/2/">' in second
    assert "<title>x · 2 · " in second
    assert "<title>x · 2" not in first
    assert 'Seedling <span class="count">36</span>' in third


def test_every_page_of_a_list_is_once_in_the_sitemap(grow: Grow):
    built = grow(many(folder="f/"))
    sitemap = (built.out / "sitemap.xml").read_text()

    for path, count in (("tags/x", 3), ("f", 3), ("beds/seedling", 2)):
        for leaf in ("", "2/", "3/")[:count]:
            assert sitemap.count(f"<loc>https://garden.example/{path}/{leaf}</loc>") == 1
    assert "beds/evergreen" not in sitemap  # which has room on the first page


def test_a_folder_of_many_notes_has_pages_and_its_folders_are_on_the_first(grow: Grow):
    built = grow({**many(folder="f/"), "f/below/z.md": "x"})

    assert [len(shown(built, path)) for path in ("f", "f/2", "f/3")] == [20, 20, 5]
    assert 'class="all-tags"' in built.page("f")
    assert 'class="all-tags"' not in built.page("f/2")


def test_a_tag_and_a_note_that_are_called_2_keep_their_addresses(grow: Grow):
    files = {**many(folder="f/"), "f/2.md": "# The note\n\n#x/2"}
    built = grow(files)

    assert ">The note</h1>" in built.page("f/2")
    assert turns(built, "f/3") == ["/f/", "/f/2-/", "/f/3/"]
    assert shown(built, "tags/x/2") == []
    assert turns(built, "tags/x") == ["/tags/x/", "/tags/x/2-/", "/tags/x/3/"]
    assert len(shown(built, "tags/x/2-")) == FEW


def test_a_page_leads_to_the_first_the_last_and_those_around_it():
    paths = paths_of("/tags/x/", FEW * 100, frozenset())
    numbers = [number for number, _ in Leaf(paths, 50, [], {}).turns]

    assert numbers == [1, 0, 48, 49, 50, 51, 52, 0, 100]
    assert [number for number, _ in Leaf(paths, 2, [], {}).turns] == [1, 2, 3, 4, 0, 100]


def test_a_link_to_a_folder_leads_to_its_page(grow: Grow):
    files = {
        "a.md": "[one](Field%20Work/) [two](field-work/deep)",
        "Field Work/b.md": "[up](../field-work/) [down](deep/) [private](secret/)",
        "Field Work/deep/c.md": "x",
        "Field Work/secret/d.md": "---\npublish: false\n---\nx",
    }
    built = grow(files)

    assert '<a href="/field-work/">one</a> <a href="/field-work/deep/">two</a>' in built.body("a")
    assert '<a href="/field-work/deep/">down</a>' in built.body("field-work/b")
    assert built.warnings == [
        "Field Work/b.md:1:36: link 'secret/' leads nowhere",
    ]
