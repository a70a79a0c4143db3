"""Addresses that belong to the house: whoever would have one gets another, and no note is lost."""

import re
from pathlib import Path

import pytest

from functions.app import ROUTES
from shared.garden.build import build
from shared.garden.woven.slugs import RESERVED, RESERVED_ALONE, elsewhere
from tests.garden.conftest import Grow
from tests.support.documents import ROOT

MANUAL = (ROOT / "site" / "notes" / "writing-front-matter.md").read_text("utf-8")
ADVICE = "A line `slug: another-name` in its front matter says what you would rather have"


@pytest.mark.parametrize(
    ("path", "slug", "owner"),
    [
        ("tags", "tags-note", "/tags belongs to the tag pages"),
        ("Graph", "graph-note", "/graph belongs to the graph"),
        ("search", "search-note", "/search belongs to the search"),
        ("beds", "beds-note", "/beds belongs to the lists of notes by maturity"),
        ("n", "n-note", "/n belongs to short links"),
        ("feed.xml", "feed.xml-note", "/feed.xml belongs to the feed"),
        ("_worker.js/x", "_worker.js-notes/x", "/_worker.js belongs to the code that a web host"),
        ("ſearch", "ſearch-note", "/search belongs to the search"),
        ("Letters/2024/May", "letters-notes/2024/may", "/letters belongs to the letters"),
        ("garden/search", "garden/search-note", "/garden/search belongs to the functions"),
        ("search/index.json", "search/index.json-note", "/search/index.json belongs to the search"),
        ("Search/Titles", "search/titles-note", "/search/titles belongs to the list of all titles"),
    ],
)
def test_a_note_at_an_address_of_the_house_gets_another_and_keeps_its_id(grow, path, slug, owner):
    built = grow({f"{path}.md": "MOVED", "ok.md": f"[[{path}]]"})
    warning, *more = built.warnings
    note = built.note(slug)

    assert built.errors == []
    assert "MOVED" in built.body(slug)
    assert warning.startswith(f"{path}.md:1:1: {owner}")
    assert warning.endswith(f"; the note is at {note.href}. {ADVICE}")
    assert note.id == f"{path}.md"
    assert len(more) == path.startswith("Letters/")  # which asks for a decision besides
    assert f'href="{note.href}"' in built.body("ok")


@pytest.mark.parametrize(
    "path", ["garden/tomatoes", "Garden", "graph/theory", "search/how", "feed"]
)
def test_what_collides_with_nothing_stays_where_it_is(grow, path):
    built = grow({f"{path}.md": "x", "ok.md": f"[a](/{path}.md)"})
    where = path.lower()

    assert built.errors == built.warnings == []
    assert built.note(where).slug == where
    assert f'href="/{where}/"' in built.body("ok")


def test_the_notes_of_one_folder_are_told_of_once_and_have_its_page(grow: Grow):
    built = grow({f"Tags/{name}.md": "x" for name in "abc"})
    [warning] = built.warnings

    assert warning == (
        "Tags/a.md:1:1: /tags belongs to the tag pages; this note and 2 more are below "
        f"/tags-notes/. {ADVICE}"
    )
    assert [note.slug for note in built.report.notes] == [f"tags-notes/{name}" for name in "abc"]
    assert ">Tags</h1>" in built.page("tags-notes")
    assert '<a href="/tags-notes/"' in built.page("tags-notes/a")


def test_a_slug_that_is_taken_is_complained_of_at_its_line(grow: Grow):
    [warning] = grow({"a.md": "---\nslug: newsletter\n---\nx"}).warnings

    assert warning.startswith("a.md:2:7: /newsletter belongs to the newsletter's pages; the note ")


def test_the_pages_of_the_house_are_still_there_and_links_lead_to_them(grow: Grow):
    built = grow({"graph.md": "x", "search.md": "x", "a.md": "[g](/graph/) [s](/search/) #t"})

    assert 'href="/graph/"' in built.body("a")
    assert "<svg" in built.page("graph")
    assert 'name="q"' in built.page("search")


def test_an_address_that_is_taken_twice_is_an_error_as_ever(grow: Grow):
    [error] = grow({"graph.md": "x", "graph-note.md": "y"}).errors

    assert "graph-note.md and graph.md want the same URL /graph-note/" in error


def test_every_address_that_the_functions_answer_is_taken():
    paths = [re.sub(r"\{\w+\}", "x", route.path).strip("/") for route in ROUTES]

    assert [path for path in paths if elsewhere(path) == path] == []


def test_the_manual_names_all_that_is_taken_and_nothing_else():
    section = MANUAL.split("| Taken | By |")[1].split("\n\n")[0]
    rows = [row.split("|")[1] for row in section.splitlines()[2:]]
    alone = {name for row in rows if "alone" in row or "garden/" in row for name in named(row)}

    assert alone == set(RESERVED_ALONE)
    assert {name for row in rows for name in named(row)} - alone == set(RESERVED)


def named(row: str) -> list[str]:
    return re.findall(r"`([^`]+)`", row)


DEEP = "/".join(["a" * 100] * 50)  # longer than any file system has a path


@pytest.mark.parametrize("key", ["slug", "aliases", "tags"])
def test_a_name_that_no_disk_can_keep_stops_no_other_note(grow: Grow, key: str):
    built = grow({"a.md": f"---\n{key}: {DEEP}\n---\nx", "b.md": "y"})

    assert built.exists("b")
    assert built.exists("a") is (key != "slug")
    assert len(built.errors) == (key == "slug")


def test_neither_does_a_letter_with_the_name_of_a_page(tmp_path: Path):
    (tmp_path / "site" / "notes").mkdir(parents=True)
    (tmp_path / "site" / "letters").mkdir()
    (tmp_path / "site" / "garden.toml").write_text('title = "T"')
    (tmp_path / "site" / "notes" / "a.md").write_text("x")
    (tmp_path / "site" / "letters" / "index.html.md").write_text("---\npublic: true\n---\nx")
    report = build(tmp_path / "site", tmp_path / "out", site_url="x", functions_url="")
    [error] = report.errors

    assert str(error).startswith("letters/index.html.md:1:1: no page can have the URL")
    assert (tmp_path / "out" / "a" / "index.html").is_file()
