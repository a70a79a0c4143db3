"""A reader whose browser runs no script searches the garden, and nothing is kept of it."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest

from functions.routes import search
from functions.web.turnstile import Turnstile
from shared.garden.build import build
from shared.newsletter.pages import search_files
from tests.support.garden import Garden
from tests.support.rows import one
from tests.support.settings import FUNCTIONS_URL

NOTES = {
    "moss.md": "---\ntitle: Of <moss>\nmaturity: evergreen\n---\nMoss & more.\n\n"
    "## Of <b>liver</b>worts & co\n\nA <u>liverwort</u> is & stays small.",
    "苔蘚.md": "---\nlanguage: zh-Hant\n---\n# 苔蘚\n\n長在陰影裡。Moss.",
    "hidden.md": "---\ndraft: true\n---\n# Hidden moss",
}

WHOLE = {"notes": 1, "grown": [0, 0, 1], "together": 8, "starts": ["m"], "sizes": "A"}
FOLDERS = ("//evil.example/x", "../newsletter", "assets/search-000000000000")


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test see files or counters of another."""
    monkeypatch.setattr(search_files, "SHELF", search_files.Shelf())
    monkeypatch.setattr(search, "TURNSTILE", Turnstile(of_a_network=30, of_everybody=600))


@pytest.fixture
def searched(garden: Garden, tmp_path: Path) -> Garden:
    """A Thistledown whose site has a garden of a few notes."""
    folder, out = tmp_path / "notes", tmp_path / "out"
    folder.mkdir()
    for name, text in NOTES.items():
        (folder / name).write_text(text, encoding="utf-8")
    build(folder, out, site_url=garden.site.url, functions_url=FUNCTIONS_URL)
    files = [*out.glob("search/*.json"), *out.glob("assets/search-*/*")]
    garden.site.pages |= {f"/{each.relative_to(out)}": each.read_text("utf-8") for each in files}
    for each in out.glob("*/index.html"):
        path = quote(f"/{each.parent.relative_to(out)}/")
        garden.site.pages[path] = each.read_text("utf-8")
    return garden


def ask(garden: Garden, query: str, more: str = "", **headers: str):
    return garden.client.get(f"/garden/search?q={query}{more}", headers=headers)


def test_the_page_leads_on_to_the_garden_as_its_own_pages_do(searched):
    page, site = ask(searched, "moss").text, searched.site.url

    assert '<nav aria-label="The garden">' in page
    for path in ("/#notes", "/tags/", "/feed.xml"):
        assert f'<a href="{site}{path}">' in page


def test_a_reader_finds_notes_in_either_script(searched):
    answer = ask(searched, "moss")

    assert answer.status_code == 200
    assert "Notes found: 2" in answer.text
    assert f'<a href="{searched.site.url}/moss/" lang="en" dir="auto">' in answer.text
    assert "Of &lt;<mark>moss</mark>&gt;" in answer.text
    assert f'<a href="{searched.site.url}/%E8%8B%94%E8%98%9A/" lang="zh-Hant"' in answer.text
    assert "Hidden" not in answer.text
    assert "<mark>苔蘚</mark>" in ask(searched, "苔蘚").text
    assert "找到 1 則筆記" in ask(searched, "陰影", **{"Accept-Language": "zh-TW"}).text


def test_each_result_shows_the_passage_that_was_found_and_leads_to_its_heading(searched):
    answer = ask(searched, "liverwort")

    assert f'<a href="{searched.site.url}/moss/#of-liverworts-co">' in answer.text
    assert "A <mark>liverwort</mark> is &amp; stays small." in answer.text
    assert "Moss &amp; more." not in answer.text


def test_without_the_page_of_a_note_its_beginning_is_shown(searched):
    del searched.site.pages["/moss/"]
    answer = ask(searched, "liverwort")

    assert answer.status_code == 200
    assert "<mark>Moss</mark>" not in answer.text
    assert "Moss &amp; more." in answer.text


def test_a_mistyped_word_is_understood_and_said(searched):
    answer = ask(searched, "livervort")

    assert "Did you mean “liverwort”? Notes found: 1" in answer.text
    assert "<mark>liverwort</mark>" in answer.text
    told = ask(searched, "livervort", Accept="application/json").json()
    assert (told["found"], told["meant"]) == (1, "liverwort")


def test_pages_are_asked_for_again_after_a_minute_and_the_index_is_not(searched):
    ask(searched, "liverwort")
    first = list(searched.site.asked)
    search_files.SHELF.read_at -= 61
    ask(searched, "liverwort")

    assert searched.site.asked[len(first) :] == ["/search/index.json", "/moss/"]


def test_results_can_be_of_one_maturity_or_be_asked_for_as_json(searched):
    assert "Notes found: 1" in ask(searched, "moss", "&maturity=evergreen").text
    told = ask(searched, "moss", Accept="application/json").json()

    assert told["found"] == 2
    assert told["results"][0]["url"] == f"{searched.site.url}/moss/"
    assert {each["maturity"] for each in told["results"]} == {"evergreen", "seedling"}


def test_what_is_asked_for_comes_back_as_text_and_goes_into_no_cache_of_others(searched):
    answer = ask(searched, "%3Cscript%3Ealert(1)%3C/script%3E%22")

    assert "No note has all of these words." in answer.text
    assert "<script" not in answer.text
    assert answer.headers["Cache-Control"] == "private, max-age=300"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "script-src" not in answer.headers["Content-Security-Policy"]


def test_without_a_query_there_is_the_form_and_nothing_is_fetched(searched):
    answer = searched.client.get("/garden/search")

    assert answer.status_code == 200
    assert 'name="q"' in answer.text
    assert searched.site.asked == []


def test_a_file_is_fetched_once_and_nobody_is_counted_in_the_database(searched, db):
    for _ in range(3):
        assert ask(searched, "moss").status_code == 200

    assert len(searched.site.asked) == len(set(searched.site.asked))
    assert one(db, "select count(*) from counted_in_hour") == 0


def test_a_query_that_is_too_long_is_not_searched_for(searched):
    assert ask(searched, "x" * 201).status_code == 422
    assert ask(searched, "x" * 200).status_code == 200
    assert ask(searched, "moss", "&page=100&maturity=seedling").status_code == 200
    assert ask(searched, "moss", "&page=99999999999999999999").status_code == 422


def test_a_garden_without_an_index_or_with_a_damaged_one_says_so(garden):
    for manifest in ("", "[]", "null", "{", *(json.dumps(WHOLE | {"folder": f}) for f in FOLDERS)):
        search_files.SHELF.manifest = ""
        garden.site.pages["/search/index.json"] = manifest
        answer = ask(garden, "moss")

        assert answer.status_code == 503, manifest
        assert "no index" in answer.text
    assert set(garden.site.asked) == {"/search/index.json", f"/{FOLDERS[-1]}/t0.txt"}


def test_who_asks_too_often_waits_a_minute_and_others_do_not(searched, monkeypatch):
    few = Turnstile(of_a_network=2, of_everybody=3)
    monkeypatch.setattr(search, "TURNSTILE", few)
    monkeypatch.setattr(search, "client_network", lambda request: request.headers["X-Net"])
    answers = [ask(searched, "moss", **{"X-Net": net}).status_code for net in "aaabb"]

    assert answers == [200, 200, 429, 200, 429]
    refused = ask(searched, "moss", **{"X-Net": "a"})
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    few.began -= 61
    assert ask(searched, "moss", **{"X-Net": "a"}).status_code == 200


def test_the_shelf_has_room_for_so_much_and_keeps_what_was_used_last(monkeypatch):
    monkeypatch.setattr(search_files, "MOST", 10)
    shelf = search_files.Shelf()
    shelf.put("a", "12345")
    shelf.put("b", "12345")
    assert shelf.find("a") == "12345"
    shelf.put("c", "12345")

    assert (shelf.find("a"), shelf.find("b"), shelf.find("c")) == ("12345", None, "12345")
