"""Folders and the tree of tags: their pages, and the way down to a note."""

import re

from tests.garden.conftest import Built, Grow

LISTED = "---\nmaturity: {}\n---\nx"


def crumbs(built: Built, slug: str) -> list[tuple[str, str]]:
    """Return address and name of every step above a note; what has no page has no address."""
    page = built.page(slug)
    if '<nav class="crumbs"' not in page:
        return []
    steps = page.split('<nav class="crumbs"')[1].split("</nav>")[0]
    return re.findall(r'<li><(?:a href="([^"]*)"|span)[^>]*>([^<]*)<', steps)


def shown(built: Built, slug: str) -> list[str]:
    """Return the addresses on a page, without those above, below and beside all of them."""
    main = built.page(slug).split("<main", 1)[1].split("</main>")[0].split('<div class="side"')[0]
    return re.findall('href="([^"]*)"', main)


def test_a_folder_has_a_page_with_its_notes_and_folders_the_evergreens_first(grow: Grow):
    built = grow(
        {
            "Field Work/a.md": "x",
            "Field Work/b.md": LISTED.format("evergreen"),
            "Field Work/深/c.md": "x",
            "top.md": "x",
        }
    )

    assert shown(built, "field-work") == [
        "/",
        "/field-work/%E6%B7%B1/",
        "/field-work/b/",
        "/field-work/a/",
    ]
    assert "<h1" in built.page("field-work")
    assert ">Field Work</h1>" in built.page("field-work")
    assert 'lang="en"' in built.page("field-work")
    assert shown(built, "field-work/深") == ["/", "/field-work/", "/field-work/%E6%B7%B1/c/"]
    sitemap = (built.out / "sitemap.xml").read_text()
    assert "https://garden.example/field-work/%E6%B7%B1/</loc>" in sitemap
    assert built.warnings == built.errors == []


def beside(built: Built, slug: str) -> list[tuple[str, str]]:
    """Return names and sizes of the folders that are listed beside a page."""
    listed = built.page(slug).split('<nav class="folders"')[1].split("</nav>")[0]
    return re.findall(r">([^<>]+)</(?:a|span)> <span class=\"count\">(\d+)<", listed)


def test_folders_are_listed_on_the_first_page_and_beside_each_other(grow: Grow):
    built = grow({"b/a.md": "x", "a/b.md": "x", "a/in/c.md": "x", "a/in/deep/d.md": "x"})

    assert beside(built, "") == [("a", "3"), ("in", "2"), ("b", "1")]
    assert beside(built, "b") == [("a", "3"), ("b", "1")]
    assert beside(built, "a/in") == [("a", "3"), ("in", "2"), ("deep", "1"), ("b", "1")]
    assert 'href="/a/in/" dir="auto" aria-current="page">in</a>' in built.page("a/in")


def test_the_way_down_to_a_note_is_shown_above_it(grow: Grow):
    built = grow({"A/B/c.md": "x", "top.md": "x"})

    assert crumbs(built, "a/b/c") == [("/", "Home"), ("/a/", "A"), ("/a/b/", "B")]
    assert crumbs(built, "top") == []


def test_a_note_keeps_its_address_from_a_folder_of_the_same_name(grow: Grow):
    built = grow({"A.md": "# The note", "a/b.md": "x", "old/c.md": "---\naliases: old/x\n---\nx"})

    assert ">The note</h1>" in built.page("a")
    assert crumbs(built, "a/b") == [("/", "Home"), ("/a/", "a")]
    assert built.errors == built.warnings == []


def test_an_alias_is_no_folders_page_and_a_folder_makes_way_for_the_house(grow: Grow):
    files = {
        "old/c.md": "x",
        "new.md": "---\naliases: old\n---\nx",
        "index/d.md": "x",
        "tags/e.md": "---\nslug: e\n---\nx",
    }
    built = grow({**files, "index.md": "# Welcome"})

    assert 'http-equiv="refresh"' in built.page("old")
    assert crumbs(built, "old/c") == [("/", "Home"), ("/new/", "old")]
    assert "Welcome" in built.page("")
    assert crumbs(built, "e") == [("/", "Home"), ("/tags-notes/", "tags")]


def test_g16_a_folder_of_private_or_unlisted_notes_is_named_nowhere(grow: Grow):
    built = grow(
        {
            "Sentinel/a.md": "---\ndraft: true\n---\nx",
            "Sentinel/Deeper/b.md": "---\npublish: false\n---\nx",
            "Unlisted/c.md": "---\nshould_index: false\nslug: c\n---\nx",
            "open/d.md": "x",
        }
    )

    assert built.mentions("Sentinel") == built.mentions("sentinel") == []
    assert [path for path in built.mentions("nlisted") if path != "c/index.html"] == []
    assert not built.exists("unlisted")
    assert crumbs(built, "c") == [("/", "Home"), ("", "Unlisted")]


def test_folders_whose_addresses_are_alike_share_a_page(grow: Grow):
    built = grow({"A B/c.md": "x", "a-b/d.md": "x"})

    assert shown(built, "a-b") == ["/", "/a-b/c/", "/a-b/d/"]


def test_folders_a_hundred_deep_are_walked_and_the_upper_ones_have_pages(grow: Grow):
    built = grow({"/".join("d" * 100) + "/a.md": "x"})

    assert len(crumbs(built, "/".join("d" * 100) + "/a")) == 101
    assert built.exists("/".join("d" * 32))
    assert not built.exists("/".join("d" * 33))


def test_g31_a_tag_below_another_is_found_from_it(grow: Grow):
    built = grow(
        {
            "a.md": "---\ntags: [Garden/Trees/oak]\n---\n",
            "b.md": LISTED.format("evergreen").replace("---\nx", "tags: garden\n---\nx"),
            "c.md": "A #garden/soil/ and ##not.",
        }
    )

    assert shown(built, "tags/garden") == [
        "/tags/garden/soil/",
        "/tags/garden/trees/",
        "/b/",
        "/a/",
        "/c/",
    ]
    assert shown(built, "tags/garden/trees") == [
        "/tags/",
        "/tags/garden/",
        "/tags/garden/trees/oak/",
        "/a/",
    ]
    assert '<h1 dir="auto">#Garden/Trees</h1>' in built.page("tags/garden/trees")
    assert "#garden/soil</a>" in built.page("c")
    assert (
        "https://garden.example/tags/garden/trees/</loc>" in (built.out / "sitemap.xml").read_text()
    )


def test_g31_a_tag_of_private_notes_raises_no_tree(grow: Grow):
    built = grow(
        {"a.md": "---\ndraft: true\ntags: sentinel/deep\n---\n#sentinel/deeper", "b.md": "x"}
    )

    assert built.mentions("sentinel") == []


def test_a_tag_of_endless_steps_makes_no_endless_pages(grow: Grow):
    built = grow({"a.md": "---\ntags: " + "/".join("abcdefghijklm") + "\n---\nx"})

    assert built.exists("tags/" + "/".join("abcdefghijklm"))
    assert not built.exists("tags/a")


def test_the_page_of_a_folder_is_made_anew_when_a_folder_in_it_changes(grow: Grow):
    assert ">1</span>" in grow({"a/b/c.md": "x"}).page("a")
    assert ">2</span>" in grow({"a/b/d.md": "x"}).page("a")
