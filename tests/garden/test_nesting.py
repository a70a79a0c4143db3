"""However its ends are hidden, HTML that is nested without end is found out before it is read."""

import time

import pytest

from shared.garden.markdown.nesting import MANY, is_deep
from shared.garden.markdown.raw import WITHIN, raw_block

TIMES = 1_500
HIDDEN = {
    "an end of something else": "<div></span>",
    "an end in an attribute": '<div title="></div>">',
    "an end in an attribute after a value with a quote": '<div a=x" b="></div>">',
    "an end in an attribute after a name with a sign": '<div ="=" x></div>">',
    "an end in an attribute after a space that is none": '<div a=\u00a0" b="></div>">',
    "an end in a comment": "<div><!--</div>-->",
    "an end in what is read as a comment": "<div></ </div>>",
    "an end in a declaration": "<div><?</div>>",
    "an end in a field": "<div><textarea></div></textarea>",
    "an end in a cell": "<div><table><td></div></table>",
    "an end in an object": "<div><object></div></object>",
    "a name with signs": '<x">',
    "what draws, in which fields have ends": "<svg><input>",
    "words that go on being bold": "<div><b a></div>",
}
FLAT = {
    "boxes": '<div><span class="a" id=b>x</span></div>\n',
    "rows": '<tr><td><a href="x">y</a>',
    "lines": "<p>x<br>",
    "boxes that say nothing": "<div/></div>",
}


@pytest.mark.parametrize("html", HIDDEN.values(), ids=HIDDEN.keys())
def test_what_only_seems_to_end_is_deep(html):
    assert is_deep(html * TIMES)
    assert raw_block(html * TIMES).text == ""


@pytest.mark.parametrize("html", FLAT.values(), ids=FLAT.keys())
def test_what_ends_is_not_deep_however_much_there_is_of_it(html):
    assert not is_deep(html * TIMES)


def test_a_comment_among_some_hundred_elements_is_no_reason_to_leave_them_out():
    html = "<!-- mine -->" + "<div>x</div>" * (MANY // 2)

    assert not is_deep(html)


def test_tags_within_a_line_are_kept_up_to_a_depth(grow):
    built = grow({"a.md": "a " + "<b>x" * 100 + "</b>" * 100})

    assert built.body("a").count("<b>") == WITHIN
    assert built.body("a").count("</b>") == WITHIN


def test_bold_without_end_is_mailed_in_no_time(grow):
    count = 20_000
    text = "a " + "<b>x" * count + "</b>" * count
    before = time.process_time()
    built = grow({"a.md": f"---\nmaturity: evergreen\nplanted: 2026-01-01\n---\n{text}"})

    assert time.process_time() - before < 5
    assert built.errors == []


@pytest.mark.parametrize(
    "text",
    [
        "&#xfdd0;9&#xfdd1;",
        "&#64976;9&#0064977;",
        "&#xfd&#xfdd0;d0;9&#xFDD1",
        "\ufdd09\ufdd1",
        "&#xfdd0;0&#xfdd1;",
    ],
)
def test_a_text_that_looks_like_the_place_of_a_picture_is_none(grow, text):
    built = grow({"a.md": f'<div>{text}<img src="https://x.example/a.png"></div>'})

    assert built.errors == []
    assert built.body("a").count("<img") == 1
