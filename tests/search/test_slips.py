"""A mistyped word is understood when it is one slip from a word of the garden."""

import pytest

from shared.search.slips import is_one_slip, nearest, parted

SLIPS = ["gardn", "gaarden", "gardem", "agrden", "harden", "gardens", "garde", "arden"]


@pytest.mark.parametrize("word", SLIPS)
def test_one_letter_more_or_less_or_other_or_swapped_is_one_slip(word):
    assert is_one_slip(word, "garden")
    assert is_one_slip("garden", word)


@pytest.mark.parametrize("word", ["garden", "gradn", "gadrne", "grden5s", "", "nedrag"])
def test_no_slip_and_two_slips_are_not_one(word):
    assert not is_one_slip(word, "garden")


def test_the_first_of_the_known_words_is_meant_and_of_short_ones_none():
    assert nearest("gardn", ["moss", "garden", "gardon"]) == "garden"
    assert nearest("mos", ["moss"]) == ""
    assert nearest("花園花園", ["花園花圓"]) == ""


def test_what_begins_alike_is_meant_rather_and_of_four_letters_none_is_another():
    assert nearest("seeds", ["needs", "seed"]) == "seed"
    assert nearest("mode", ["more", "code"]) == ""
    assert nearest("moed", ["more", "mode"]) == "mode"


def test_two_words_in_one_and_letters_with_a_number_are_parted():
    known = ["back", "off", "slip"]

    assert parted("backoff", known) == "back off"
    assert parted("gpt4", known) == "gpt 4"
    assert parted("slipper", known) == ""
