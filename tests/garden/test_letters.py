"""Letters beside the notes: read like notes, listed as none, and a page only if they say so."""

import json
from pathlib import Path

import pytest

from tests.garden.conftest import SITE_URL, Built, Grow

TOML = 'title = "Marginalia"\npublish = "all"\n'
NOTES = {"oak.md": "---\nmaturity: seedling\nplanted: 2026-01-01\n---\n# Oak\n\nA tree."}


def written(more: str = "public: true") -> str:
    return f"---\ntitle: November\ndate: 2026-11-30\n{more}\n---\nRain on [[oak]]. ![[wet.png]]\n"


def with_letters(grow: Grow, tmp_path: Path, toml: str = TOML, **letters: str) -> Built:
    folder = tmp_path / "site" / "letters"
    folder.mkdir(parents=True)
    for name, text in letters.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return grow({**NOTES, "wet.png": b"pixels"}, toml)


def test_a_public_letter_has_a_page_a_line_and_an_entry_and_is_no_note(grow: Grow, tmp_path: Path):
    built = with_letters(grow, tmp_path, november=written())
    letter = built.report.mail_of(built.report.letters[0])

    assert built.errors == []
    assert '<a href="/oak/">oak</a>' in built.page("letters/november")
    assert str(letter["content_hash"]) in built.page("letters/november")
    assert letter["url"] == f"{SITE_URL}/letters/november/"
    assert f'<a href="{SITE_URL}/oak/">oak</a>' in str(letter["mail_html"])
    assert 'href="/letters/november/"' in built.page("letters")
    assert 'href="/letters/"' in built.page("oak")
    feed = (built.out / "feed.xml").read_text(encoding="utf-8")
    assert "<title>November</title>" in feed
    assert f"{SITE_URL}/letters/" in (built.out / "sitemap.xml").read_text(encoding="utf-8")
    assert [
        note["id"] for note in json.loads((built.out / "notes.json").read_bytes())["notes"]
    ] == ["oak.md"]
    assert built.note("oak").backlinks == []
    assert "November" not in built.page("")


@pytest.mark.parametrize("more", ["", "public: false", "public: true\ndraft: true"])
def test_any_other_letter_is_named_nowhere(grow: Grow, tmp_path: Path, more: str):
    built = with_letters(grow, tmp_path, november=written(more))

    assert built.mentions("November") == []
    assert not (built.out / "letters").exists()
    assert "/letters/" not in built.page("oak")


def test_what_is_no_answer_makes_no_page_and_is_an_error(grow: Grow, tmp_path: Path):
    built = with_letters(grow, tmp_path, november=written("public: perhaps"))

    assert built.mentions("November") == []
    assert "letters/november.md:4" in built.errors[0]


def test_a_letter_can_be_mailed_without_a_page_and_brings_its_pictures(grow: Grow, tmp_path: Path):
    built = with_letters(grow, tmp_path, 'publish = "marked"\ntitle = "M"\n', november=written(""))
    letter = built.report.mail_of(built.report.letters[0])

    assert letter["url"] is None
    assert built.mentions("pixels") != []


def test_its_front_matter_moves_no_letter_onto_a_note(grow: Grow, tmp_path: Path):
    built = with_letters(grow, tmp_path, november=written("public: true\nslug: oak"))

    assert built.exists("letters/november")
    assert "A tree." in built.page("oak")


@pytest.mark.parametrize(
    ("maturity", "more", "shown"),
    [
        ("seedling", "", True),
        ("budding", "", True),
        ("evergreen", "", False),
        ("seedling", "should_index: false", False),
    ],
)
def test_only_a_listed_note_that_can_grow_has_a_form_to_follow_it(
    grow: Grow, maturity: str, more: str, shown: bool
):
    built = grow({"oak.md": f"---\nid: 'a\"<b>'\nmaturity: {maturity}\n{more}\n---\nA tree."}, TOML)
    field = '<input type="hidden" name="note" value="a&#34;&lt;b&gt;">'

    assert (field in built.page("oak")) is shown
    assert "<details" in built.page("oak") or not shown
