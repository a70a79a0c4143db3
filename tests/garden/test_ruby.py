"""Annotations beside words: on the page, in mail, and nowhere where they would part a word."""

import pytest

from shared.garden.markdown.parser import parse
from shared.garden.search.said import found_by, said
from shared.mail.fragment import fragment
from shared.mail.plain import plain

HEAD = "---\nmaturity: evergreen\nlang: ja\n---\n"
SHOWN = (
    "<ruby>漢<rp>（</rp><rt>かん</rt><rp>）</rp>字<rp>（</rp><rt>じ</rt><rp>）</rp></ruby>を読む。"
)


@pytest.mark.parametrize(
    "written",
    [
        "<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>を読む。",
        '<RUBY class="x">漢<rt onclick="x()">かん</RT>字<rt>じ</ruby>を読む。',
    ],
)
def test_words_have_their_annotation_on_the_page_and_in_mail(grow, written):
    built = grow({"a.md": f"{HEAD}{written}"})

    assert built.body("a") == f"<p>{SHOWN}</p>"
    assert built.entry("a")["mail_html"].strip() == f"<p>{SHOWN}</p>"
    assert str(fragment(built.entry("a")["mail_html"])).strip() == f"<p>{SHOWN}</p>"
    assert "漢（かん）字（じ）を読む。" in plain(built.entry("a")["mail_html"])


def test_brackets_of_the_gardeners_own_are_kept(grow):
    written = "<ruby>*水*<rp>[</rp><rt>**みず**</rt><rp>]</rp></ruby>"
    built = grow({"a.md": HEAD + written})
    shown = "<ruby><em>水</em><rp>[</rp><rt><strong>みず</strong></rt><rp>]</rp></ruby>"

    assert built.body("a") == f"<p>{shown}</p>"


def test_a_block_of_html_may_be_annotated(grow):
    written = '<p class="x"><ruby>漢<rp>(</rp><rt>ㄏㄢˋ</rt><rp>)</rp></ruby></p>'
    kept = "<p><ruby>漢<rp>(</rp><rt>ㄏㄢˋ</rt><rp>)</rp></ruby></p>"
    built = grow({"a.md": HEAD + written})

    assert kept in built.body("a")
    assert kept in built.entry("a")["mail_html"]


def test_no_annotation_stands_within_a_word_elsewhere(grow):
    written = "# <ruby>漢<rt>かん</rt></ruby>字\n\n<ruby>筆<rt>ㄅㄧˇ</rt></ruby>記[[b]]。"
    built = grow({"a.md": HEAD + written, "b.md": HEAD + "x"})
    note = built.note("a")
    terms = found_by(note, said(parse(written)))

    assert (note.title, note.excerpt) == ("漢字", "筆記b。")
    assert built.note("b").backlinks[0].said == "筆記b。"
    assert "漢字" in terms
    assert "筆記" in terms
    assert "かん" not in terms


@pytest.mark.parametrize(
    "written", ["<ruby>漢<rt>かん</rt>字", "漢<rt>かん</rt></ruby>字", "<ruby>漢字</ruby>"]
)
def test_what_is_not_closed_keeps_its_words_alone(grow, written):
    built = grow({"a.md": HEAD + written})

    assert "<rt>" not in built.body("a")
    assert "漢" in built.body("a")
    assert "字" in built.body("a")
