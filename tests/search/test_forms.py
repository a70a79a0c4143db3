"""A character that is written in several forms is found by any of them."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shared.search.fold import fold
from shared.search.forms import alike, han, one_form
from shared.search.tokenise import terms

SAME = [
    ("數位花園", "数位花园"),
    ("圖書館 裡面 裏面", "图书馆 里面 里面"),
    ("臺灣 頭髮 發展 跟著", "台湾 头发 发展 跟着"),
    ("図書館 広沢桜", "圖書館 廣澤櫻"),
    ("カタカナ ｶﾞｰﾃﾞﾝ ヴァ", "かたかな がーでん ゔぁ"),
    ("أحمد إلى مدرسة ٢٠٢٤", "احمد الي مدرسه 2024"),
    ("الـكِتَابُ", "الكتاب"),
    ("یک کتاب ۱۴", "يك كتاب 14"),
    ("Σίσυφος Ὀδυσσεύς", "ΣΙΣΥΦΟΣ ΟΔΥΣΣΕΥΣ"),
    ("Ёлка", "елка"),
    ("Café Straße", "cafe strasse"),
]
APART = [("が", "か"), ("й", "и"), ("芸", "藝"), ("未", "末"), ("像", "象"), ("و", "ؤ")]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_all_forms_of_a_character_are_the_same(one, other):
    assert alike(one) == alike(other)


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_is_another_character_stays_another(one, other):
    assert alike(one) != alike(other)


def test_the_table_of_chinese_characters_leads_to_one_form_at_once():
    assert len(han()) > 3000
    assert han().keys().isdisjoint(han().values())
    assert all(fold(sign) == sign for pair in han().items() for sign in pair)
    assert all("\u3400" <= sign <= "\u9fff" for pair in han().items() for sign in pair)


def test_a_text_in_one_form_stays_as_it_is_and_as_long():
    every = fold(
        "".join(map(chr, range(sys.maxunicode))).translate(dict.fromkeys(range(0xD800, 0xE000)))
    )

    once = one_form(every)
    assert len(once) == len(every)
    assert alike(once) == once


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("數数園かカｶﾞ aé,أا٣ءЁσΣςά한"), max_size=30))
def test_terms_that_are_put_in_one_form_are_those_of_a_text_in_one_form(text):
    assert set(map(one_form, terms(text))) == set(map(one_form, terms(alike(text))))
