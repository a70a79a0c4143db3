"""A note that was renamed and edited at once: somebody is asked, and nobody is told twice."""

from typing import Any

import pytest

from shared.newsletter.announcing.likeness import likeness, pieces
from tests.support.garden import Garden
from tests.support.rows import column

OAK = "".join(
    f"<p>{number}. An oak grows for {number} hundred years, and is felled in one morning.</p>"
    for number in range(12)
)
EDITED = OAK.replace("<p>5.", "<p>A new opening.</p><p>5.") + "<p>And one more thought.</p>"
ELM = "".join(
    f"<p>{number}. The elm of my street is ill, year {number}.</p>" for number in range(9)
)


@pytest.fixture
def oak(garden: Garden) -> dict[str, Any]:
    """An evergreen note that a reader was told of."""
    garden.confirmed_reader("ada@example.org")
    site = garden.site
    garden.show(site.note("oak"), site.note("ivy"))
    note = site.note("oak", "evergreen", mail_html=OAK)
    assert garden.letters_after(note, site.note("ivy")) == ["On oak"]
    return note


def renamed(garden: Garden, name: str = "quercus", text: str = EDITED) -> dict[str, Any]:
    return garden.site.note(name, "evergreen", mail_html=text, content_hash=f"sha256:{name}2")


def newly(answer: Any) -> list[str]:
    """The ids of the notes that are told of; they share the day's letter with the oak."""
    assert answer.status_code == 200
    return [note["id"] for note in answer.json()["newly_evergreen"]]


def test_it_is_asked_about_before_anything_is_changed(garden: Garden, db, oak):
    answer = garden.show(renamed(garden), garden.site.note("ivy"))
    asked = answer.json()

    assert answer.status_code == 409
    assert asked["title"] == "Perhaps renamed"
    assert "“On quercus” is much like “On oak”" in asked["detail"]
    assert asked["newly_evergreen"] == []
    assert asked["renamed"] == [
        {
            "digest": asked["digest"],
            "id": "quercus",
            "title": "On quercus",
            "url": f"{garden.site.url}/quercus/",
            "was": {"id": oak["id"], "title": "On oak"},
        }
    ]
    assert column(db, "select id from notes where gone_at is null order by id") == ["ivy", "oak"]
    assert garden.letters() == []


@pytest.mark.usefixtures("oak")
def test_a_yes_makes_it_the_note_it_was_and_nobody_is_told(garden: Garden, db):
    note, ivy = renamed(garden), garden.site.note("ivy")
    digest = garden.show(note, ivy).json()["digest"]
    answer = garden.show(note, ivy, query=f"?confirm={digest}")
    again = garden.show(note, ivy)

    assert [answer.status_code, again.status_code] == [200, 200]
    assert answer.json()["newly_evergreen"] == again.json()["newly_evergreen"] == []
    assert garden.letters() == []
    assert column(db, "select id from notes order by id") == ["ivy", "quercus"]
    assert column(db, "select note_id from announced_notes") == ["quercus"]


@pytest.mark.usefixtures("oak")
def test_a_no_makes_it_another_note_that_is_told_once(garden: Garden, db):
    note = renamed(garden)
    digest = garden.show(note).json()["digest"]
    answer = garden.show(note, query=f"?confirm=-{digest}")
    again = garden.show(note)

    assert newly(answer) == ["quercus"]
    assert newly(again) == []
    assert column(db, "select note_id from announced_notes order by 1") == ["oak", "quercus"]


@pytest.mark.usefixtures("oak")
def test_a_dry_run_says_what_would_be_asked_and_counts_it_not_among_the_new(garden: Garden):
    notes = renamed(garden), garden.site.note("elm", "evergreen", mail_html=ELM)
    answer = garden.show(*notes, query="?dry_run=1").json()

    assert [pair["was"]["title"] for pair in answer["renamed"]] == ["On oak"]
    assert [note["id"] for note in answer["newly_evergreen"]] == ["elm"]


@pytest.mark.usefixtures("oak")
def test_many_new_notes_and_a_renamed_one_are_two_questions(garden: Garden):
    more = [garden.site.note(name, "evergreen") for name in ("ash", "birch", "cedar", "elm")]
    note = renamed(garden)
    first = garden.show(note, *more).json()["digest"]
    second = garden.show(note, *more, query=f"?confirm={first}")
    third = garden.show(note, *more, query=f"?confirm={first},{second.json()['digest']}")

    assert second.status_code == 409
    assert len(second.json()["newly_evergreen"]) == 4
    assert third.status_code == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"text": ELM},
        {"text": "<p>An oak grows.</p>"},  # says too little to be like anything
        {"text": OAK[: len(OAK) // 3]},
    ],
)
@pytest.mark.usefixtures("oak")
def test_another_note_is_not_asked_about(garden: Garden, changes):
    assert newly(garden.show(renamed(garden, **changes))) == ["quercus"]


@pytest.mark.usefixtures("oak")
def test_what_says_its_old_name_is_not_asked_about(garden: Garden, db):
    assert garden.letters_after({**renamed(garden), "aliases": ["oak"]}) == []
    assert column(db, "select id from notes where gone_at is null") == ["quercus"]


@pytest.mark.usefixtures("oak")
def test_a_copy_beside_its_original_is_not_asked_about(garden: Garden):
    original = garden.site.note("oak", "evergreen", mail_html=OAK)

    assert newly(garden.show(original, renamed(garden))) == ["quercus"]


@pytest.mark.usefixtures("oak")
def test_of_two_new_notes_the_nearer_one_is_asked_about(garden: Garden):
    far = EDITED.replace("morning", "afternoon")
    answer = garden.show(renamed(garden, "far", far), renamed(garden, "near")).json()

    assert [pair["id"] for pair in answer["renamed"]] == ["near"]


def test_likeness_is_of_the_words_in_any_script_and_not_of_the_markup():
    moss = "苔蘚沒有根，住在別人不住的地方。下雨的時候它最綠，天晴了就睡。" * 4
    marked = moss.replace("住在", "<b>住</b>在").replace("。", "。</p><p>")

    assert likeness(pieces(moss), pieces(marked)) == 1
    assert likeness(pieces(OAK), pieces(EDITED)) > 0.8
    assert likeness(pieces(OAK), pieces(ELM)) < 0.1
    assert likeness(pieces("x"), pieces("x")) == 0
