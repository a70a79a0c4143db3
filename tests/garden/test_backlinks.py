"""Backlinks: which notes lead here, the grown ones first, each with the sentence of its link."""

import re

import pytest

from tests.garden.conftest import Grow


def said(grow: Grow, text: str, **others: str) -> list[str]:
    """Return what the page of x says of its links, their own words in square brackets."""
    built = grow({"x.md": "# x", "from.md": text, **{f"{k}.md": v for k, v in others.items()}})
    found = re.findall('<p class="said">(.*?)</p>', built.page("x"), re.DOTALL)
    return [each.replace("<mark>", "[").replace("</mark>", "]") for each in found]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("One. A word on [[x]] here. Three.", "A word on [x] here."),
        ("One! (A word on [so](x.md), e.g. this.) Three.", "(A word on [so], e.g. this.)"),
        ("前面。這裡說到[[x|那件事]]，很重要。後面。", "這裡說到[那件事]，很重要。"),
        ("他說：「看[[x]]吧。」然後走了。", "他說：「看[x]吧。」"),
        (
            "Soft\nbreaks and *all of **[[x]]*** `code` #tag.",
            "Soft breaks and all of [x] code #tag.",
        ),
        ("# A heading. With [[x]]\n\ntext", "A heading. With [x]"),
        ("- one\n- see [[x]]. And so on.\n- three", "see [x]. And so on."),
        ("| a | b |\n|---|---|\n| c. d | [[x]] |\n| e | f |", "c. d · [x]"),
        ("> [!note] Of [[x]] and others\n> text", "Of [x] and others"),
        ("Before ![[x]] after.", "Before [] after."),
        ("A <b>bold</b> &lt;[[x]]&gt; one[^1].\n\n[^1]: Note.", "A bold &lt;[x]&gt; one."),
        ("See %%never this%%[[x]] well. ^block-1", "See [x] well."),
    ],
)
def test_the_sentence_around_a_link_is_told_as_plain_text(grow: Grow, text: str, quoted: str):
    assert said(grow, text) == [quoted]


@pytest.mark.parametrize("text", ["- [[x]]\n- y", "[[x]]", "One. [[x|Two]]", "![[x]]"])
def test_a_link_alone_says_no_more_than_its_title(grow: Grow, text: str):
    assert said(grow, text) == []


def test_the_first_telling_link_is_told_and_a_note_is_listed_once(grow: Grow):
    assert said(grow, "- [[x]]\n\nNow [[X]] is told. So is [[x#x]].") == ["Now [X] is told."]


@pytest.mark.parametrize("filling", ["word ", "字"])
def test_of_a_long_sentence_two_hundred_characters_around_the_link_are_told(
    grow: Grow, filling: str
):
    [quoted] = said(grow, f"{filling * 300}[[x]] {filling * 300}")

    assert quoted.startswith("…")
    assert quoted.endswith("…")
    assert 150 < len(quoted) < 210
    assert 50 < quoted.index("[x]") < 150


def test_words_of_a_private_note_are_in_nobodys_backlinks(grow: Grow):
    secret = "---\ndraft: true\ntitle: Sentinel\n---\nSentinel [[x]]."
    built = grow({"x.md": "x", "hid.md": secret, "from.md": "![[hid]] then [[hid]] and [[x]]."})

    assert built.mentions("Sentinel") == []
    assert "then hid and <mark>x</mark>." in built.page("x")


def test_markup_in_a_sentence_stays_text(grow: Grow):
    assert said(grow, r"A \<script> `<b>` [[x]].") == ["A &lt;script&gt; &lt;b&gt; [x]."]


def test_the_grown_come_first_and_each_speaks_its_language(grow: Grow):
    built = grow(
        {
            "x.md": "x",
            "a.md": "To [[x]].",
            "b.md": "---\nmaturity: evergreen\nlang: zh-Hant\n---\n到[[x]]去。",
        }
    )
    page = built.page("x")

    assert page.index(">b</a>") < page.index(">a</a>")
    assert '<li lang="zh-Hant"><a href="/b/" dir="auto">' in page
    assert '<span lang="en"><span class="badge evergreen">' in page


def test_a_paragraph_of_very_many_links_is_read_once(grow: Grow):
    text = " ".join(f"Here is [[x#{number}|x]]." for number in range(5000))
    built = grow({"x.md": "x", "from.md": text})

    assert built.note("x").backlinks[0].said == "Here is x."


def test_a_hub_lists_all_that_lead_to_it_and_quotes_a_hundred(grow: Grow):
    built = grow({"x.md": "x", **{f"{number:03}.md": "So [[x]]." for number in range(120)}})

    links = built.note("x").backlinks
    assert len(links) == 120
    assert [bool(link.said) for link in links] == [True] * 100 + [False] * 20


def test_a_rewritten_sentence_is_on_the_page_it_links_to(grow: Grow, tmp_path):
    first = grow({"x.md": "x", "from.md": "Once [[x]]."})
    assert "Once <mark>x</mark>." in first.page("x")
    again = grow({"from.md": "Later [[x]]."})
    assert "Later <mark>x</mark>." in again.page("x")
