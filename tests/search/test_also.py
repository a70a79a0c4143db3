"""Other forms of a word: one and many, and in Arabic with and without the article."""

import pytest

from shared.search.also import also
from shared.search.marks import marked

FORMS = {
    "oaks": "oak",
    "cities": "city",
    "city": "cities",
    "boxes": "box",
    "branches": "branch",
    "notes": "note",
    "مكتبه": "المكتبه",
    "المكتبه": "مكتبه",
}


@pytest.mark.parametrize("word", FORMS)
def test_a_word_is_also_found_by_its_other_form(word: str):
    assert also(word) == (FORMS[word],)


@pytest.mark.parametrize("word", ["moss", "garden", "day", "gas", "play", "о", "straße"])
def test_other_words_are_only_themselves(word: str):
    assert also(word) == ()


def test_the_other_form_is_marked_too():
    assert list(marked("An oak, oaken", "oaks")) == [
        ("An ", False),
        ("oak", True),
        (", oaken", False),
    ]
