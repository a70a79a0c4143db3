"""One changed note is shown at once; whatever more has changed waits for the build."""

import pytest

from shared.garden.build import build
from tests.garden.conftest import FUNCTIONS_URL, SITE_URL, Built, Grow

OAK = "---\ntags: [tree]\nmaturity: budding\n---\nAn oak. See [[fern]].\n"
FILES = {"oak.md": OAK, "fern.md": "A fern, and [[oak]].\n", "moss.md": "![[oak]]\n"}


def glimpsed(built: Built, content: str) -> bool:
    assert built.report.glimpse is not None
    return built.report.glimpse.show("oak.md", content.encode())


def test_a_changed_text_is_on_its_page_with_all_that_stands_beside_it(grow: Grow):
    built = grow(FILES)
    before = built.page("oak")

    assert glimpsed(built, OAK.replace("An oak.", "An oak, 300 years old. [[moss]]."))
    after = built.page("oak")
    assert 'An oak, 300 years old. <a href="/moss/">moss</a>.' in built.body("oak")
    assert "300 years" not in before
    assert after.count('href="/fern/"') >= before.count('href="/fern/"')
    assert 'href="/tags/tree/"' in after


def test_the_next_build_makes_of_it_what_it_would_have_made_without(grow: Grow, tmp_path):
    changed = OAK.replace("An oak.", "An oak, 300 years old.")
    cache = tmp_path / "cache"
    built = grow(FILES)
    for content in (OAK, changed):
        (built.site / "oak.md").write_text(content, "utf-8")
        report = build(
            built.site, built.out, site_url=SITE_URL, functions_url=FUNCTIONS_URL, cache=cache
        )
        if content == OAK:
            assert report.glimpse is not None
            assert report.glimpse.show("oak.md", changed.encode())
    again = dict(built.everything())

    build(built.site, tmp_path / "anew", site_url=SITE_URL, functions_url=FUNCTIONS_URL)
    assert again == dict(Built(report, built.site, tmp_path / "anew").everything())
    assert "300 years" in built.page("moss")


@pytest.mark.parametrize(
    "content",
    [
        OAK.replace("tree", "wood"),
        OAK.replace("---\n", "---\nslug: quercus\n", 1),
        OAK.replace("---\n", "---\ndraft: true\n", 1),
        OAK.replace("---\n", "---\nplanted: soon\n", 1),
        OAK.replace("maturity", "maturity: ["),
    ],
)
def test_what_other_pages_must_know_of_or_is_wrong_waits_for_the_build(grow: Grow, content: str):
    built = grow(FILES)
    before = built.page("oak")

    assert not glimpsed(built, content)
    assert built.page("oak") == before


def test_a_new_note_waits_for_the_build(grow: Grow):
    built = grow(FILES)

    assert built.report.glimpse is not None
    assert not built.report.glimpse.show("ivy.md", b"An ivy.")


def test_a_garden_at_rest_has_its_texts_on_the_disk_alone_and_shows_notes_as_ever(
    grow: Grow, tmp_path
):
    built = grow(FILES, toml='title = "x"\npublish = "all"\n')
    (built.site / "letters").mkdir()
    (built.site / "letters" / "hello.md").write_text("---\nsubject: Hello\n---\nSo long.\n")
    urls = {"site_url": SITE_URL, "functions_url": FUNCTIONS_URL}
    report = build(built.site, built.out, cache=tmp_path / "cache", **urls)
    assert report.glimpse is not None
    [letter] = report.letters
    mail = report.mail_of(letter)
    texts = report.glimpse.garden.texts
    assert all(texts.encoded[note] for note in report.notes)

    report.glimpse.rest()
    assert not any(texts.encoded[note] for note in report.notes)
    assert report.mail_of(letter) == mail
    assert report.glimpse.show("oak.md", OAK.replace("An oak.", "Two oaks.").encode())
    assert "Two oaks." in built.page("oak")


def test_where_nothing_is_kept_the_texts_stay(grow: Grow):
    built = grow(FILES)
    assert built.report.glimpse is not None

    built.report.glimpse.rest()
    assert glimpsed(built, OAK.replace("An oak.", "Two oaks."))


def test_what_came_of_a_build_is_shown_in_a_word_as_asyncio_does(grow: Grow):
    built = grow({f"n{name}.md": "[[n0]] [[n1]] [[n2]] [[n3]]\n" for name in range(4)})

    assert len(repr(built.report)) < 200


def test_the_notes_of_a_garden_that_was_built_anew_hold_each_other_no_more(grow: Grow):
    built = grow(FILES)
    notes, glimpse = built.report.notes, built.report.glimpse
    assert glimpse is not None
    assert all(note.targets and note.backlinks for note in notes if note.slug != "moss")

    glimpse.let_go()
    assert [note for note in notes if note.targets or note.backlinks or note.grew_out_of] == []
