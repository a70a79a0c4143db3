"""What readers take for the same is found as the same: width, case, accents; and no more."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.search.fold import fold, fold_whole

SAME = [
    ("ＡＢＣ １２３", "abc 123"),
    ("Python", "PYTHON"),
    ("café", "cafe"),
    ("cafe\u0301", "cafe"),
    ("Straße", "strasse"),
    ("Łódź", "lodz"),
    ("İstanbul", "istanbul"),
    ("ﾃｽﾄ", "テスト"),
    ("か\u3099き\u3099", "がぎ"),
    ("ΣΊΣΥΦΟΣ", "σίσυφοσ"),
    ("ﬁne", "fine"),
    ("한국어", "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165"),
    ("שָׁלוֹם", "שלום"),
]
# An accent of Latin letters is one thing, a mark that makes another kana or letter is another.
APART = [("が", "か"), ("ば", "ぱ"), ("й", "и"), ("ㄅ", "ㄆ")]
# Letters, accents and halves of many scripts, more often than chance would have them.
ANY = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("aÀéßøİıςΣか\u3099\u3099\u0301\u0327ﾃﾞ，。ＡＢ漢字한\u1100\u1161\u11a8㍿ﬁ"),
    ),
    max_size=30,
)


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_readers_take_for_the_same_is_the_same(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_is_another_letter_stays_another(one, other):
    assert fold(one) != fold(other)


@settings(max_examples=400, deadline=None)
@given(ANY)
def test_folding_a_folded_text_changes_nothing(text):
    assert fold(fold(text)) == fold(text)


@settings(max_examples=400, deadline=None)
@given(ANY)
def test_the_quick_way_of_folding_says_what_the_plain_one_says(text):
    assert fold(text) == fold_whole(text.lower())


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(codec="ascii"), max_size=40))
def test_of_plain_letters_only_the_case_is_folded(text):
    assert fold(text) == unicodedata.normalize("NFKC", text).lower()
