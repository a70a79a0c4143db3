"""Coming from Quartz: the addresses that it gave to notes lead to where they are now."""

from urllib.parse import unquote

import pytest

from shared.garden.build import build
from tests.garden.conftest import Grow
from tests.support.cli import invoke

MOVED = 'publish = "all"\nmoved_from = "quartz"\n'
NOTES = {
    "index.md": "x",
    "plain.md": "x",
    "Projects/Balcony/Budget.md": "x",
    "Projects/index.md": "---\naliases: [Old Name]\n---\n#Wet-Land/Moss #Soil",
    "R&D/100% sure?.md": "x",
    "Tags/Moss.md": "x",
    "花 園.md": "x",
    "hidden & quiet.md": "---\nshould_index: false\n---\nx",
}


def test_every_listed_note_is_found_at_its_address_of_quartz(grow: Grow):
    built = grow(NOTES, toml=MOVED)
    lines = (built.out / "_redirects").read_text("utf-8").splitlines()

    assert built.errors == []
    assert lines == [
        "/index.xml /feed.xml 301",
        "/old-name/ /projects/index/ 301",
        "/index/ / 301",
        "/R-and-D/100-percent-sure/ /rd/100-sure/ 301",
        "/R-and-D/ /rd/ 301",
        "/Projects/ /projects/index/ 301",
        "/Projects/Balcony/Budget /projects/balcony/budget/ 301",
        "/R-and-D/100-percent-sure /rd/100-sure/ 301",
        "/Tags/Moss /tags-notes/moss/ 301",
        "/Projects/Balcony/ /projects/balcony/ 301",
        "/Tags/ /tags-notes/ 301",
        "/tags/Wet-Land/Moss /tags/wet-land/moss/ 301",
        "/tags/Soil /tags/soil/ 301",
        "/tags/Wet-Land /tags/wet-land/ 301",
        "/Old-Name /projects/index/ 301",
    ]


def test_a_page_leads_on_where_a_disk_without_case_has_no_other(grow: Grow):
    built = grow(NOTES, toml=MOVED)
    folders = {file.relative_to(built.out).as_posix() for file in built.out.rglob("index.html")}

    assert 'url=/rd/100-sure/"' in built.page("R-and-D/100-percent-sure")
    assert len({name.casefold() for name in folders}) == len(folders)
    assert not built.exists("Projects/Balcony/Budget")
    assert not built.exists("Tags/Moss")
    assert built.exists("hidden--and--quiet")


def test_an_address_at_which_there_is_a_page_now_leads_nowhere_else(grow: Grow):
    notes = {"a b/index.md": "x", "a b/c.md": "x", "x&y.md": "THE FIRST", "x-and-y.md": "x"}
    built = grow(notes, toml=MOVED)

    assert (built.out / "_redirects").read_text() == "/index.xml /feed.xml 301\n"
    assert 'http-equiv="refresh"' not in built.page("x-and-y")
    assert ">a b</h1>" in built.page("a-b")


def test_the_fifth_quartz_has_small_letters(grow: Grow, tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "quartz.config.yaml").write_text("configuration: {}\n")
    built = grow({"Projects/R&D.md": "x", "Projects/Moss.md": "x"}, toml=MOVED)
    lines = (built.out / "_redirects").read_text("utf-8").splitlines()

    assert lines == [
        "/index.xml /feed.xml 301",
        "/projects/r-and-d/ /projects/rd/ 301",
        "/projects/r-and-d /projects/rd/ 301",
    ]


def test_another_generator_is_an_error(grow: Grow):
    [error] = grow({"a.md": "x"}, toml='moved_from = "hexo"').errors

    assert error == (
        "garden.toml:1:1: moved_from is 'hexo'; write \"quartz\", or take the line out"
    )


@pytest.mark.parametrize(
    ("toml", "is_said"),
    [
        (None, True),
        ('publish = "all"', True),
        ('moved_from = "quartz"', False),
        ('moved_from = ""', False),
        ('generator = "quartz"', False),
    ],
)
def test_a_build_beside_quartz_says_that_addresses_can_lead_on(tmp_path, toml, is_said):
    (tmp_path / "site" / "content").mkdir(parents=True)
    (tmp_path / "site" / "quartz.config.ts").write_text("const config = {}\n")
    (tmp_path / "site" / "content" / "Moss.md").write_text("x")
    if toml:
        (tmp_path / "site" / "garden.toml").write_text(toml)
    words = ("--site", tmp_path / "site", "--out", tmp_path / "out", "--no-cache")
    told = invoke("build", *words, SITE_URL="https://g.example")

    assert told.exit_code == 0
    assert ('moved_from = "quartz"' in told.stderr) == is_said


def test_without_the_line_nothing_is_added(tmp_path, grow: Grow):
    built = grow(NOTES, toml='publish = "all"')
    again = build(built.site, tmp_path / "again", site_url="https://g.example", functions_url="")

    assert again.errors == []
    assert (built.out / "_redirects").read_text() == (
        "/old-name/ /projects/index/ 301\n/index/ / 301\n"
    )
    assert not (built.out / "index.xml").exists()


def test_readers_of_feeds_find_them_where_quartz_had_its_own(grow: Grow):
    dated = "---\nplanted: 2026-01-02\n---\nx"
    built = grow({"a.md": dated}, toml=MOVED)
    below = grow({"a.md": dated}, toml=MOVED, site_url="https://g.example/garden")

    # A host that obeys `_redirects` leads on, and every other has the feed itself there.
    feed = (built.out / "feed.xml").read_bytes()
    assert (built.out / "index.xml").read_bytes() == feed
    assert b'rel="self"' in feed
    assert b'/feed.xml"' in feed
    assert not (below.out / "_redirects").exists()
    assert (below.out / "index.xml").is_file()


def test_a_page_of_a_folder_or_of_a_tag_leads_to_ours(grow: Grow):
    notes = {
        "My Plants/R&D/a.md": "#R&D/Moss #Soil",
        "My Plants/Old Wood/index.md": "x",
        "deep/er/b.md": "---\naliases: [Cut & Dried]\n---\nx",
    }
    built = grow(notes, toml=MOVED)
    lines = (built.out / "_redirects").read_text("utf-8").splitlines()

    assert {
        "/My-Plants/ /my-plants/ 301",
        "/My-Plants/R-and-D/ /my-plants/rd/ 301",
        "/My-Plants/Old-Wood/ /my-plants/old-wood/index/ 301",
        "/tags/Soil /tags/soil/ 301",
        "/Cut--and--Dried /deep/er/b/ 301",
    } <= set(lines)
    assert not any(line.startswith(("/deep/", "/tags/soil ")) for line in lines)
    page = built.page("My-Plants/R-and-D")
    assert 'url=/my-plants/rd/"' in page
    assert "This page has moved:" in page


def test_every_line_of_the_redirects_leads_to_a_page(grow: Grow):
    notes = {**NOTES, "My Plants/R&D/a.md": "#R&D/Moss #Soil #soil", "x/README.md": "y"}
    built = grow(notes, toml=MOVED)

    for line in (built.out / "_redirects").read_text("utf-8").splitlines():
        path, target, _ = line.split(" ")
        assert (built.out / unquote(target).strip("/")).exists()
        assert path.rstrip("/") != target.rstrip("/")
