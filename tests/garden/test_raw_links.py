"""Links that are written as HTML lead where they say, like those in Markdown."""

import re
import time

import pytest


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('so <a href="b.md">**b**</a>', 'so <a href="/b/"><strong>b</strong></a>'),
        ("<a href='https://x.example/?a=1&amp;b=2' target=_blank>x</a> y",
         '<a href="https://x.example/?a=1&amp;b=2">x</a> y'),
        ("x <a href=https://x.example>https://x.example</a>",
         'x <a href="https://x.example">https://x.example</a>'),
        ('<div>x <A HREF="b.md#H">a <b>b</b> &lt;</A></div>', '<a href="/b/#h">a b &lt;</a>'),
        ('<table><tr><td><a href="b.md">b</a></td></tr>\n\n<tr><td>**x**</td></tr></table>',
         '<td><a href="/b/">b</a></td>'),
        ('<p><a href="b.md"><img src="https://x.example/i.png" alt="I"></a></p>',
         '<a href="/b/"><img src="https://x.example/i.png" alt="I"></a>'),
        ('<a href="b.md">alone</a>', '<p><a href="/b/">alone</a></p>'),
    ],
)  # fmt: skip
def test_a_link_in_html_is_a_link(grow, text, wanted):
    built = grow({"a.md": text, "b.md": "# H\n\nx"})

    assert wanted in re.sub(r'( width="\d+" height="\d+")? loading="lazy"', "", built.body("a"))
    assert built.warnings == []


def test_it_is_a_backlink_a_broken_one_is_told_and_a_letter_has_it(grow):
    text = (
        '<p>\nSee <a href="b.md">b</a>,\n<a href="gone.md">gone</a></p>\n\n'
        'and <a href="lost.md">lost</a>'
    )
    built = grow({"a.md": f"---\nmaturity: evergreen\n---\n{text}", "b.md": "x"})

    assert built.note("b").backlinks
    assert [each.partition(" leads")[0] for each in built.warnings] == [
        "a.md:6:1: link 'gone.md'",
        "a.md:8:5: link 'lost.md'",
    ]
    assert ">gone" not in built.body("a")
    assert 'href="https://garden.example/b/"' in built.entry("a")["mail_html"]


@pytest.mark.parametrize(
    "text",
    [
        '<a href="javascript:x()">y</a>',
        '<div><a href="java&#10;script:x()">y</a></div>',
        '<div><!-- <a href="b.md">y</a> --></div>y',
        '<p title="<a href=b.md>x</a>">y</p>',
        '<a name="b.md">y</a> <a>y</a> <a href="">y</a>',
        '<a href="b.md">y',
        "y</a>",
        "`<a href=b.md>y</a>`",
    ],
)
def test_g30_what_is_no_link_to_readers_is_none(grow, text):
    built = grow({"a.md": text, "b.md": "x"})

    assert "y" in built.body("a")
    assert "<a" not in built.body("a").replace("&lt;a", "")
    assert not built.note("b").backlinks


def test_a_link_in_a_link_stays_the_inner_one(grow):
    body = grow({"a.md": "<a href='https://x.example'>see [[b]]</a>", "b.md": ""}).body("a")

    assert re.findall(r"<a [^>]*>", body) == ['<a href="/b/">']


@pytest.mark.parametrize("piece", ["<a href=x>", '<a href="', "<a href=x>y</a>", "<a x", "</a>"])
@pytest.mark.parametrize("around", ["{}", "<div>{}</div>"])
def test_g34_endless_links_are_read_in_time(grow, piece, around):
    before = time.process_time()

    assert grow({"a.md": around.format(piece * 5_000)}).exists("a")
    assert time.process_time() - before < 8
