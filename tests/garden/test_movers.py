"""Coming from Quartz: the addresses that it gave to notes lead to where they are now."""

import pytest

from shared.garden.build import build
from tests.garden.conftest import Grow
from tests.support.cli import invoke

MOVED = 'publish = "all"\nmoved_from = "quartz"\n'
NOTES = {
    "index.md": "x",
    "plain.md": "x",
    "Projects/Balcony/Budget.md": "x",
    "Projects/index.md": "x",
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
        "/index/ / 301",
        "/R-and-D/100-percent-sure/ /rd/100-sure/ 301",
        "/Projects/ /projects/index/ 301",
        "/Projects/Balcony/Budget /projects/balcony/budget/ 301",
        "/R-and-D/100-percent-sure /rd/100-sure/ 301",
        "/Tags/Moss /tags-notes/moss/ 301",
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

    assert not (built.out / "_redirects").exists()
    assert 'http-equiv="refresh"' not in built.page("x-and-y")
    assert ">a b</h1>" in built.page("a-b")


def test_the_fifth_quartz_has_small_letters(grow: Grow, tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "quartz.config.yaml").write_text("configuration: {}\n")
    built = grow({"Projects/R&D.md": "x", "Projects/Moss.md": "x"}, toml=MOVED)
    lines = (built.out / "_redirects").read_text("utf-8").splitlines()

    assert lines == [
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
    assert (built.out / "_redirects").read_text() == "/index/ / 301\n"
