"""What a note says of its growth: why now, what it grew out of, how long it takes to read."""

import pytest

from tests.garden.conftest import SITE_URL, Built, Grow

EVERGREEN = "---\nmaturity: evergreen\nplanted: 2025-05-01\n{}\n---\nAs in [[elm]] and [[ash]].\n"
OLDER = "---\nplanted: {}\n---\nSee [[oak]].\n"


def oak(grow: Grow, head: str = "", **others: str) -> Built:
    files = {f"{name}.md": text for name, text in others.items()}
    return grow({"oak.md": EVERGREEN.format(head).replace("\n\n---", "\n---"), **files})


def titles(built: Built) -> list[str]:
    return [origin["title"] for origin in built.entry("oak").get("grew_out_of", [])]


def test_why_is_one_line_of_the_manifest(grow: Grow):
    built = oak(grow, "why: >\n  Two winters\n  have passed.", elm="x", ash="x")

    assert built.entry("oak")["why"] == "Two winters have passed."
    assert "why" not in built.entry("elm")
    assert built.warnings == built.errors == []


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("why: [a, b]", "oak.md:4:6: `why` is no sentence"),
        ("why:\n  it: is", "oak.md:5:3: `why` is no sentence"),
        (f"why: {'w' * 301}", "oak.md:4:6: `why` has 301 characters; a letter shows 300"),
        ("grewOutOf:\n  a: b", "oak.md:5:3: `grewOutOf` is no list of notes"),
        ("grewOutOf: Nothing", "oak.md:4:12: `grewOutOf` names 'Nothing', which is no note"),
        ("grewOutOf: [hid]", "oak.md:4:12: `grewOutOf` names 'hid', which is unlisted"),
    ],
)
def test_what_cannot_be_told_is_named_with_its_place(grow: Grow, head: str, said: str):
    hidden = "---\nshould_index: false\n---\nx"
    built = oak(grow, head, elm="x", ash="x", hid=hidden)

    assert built.errors == []
    [warning] = built.warnings
    assert warning.startswith(said)
    assert len(built.entry("oak").get("why", "")) <= 300
    assert "grew_out_of" not in built.entry("oak")


def test_a_day_of_budding_is_read_and_a_wrong_one_is_an_error(grow: Grow):
    built = oak(grow, "budding_at: 2025-06-14", elm="x", ash="x")
    assert built.entry("oak")["budding_at"] == "2025-06-14"

    wrong = oak(grow, "buddingAt: last summer", elm="x", ash="x")
    assert wrong.errors == [
        "oak.md:4:12: `buddingAt` 'last summer' is no date; write it as 2026-11-29"
    ]


@pytest.mark.parametrize(
    "written",
    [
        "grewOutOf: [Elm trees, ash]",
        "grew_out_of: Elm trees, ash",
        'grewOutOf: ["[[elm]]", "[[ash|the ash]]"]',
        "grewOutOf: [[elm, ash]]",
        "grewOutOf:\n  - elm.md\n  - '[Ash](ash.md)'",
        'grew-out-of: "[[elm#Bark]]，[[ash]]"',
    ],
)
def test_what_it_grew_out_of_is_written_as_links_or_titles(grow: Grow, written: str):
    built = oak(grow, written, elm="---\ntitle: Elm trees\n---\n# Bark", ash="x")

    assert built.warnings == []
    assert built.entry("oak")["grew_out_of"] == [
        {"title": "Elm trees", "url": f"{SITE_URL}/elm/"},
        {"title": "ash", "url": f"{SITE_URL}/ash/"},
    ]


def test_a_title_with_a_comma_is_one_title(grow: Grow):
    built = oak(grow, "grewOutOf: Salt, fat", elm="---\ntitle: Salt, fat\n---\nx", ash="x")

    assert titles(built) == ["Salt, fat"]


def test_three_are_enough(grow: Grow):
    built = oak(grow, "grewOutOf: [a, b, elm, ash, a, oak]", elm="x", ash="x", a="x", b="x")

    assert titles(built) == ["a", "b", "elm"]
    assert built.warnings == ["oak.md:4:12: `grewOutOf` names 4 notes; a letter shows the first 3"]


def test_without_a_word_it_grew_out_of_older_notes_that_it_shares_links_with(grow: Grow):
    built = oak(
        grow,
        elm=OLDER.format("2024-02-01"),
        ash=OLDER.format("2023-02-01"),
        diary=OLDER.format("2022-02-01"),  # leads here, and is not named here
    )
    assert titles(built) == ["ash", "elm"]

    younger = oak(grow, elm=OLDER.format("2025-05-01"), ash="No day: [[oak]].")
    assert titles(younger) == []


def test_nothing_grows_out_of_the_first_page(grow: Grow):
    note = EVERGREEN.format("aliases: [x]").replace("[[elm]]", "[[index]]")
    built = grow({"oak.md": note, "index.md": OLDER.format("2022-02-01"), "ash.md": "x"})

    assert built.warnings == []
    assert titles(built) == []


@pytest.mark.parametrize("mark", ["draft: true", "should_index: false"])
def test_no_letter_names_what_is_not_public(grow: Grow, mark: str):
    hidden = OLDER.format(f"2024-02-01\ntitle: Sycamore\n{mark}")
    for head in ("", "grewOutOf: [elm]"):
        built = oak(grow, head, elm=hidden, ash="x")

        assert "Sycamore" not in str(built.report.manifest)
        assert "unlisted" in "".join(built.warnings) or "draft" in mark or not head


def test_an_empty_list_says_that_it_grew_out_of_nothing(grow: Grow):
    assert titles(oak(grow, "grewOutOf: []", elm=OLDER.format("2024-02-01"), ash="x")) == []


def test_only_what_is_mailed_has_a_reading_time(grow: Grow):
    built = oak(grow, elm="word " * 900, ash="x")

    assert built.entry("oak")["minutes"] == 1
    assert "minutes" not in built.entry("elm")


def test_the_whole_note_is_measured_where_the_letter_brings_its_opening(grow: Grow):
    body = ("word " * 240 + "\n\n") * 6
    built = grow(
        {"notes/oak.md": f"---\nmaturity: evergreen\n---\n{body}"},
        'publish = "all"\nletter = "opening"\n',
    )
    [note] = built.report.manifest["notes"]

    assert note["minutes"] == 6
    assert note["mail_html"].endswith("<p>…</p>")
