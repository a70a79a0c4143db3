"""The passage of a page in which a query was found, and the heading it stands under."""

import pytest

from shared.search.passage import LONGEST, READ, Passage, passage
from shared.search.wanted import wanted

SHELL = '<article class="note"><h1>Fern</h1><div class="prose">\n{}\n</div></article><p>moss</p>'
PAGE = SHELL.format(
    "<p>It begins.</p><h2 id='x' id=\"a-b\">A &amp; <em>b</em></h2><p>Some moss.</p>"
    '<h2 id="c">Of trees</h2><p>Trees and <a href="/m/" title="a>b">moss</a>&nbsp;grow.</p>'
    '<ul><li>slow</li><li>slower</li></ul><h3 id="d">苔蘚</h3><p>長在陰影裡。</p>'
    '<h3 id="e">Nothing</h3>'
)


def cut(query: str, page: str = PAGE) -> Passage | None:
    return passage(page, wanted(query))


@pytest.mark.parametrize(
    ("query", "text", "heading", "place"),
    [
        ("begins", "It begins.", "", ""),
        ("moss", "Some moss.", "A & b", "a-b"),
        ("moss trees", "Trees and moss\u00a0grow. slow slower", "Of trees", "c"),
        ("moss slow", "Some moss.", "A & b", "a-b"),
        ("slower", "slower", "Of trees", "c"),
        ("苔蘚", "長在陰影裡。", "苔蘚", "d"),
        ("苔藓 阴影", "長在陰影裡。", "苔蘚", "d"),
        ("nothing", "", "Nothing", "e"),
    ],
)
def test_the_passage_has_most_of_what_was_asked_for_and_its_heading(query, text, heading, place):
    assert cut(query) == Passage(text, heading, place)


@pytest.mark.parametrize("query", ["fern", "oss", "title", "href", ""])
def test_what_is_not_in_the_text_has_no_passage(query):
    assert cut(query) is None


def test_short_words_are_found_whole_but_for_the_last():
    page = SHELL.format("<p>The oaks water.</p><p>An oak well.</p>")

    assert cut("oak w", page) == Passage("An oak well.", "", "")
    assert cut("oak", page) == Passage("The oaks water. An oak well.", "", "")


@pytest.mark.parametrize(
    "silent",
    [
        "<math><mi>moss</mi></math>",
        '<sup class="footnote"><a href="#fn-1">moss</a></sup>',
        '<blockquote class="embed"><blockquote>x</blockquote><p>moss</p></blockquote>',
        "<ruby>苔<rt>moss</rt></ruby>",
        '<span data-said="moss">x</span>',
    ],
)
def test_what_the_index_does_not_have_is_not_shown(silent):
    assert cut("moss", SHELL.format(f"<p>{silent}</p>")) is None


def test_a_long_text_is_cut_where_sentences_end_and_shown_from_there():
    page = SHELL.format(
        "<p>" + "Nothing to see in this line. " * 30 + "A slow slug. " * 30 + "</p>"
    )
    found = cut("slug", page)

    assert found
    assert found.text.startswith("Nothing") or found.text.startswith("A slow")
    assert found.text.endswith(".")
    assert "slug" in found.text
    assert len(found.text) <= LONGEST


def test_chinese_takes_two_columns_and_is_cut_anywhere():
    found = cut("苔蘚", SHELL.format("<p>" + "長" * 450 + "苔蘚" + "影" * 150 + "</p>"))

    assert found
    assert found.text == "長" * 50 + "苔蘚" + "影" * 48 + "…"


def test_what_is_escaped_is_read_and_what_is_no_character_harms_nothing():
    page = SHELL.format("<p>&lt;moss&gt; &#38;amp; &#39;&quot;&#55296;&#9999999;&copy;</p>")

    assert cut("moss", page) == Passage("<moss> &amp; '\"\ufffd\ufffd&copy;", "", "")


def test_a_table_is_read_by_its_rows():
    page = SHELL.format("<table><tr><td>moss</td><td>green</td></tr><tr><td>x</td></tr></table>")

    assert cut("moss green", page) == Passage("moss green x", "", "")


@pytest.mark.parametrize(
    "page",
    ["", "<", "<p>moss</p>", SHELL.format("<" * READ), SHELL.format("<p " * (READ // 3)),
     SHELL.format('<a b="' * (READ // 6)), SHELL.format("<p>&#9999999;&#0;&amp</p>"),
     SHELL.format("<math>" * 9000), "x" * READ + PAGE],
)  # fmt: skip
def test_a_page_of_another_shape_has_no_passage_and_takes_no_time(page):
    assert cut("moss", page) is None
