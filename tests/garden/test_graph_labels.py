"""Labels in pictures: as wide as they look, cut between characters, each in its direction."""

import pytest

from shared.garden.graph.labels import cut, label, width
from shared.garden.graph.names import Names
from shared.garden.graph.plan import Spot


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("compost", 7),
        ("花園", 4),
        ("ＡＢ", 4),
        ("ｶﾀｶﾅ", 4),
        ("한국", 4),
        ("cafe\u0301", 4),
        ("حديقة", 5),
        ("🌳", 2),
        ("a\u200db", 2),
    ],
)
def test_a_full_width_character_counts_two_and_an_accent_none(text, columns):
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("ten signs!", "ten signs!"),
        ("eleven sign", "eleven si…"),
        ("一二三四五", "一二三四五"),
        ("一二三四五六", "一二三四…"),
        ("a一二三四五", "a一二三四…"),
        ("cut before a blank", "cut befor…"),
        ("cut after  a blank", "cut after…"),
        ("abcdefghe\u0301fg", "abcdefghe\u0301…"),
        ("abcdefg👩\u200d🌾🌾", "abcdefg👩…"),
    ],
)
def test_what_is_too_wide_is_cut_between_characters(text, shown):
    assert cut(text, 10) == shown
    assert width(shown) <= 10


def test_a_label_from_right_to_left_is_isolated_together_with_its_three_dots():
    assert label("حديقة", 20) == "\u2068حديقة\u2069"
    assert label("شجرة في الحديقة", 8) == "\u2068شجرة في…\u2069"
    assert label("plain", 20) == "plain"


def test_a_label_is_escaped_after_it_was_cut():
    assert label("a <b> & c", 20) == "a &lt;b&gt; &amp; c"
    assert label("<" * 20, 5) == "&lt;&lt;&lt;&lt;…"


def test_a_name_lies_on_no_plant_however_large_that_is():
    here, large = Spot(0, 0), Spot(14, 26)  # below, where the name would be
    alone = Names({here: 9.0}).of_note("moss", here)
    small = Names({here: 9.0, large: 4.0}).of_note("moss", here)
    beside = Names({here: 9.0, large: 9.0}).of_note("moss", here)

    assert alone == small == '<text x="0" y="18">moss</text>'
    assert beside == '<text x="0" y="-12">moss</text>'
