"""A text is found by its words, and by every two neighbours where there are no words."""

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.search.forms import one_form
from shared.search.tokenise import terms
from shared.search.wanted import MOST, Wanted, wanted

CHINESE = st.text("一段簡單的測試文本佇列迴圈植物", min_size=2, max_size=30)
WORD = st.text("abcdefgh012", min_size=1, max_size=12)


@given(CHINESE, st.sampled_from(["", "Python", "，", "3 "]), CHINESE)
def test_every_two_neighbours_of_a_run_are_found(before, between, after):
    found = terms(before + between + after)

    assert {before[at : at + 2] for at in range(len(before) - 1)} <= found
    assert {after[at : at + 2] for at in range(len(after) - 1)} <= found
    assert any(term.startswith(before[-1]) for term in found)


@given(CHINESE, CHINESE)
def test_a_line_that_ends_within_a_sentence_parts_nothing(before, after):
    assert terms(f"{before}\n{after}") == terms(before + after)


@given(st.lists(WORD, max_size=6))
def test_every_word_is_found(words):
    assert terms(" — ".join(words)) == set(words)


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_what_stands_in_a_note_is_what_a_query_for_it_asks_for(text):
    found = set(map(one_form, terms(text)))

    for each in wanted(" ".join(text.split())):
        begins = [term for term in found if term.startswith(each.term)]
        assert begins if each.is_prefix else each.term in found


def test_scripts_are_told_apart_where_they_meet():
    assert terms("用Python寫佇列") == {"用", "python", "寫佇", "佇列", "列"}
    assert terms("snake_case C3PO") == {"snake", "case", "c3po"}
    assert terms("हिन्दी") == {"हिन्दी"}


def test_the_last_word_may_be_half_a_word_and_a_character_alone_begins_pairs():
    deep, wat = Wanted("deep", is_prefix=True), Wanted("wat")
    assert wanted("deep wat") == [deep, Wanted("wat", is_prefix=True, is_half=True)]
    assert wanted("deep wat ") == [deep, wat]
    assert wanted("樹") == [Wanted("树", is_prefix=True, is_half=True)]
    assert wanted("常青樹") == [Wanted("常青"), Wanted("青树")]
    assert wanted("wat deep wat") == [deep, Wanted("wat", is_prefix=True, is_half=True)]
    assert wanted(" ！？") == []


def test_of_a_long_query_the_longest_words_are_asked_for():
    found = wanted("a of the garden " + "慢慢長大的樹和含苞待放的花在園裡")

    assert len(found) == MOST
    assert [each.term for each in found[:2]] == ["garden", "the"]
