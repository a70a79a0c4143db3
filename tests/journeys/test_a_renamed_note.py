"""A file that was renamed is the note it was, and nobody is told of it twice."""

import pytest

from tests.support.garden import Garden
from tests.support.rows import column

pytestmark = pytest.mark.usefixtures("reader")


@pytest.fixture
def reader(garden: Garden) -> None:
    garden.confirmed_reader("ada@example.org")


@pytest.mark.parametrize(
    "changes",
    [
        {"content_hash": "sha256:oak"},
        {"content_hash": "sha256:other", "aliases": ["oak"]},
        {"content_hash": "sha256:other", "aliases": ["something", "oak-slug"]},
    ],
    ids=["equal content", "alias of the id", "alias of the slug"],
)
def test_a_renamed_file_is_the_same_note(garden: Garden, db, changes):
    site = garden.site
    garden.show(site.note("oak", slug="oak-slug"))
    told = garden.letters_after(site.note("oak", "evergreen", slug="oak-slug"))
    renamed = garden.letters_after(site.note("quercus", "evergreen", **changes))

    assert told == ["On oak"]
    assert renamed == []
    assert column(db, "select id from notes") == ["quercus"]
    assert column(db, "select note_id from announced_notes") == ["quercus"]


def test_a_note_beside_its_copy_is_a_note_of_its_own(garden: Garden):
    site = garden.site
    garden.show(site.note("oak", "evergreen"))
    copied = garden.letters_after(
        site.note("oak", "evergreen"),
        site.note("copy", "evergreen", content_hash="sha256:oak"),
    )

    assert copied == ["On copy"]


def test_two_files_that_were_one_are_two_notes_of_which_one_is_known(garden: Garden, db):
    site = garden.site
    garden.show(site.note("oak", "evergreen"))
    split = garden.letters_after(
        site.note("left", "evergreen", aliases=["oak"], content_hash="sha256:l"),
        site.note("right", "evergreen", aliases=["oak"], content_hash="sha256:r"),
    )

    assert len(split) == 1
    assert column(db, "select id from notes order by id") == ["left", "right"]


def test_a_folder_of_equal_notes_may_be_renamed_as_a_whole(garden: Garden, db):
    site = garden.site
    empty = {"content_hash": "sha256:empty"}
    garden.show(*(site.note(name, "evergreen", **empty) for name in ("a", "b", "c")))
    moved = garden.letters_after(
        *(site.note(f"new-{name}", "evergreen", **empty) for name in ("a", "b", "c"))
    )

    assert moved == []
    assert column(db, "select id from notes order by id") == ["new-a", "new-b", "new-c"]


def test_a_former_name_counts_for_more_than_equal_content(garden: Garden, db):
    site = garden.site
    garden.show(site.note("oak"), site.note("elm", "evergreen", content_hash="sha256:elm"))
    told = garden.letters_after(
        site.note("quercus", "evergreen", aliases=["oak"], content_hash="sha256:elm"),
        site.note("ulmus", "evergreen", aliases=["elm"], content_hash="sha256:other"),
    )

    assert told == ["On quercus"]
    assert column(db, "select note_id from announced_notes order by 1") == ["quercus", "ulmus"]
