"""The page of a changed note is there before the garden is built anew."""

import asyncio
from pathlib import Path

import pytest

from functions.dev.tending import FEW, Tending
from tests.support.tended import new_tending

LETTERS = "abcdefghijklmnop"


@pytest.fixture
def tending(tmp_path: Path) -> Tending:
    """Build a garden of some notes; nobody watches it."""
    return new_tending(tmp_path, **{name: "It stands.\n" for name in ("oak", "é", *LETTERS)})


def glance(tending: Tending, *names: str) -> bool:
    """Let the gardener look at what has changed, and return whether pages were told of it."""
    news = tending.builds.news
    asyncio.run(tending.glance({tending.site / name for name in names}))
    return news.is_set()


def page(tending: Tending, name: str) -> str:
    return (tending.home.dist / name / "index.html").read_text("utf-8")


def fell(tending: Tending, *names: str) -> None:
    for name in names:
        (tending.site / name).write_text("It fell.\n", "utf-8")


def test_a_saved_note_is_shown_and_its_readers_are_told(tending: Tending):
    fell(tending, "oak.md")

    assert glance(tending, "oak.md")
    assert "It fell." in page(tending, "oak")


def test_a_name_is_found_however_its_accents_are_written(tending: Tending):
    decomposed = "e\u0301.md"
    (tending.site / "é.md").unlink()
    fell(tending, decomposed)

    assert glance(tending, decomposed)
    assert "It fell." in page(tending, "é")


def test_a_few_notes_are_shown_whatever_else_has_changed(tending: Tending):
    fell(tending, "oak.md", "a.md", "new.md")

    assert glance(tending, "oak.md", "a.md", "new.md", "gone.md", "picture.png")
    assert "It fell." in page(tending, "oak")
    assert "It fell." in page(tending, "a")
    assert not (tending.home.dist / "new").exists()


def test_anything_else_is_left_to_the_build(tending: Tending):
    many = [f"{letter}.md" for letter in LETTERS]
    assert len(many) > FEW
    fell(tending, *many)

    for names in ((), many, ("../elsewhere.md",), ("gone.md",)):
        assert not glance(tending, *names)
    assert "It fell." not in page(tending, "a")


def test_an_empty_file_is_one_that_is_about_to_be_written(tending: Tending):
    (tending.site / "oak.md").write_bytes(b"")

    assert not glance(tending, "oak.md")
    assert "It stands." in page(tending, "oak")


def test_where_the_page_cannot_be_printed_the_build_will_tell(tending: Tending):
    fell(tending, "oak.md")
    assert tending.report is not None
    assert tending.report.glimpse is not None
    tending.report.glimpse.out = tending.site / "nowhere"

    assert not glance(tending, "oak.md")
