"""The plain-text half of a letter: everything a reader of the HTML can read."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.mail.fragment import fragment
from shared.mail.plain import columns, plain, underline, wrap

TAGS = ["p", "ul", "ol", "li", "a", "pre", "blockquote", "h2", "code", "table", "tr", "td", "b"]
ROWS = "there | here\nleft | has left\n| gone"
TABLE = (
    "<table><thead>\n<tr><th>there</th>\n<th>here</th></tr></thead><tbody>"
    "<tr><td>left</td><td>has <b>left</b></td></tr>\n<tr><td></td><td>gone</td></tr>"
    "</tbody></table><p>after</p>"
)
FRAGMENTS = st.lists(
    st.one_of(
        st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
        st.sampled_from(
            ['<a href="https://x.example/a">', "<br>", "<hr>", '<img alt="x">', "&amp;"]
        ),
        st.text(max_size=20),
    ),
    max_size=40,
).map("".join)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("", ""),
        ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
        ("<p>Tom &amp; <b>Jerry</b> &lt;3</p>", "Tom & Jerry <3"),
        ('<p>See <a href="https://x.example/a">this</a>.</p>', "See this <https://x.example/a>."),
        ('<p><a href="https://x.example/">https://x.example/</a></p>', "https://x.example/"),
        (
            '<p><a href="https://x.example/ab">b</a> <a href="https://x.example/a">a</a></p>',
            "b <https://x.example/ab> a <https://x.example/a>",
        ),
        ("<h2>Title</h2><p>Text</p>", "Title\n-----\n\nText"),
        ("<h2>標題</h2>", "標題\n----"),
        ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
        ("<ul><li><p>one</p></li><li><p>two</p></li></ul>", "- one\n- two"),
        ("<ol><li>one</li><li>two</li></ol>", "1. one\n2. two"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
        ("<ul><li>a</li></ul><ol><li>b</li></ol>", "- a\n\n1. b"),
        ("<blockquote><p>said</p></blockquote>", "> said"),
        ("<pre><code>a:\n    b\n</code></pre>", "    a:\n        b"),
        ('<p><img src="x" alt="An oak"> <img src="y"></p>', "[An oak] [image]"),
        ("<p>one</p><hr><p>two</p>", "one\n\n* * *\n\ntwo"),
        ("<p>a<br>b</p>", "a b"),
        (TABLE, f"{ROWS}\n\nafter"),
        (f"{TABLE}{TABLE}".replace("<p>after</p>", ""), f"{ROWS}\n\n{ROWS}"),
        ("<script>x()</script><style>p{}</style><p>seen</p>", "seen"),
        ("no block at all", "no block at all"),
    ],
)
def test_html_is_read_as_text(html, text):
    assert plain(html) == text


def test_long_paragraphs_are_filled_and_items_hang():
    lines = plain("<ul><li>" + "word " * 40 + "</li></ul>").split("\n")

    assert lines[0].startswith("- word")
    assert all(line.startswith("  word") for line in lines[1:])
    assert all(len(line) <= 72 for line in lines)


def test_a_quotation_keeps_its_mark_on_every_line():
    lines = plain("<blockquote><p>" + "word " * 40 + "</p></blockquote>").split("\n")

    assert len(lines) > 2
    assert all(line.startswith("> word") for line in lines)


def test_a_link_longer_than_a_line_is_never_cut():
    link = "https://x.example/" + "a" * 200

    assert link in wrap(f"before {link} after").split("\n")


def test_chinese_is_filled_by_width_and_no_line_begins_with_a_comma():
    lines = wrap("一段枝條，插進土裡，等待它自己長出根來。" * 20).split("\n")

    assert len(lines) > 5
    assert all(columns(line) <= 74 for line in lines)
    assert not any(re.match("[，。、」]", line) for line in lines)


def test_a_title_is_underlined_as_wide_as_it_is():
    assert underline("扦插 a") == "扦插 a\n======"


@given(FRAGMENTS)
def test_no_fragment_however_broken_stops_a_letter_or_loses_a_link(html):
    assert isinstance(plain(html), str)

    sanitised = fragment(html)
    assert ('href="https://x.example/a"' in sanitised) == (
        "https://x.example/a" in plain(sanitised)
    )


def test_a_long_note_is_read_in_a_moment():
    assert len(plain("<p>" + "word <b>bold</b> " * 5_000 + "</p>")) > 40_000
