"""A letter about nothing that can be seen is refused before it is planned."""

import pytest

from tests.support.rows import one


@pytest.mark.parametrize(
    "title",
    [" ", "\u00a0", "\u0301", "\u200b", "\ufeff", "\u00ad", "\u202e\u202c", "\u2066 \u2069"],
)
@pytest.mark.parametrize("whose", ["note", "garden"])
def test_a_title_without_a_visible_letter_is_refused(garden, db, whose: str, title: str):
    garden.show(garden.site.note("oak"))
    oak = garden.site.note("oak", "evergreen", title=title if whose == "note" else "Oak")
    given = {"title": title} if whose == "garden" else {}
    answer = garden.announce(garden.site.manifest(oak, **given), Accept="application/json")

    assert answer.status_code == 422
    assert "title" in answer.json()["detail"]
    assert one(db, "select count(*) from notifications") == 0


@pytest.mark.parametrize("title", ["🌱", "?", "7", "青", "e\u0301", "\u200fשלום"])
def test_a_title_of_one_visible_letter_is_enough(garden, title: str):
    assert garden.show(garden.site.note("oak", "evergreen", title=title)).status_code == 200
