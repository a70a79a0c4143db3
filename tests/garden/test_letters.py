"""Letters beside the notes: read like notes, listed as none, and a page only if they say so."""

import json
from pathlib import Path

import pytest

from shared.garden.build import build
from shared.garden.check.check import check
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


PLAIN = 'title = "T"\npublish = "all"\n'
SECRET = "---\ntitle: Zinnia\n{}---\nSECRET\n"


def laid(tmp_path: Path, folder: str, toml: str | None, more: str = "") -> Path:
    """Lay out a garden with one letter, and its notes at the top or in a folder of their own."""
    site = tmp_path / "site"
    (site / folder).mkdir(parents=True)
    (site / folder / "2026-11.md").write_text(SECRET.format(more), encoding="utf-8")
    notes = site / "notes" if folder != "letters" and folder != "Letters" else site
    notes.mkdir(exist_ok=True)
    (notes / "oak.md").write_text("A tree. [[2026-11]]", encoding="utf-8")
    if toml is not None:
        (site / "garden.toml").write_text(toml, encoding="utf-8")
    return site


def built_from(site: Path) -> Built:
    out = site.parent / "out"
    report = build(site, out, site_url=SITE_URL, functions_url=SITE_URL)
    return Built(report, site, out)


@pytest.mark.parametrize("folder", ["letters", "Letters", "notes/letters", "notes/LETTERS"])
@pytest.mark.parametrize("said", ["", "letters = true\n"])
def test_a_letter_among_the_notes_is_one_as_well_and_a_warning_says_how_to_decide(
    tmp_path: Path, folder: str, said: str
):
    built = built_from(laid(tmp_path, folder, PLAIN + said))
    [letter] = built.report.letters

    assert built.mentions("SECRET") == built.mentions("Zinnia") == []
    assert (letter.name, letter.is_public) == ("2026-11", False)
    assert "SECRET" in str(built.report.mail_of(letter)["mail_html"])
    told = [each for each in built.warnings if "`letters = false` in garden.toml" in each]
    assert len(told) == (0 if said else 1)


@pytest.mark.parametrize("folder", ["letters", "notes/letters"])
def test_one_that_says_so_has_a_page_there_too(tmp_path: Path, folder: str):
    built = built_from(laid(tmp_path, folder, PLAIN, "public: true\n"))

    assert "SECRET" in built.page("letters/2026-11")
    assert [note.slug for note in built.report.notes] == ["oak"]


@pytest.mark.parametrize("toml", [None, PLAIN + "letters = false\n"])
@pytest.mark.parametrize("more", ["", "public: false\n", "draft: true\n"])
def test_poems_in_letters_are_notes_where_there_is_no_garden_or_it_says_so(
    tmp_path: Path, toml: str | None, more: str
):
    built = built_from(laid(tmp_path, "letters", toml, more))

    assert built.report.letters == []
    assert built.exists("letters-notes/2026-11") is (not more)
    assert bool(built.mentions("SECRET")) is (not more)
    told = [each for each in built.warnings if "for there is no garden.toml" in each]
    assert len(told) == (0 if toml else 1)


def test_a_garden_that_has_no_letters_reads_none_beside_its_notes(grow: Grow, tmp_path: Path):
    built = with_letters(grow, tmp_path, TOML + "letters = false\n", november=written())

    assert built.report.letters == []
    assert built.mentions("November") == []


def test_a_folder_of_notes_that_is_called_letters_holds_none(tmp_path: Path):
    built = built_from(laid(tmp_path, "letters", PLAIN + 'notes = "letters"\n'))

    assert built.report.letters == []
    assert built.exists("2026-11")


def test_what_is_no_answer_to_whether_there_are_letters_shows_none(tmp_path: Path):
    built = built_from(laid(tmp_path, "letters", PLAIN + 'letters = "no"\n'))

    assert [each.partition(": ")[0] for each in built.errors] == ["garden.toml:3:1"]
    assert not built.report.is_built


def test_a_check_takes_no_letter_among_the_notes_for_a_leak(tmp_path: Path):
    site = laid(tmp_path, "letters", PLAIN + "letters = true\n")
    codes = {each.code for each in check(site, site_url=SITE_URL, functions_url="").findings}

    assert codes == {"broken-link", "orphan"}
