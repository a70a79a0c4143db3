"""Pictures and films that are written as HTML are shown as if they were Markdown."""

import re

import pytest

from shared.garden.check.check import check
from shared.garden.markdown.elsewhere import page_of
from shared.garden.markdown.raw_pictures import attributes
from tests.support.photographs import plain

PIXELS = plain()
WIDE = '<img src="att/a%20b.png" width="300" alt="A &quot;rose&quot;">'


@pytest.mark.parametrize(
    "text",
    [
        WIDE,
        f"Before {WIDE} after",
        f'<p align="center">\n{WIDE}\n</p>',
        f"<details><summary>x</summary>{WIDE}</details>",
        f"> {WIDE}",
        f"<ruby>{WIDE}<rt>x</rt></ruby>",
        f"<picture>\n<source srcset='dark.png' media='print'>\n{WIDE}\n</picture>",
        "<IMG ALT='A \"rose\"' width=300px SRC='att/a b.png'/>",
    ],
)
def test_a_picture_in_html_is_a_picture(grow, text):
    built = grow({"a.md": text, "att/a b.png": PIXELS})
    body = built.body("a")

    [shown] = re.findall(r"<img[^>]*>", body)
    assert 'src="/assets/a-b-' in shown
    assert 'alt="A &quot;rose&quot;" width="300" height="' in shown
    assert "\ufdd0" not in body
    assert built.warnings == []


def test_width_and_height_are_those_that_were_asked_for(grow):
    text = '<img src="a.png" width="30" height="20">\n\n<img src="a.png" width="50%">'
    built = grow({"a.md": text, "a.png": PIXELS})

    first, second = re.findall(r"<img[^>]*>", built.body("a"))
    assert 'width="30" height="20"' in first
    assert 'width="50' not in second


def test_many_in_one_block_stand_where_they_were(grow):
    text = (
        "<table><tr><td><img src=a.png alt=one></td></tr>\n<img src=a.png alt=two>\n"
        "<tr><td>x<img src='a.png' alt='three'>y</td></tr></table>"
    )
    body = grow({"a.md": text, "a.png": PIXELS}).body("a")

    assert re.findall(r'alt="(\w+)"', body) == ["two", "one", "three"]  # as a browser puts them
    assert re.search(r'<td>x<img [^>]*alt="three"[^>]*>y', body)


@pytest.mark.parametrize(
    "text",
    [
        '<!-- <img src="s.png"> -->',
        '<p title="<img src=s.png>"><b lang=<img/src=s.png>x</b></p>',
        "<script>\n<img src=s.png>\n</script>",
        "x <!-- <img src=s.png> --> y",
        '<div><!--\n<img src="s.png">\n--></div>',
        "`<img src=s.png>`",
        "<img data-src=s.png>",
    ],
)
def test_g16_what_is_no_picture_to_readers_publishes_none(grow, text):
    built = grow({"a.md": text, "s.png": PIXELS})

    assert 'src="/assets' not in built.body("a")
    assert not any(path.endswith((".png", ".webp")) for path, _ in built.everything())


def test_g16_a_picture_of_a_private_note_stays_at_home_and_one_that_acts_does_nothing(grow):
    text = (
        "<img src=gone.png alt=Gone>\n\n字 <img src='javascript:x()' onerror='y()' alt=Bad>\n\n"
        "<p>\n  <img src='data:text/html,x'>\n</p>"
    )
    built = grow({"a.md": text, "b.md": "---\ndraft: true\n---\n![[s.png]]", "s.png": PIXELS})

    assert "<img" not in built.body("a")
    assert "Gone" in built.body("a")
    assert [warning.partition(" image ")[0] for warning in built.warnings] == [
        "a.md:1:1:",
        "a.md:3:3:",
        "a.md:6:3:",
    ]


def test_g30_no_picture_opens_an_attribute(grow):
    text = '<p title="<img src=a.png alt=x><script>alert(1)</script>">x</p><img src=a.png>'
    body = grow({"a.md": text, "a.png": PIXELS}).body("a")

    assert re.findall(r'<p title="([^"]*)"', body) == ["&lt;script&gt;alert(1)&lt;/script&gt;"]
    assert body.count("<img") == 1


def test_a_picture_without_words_is_missed_by_a_check(tmp_path):
    (tmp_path / "index.md").write_text("x\n\n<img src=a.png>", "utf-8")
    (tmp_path / "a.png").write_bytes(PIXELS)
    findings = check(tmp_path, site_url="https://g.example", functions_url="").findings

    assert [(each.line, each.code) for each in findings] == [(3, "missing-alt")]


def test_a_letter_has_it_and_the_search_has_no_signs_of_ours(grow):
    text = "---\nmaturity: evergreen\n---\n<p>Moss <img src=a.png alt=Rose> here</p>"
    built = grow({"a.md": text, "a.png": PIXELS})

    assert 'alt="Rose"' in built.entry("a")["mail_html"]
    assert built.mentions("\ufdd0") == []


WATCH = "https://www.youtube.com/watch?v=abc_-123"


@pytest.mark.parametrize(
    ("text", "url", "words"),
    [
        (f"![]({WATCH})", WATCH, "Watch on youtube.com"),
        (f"![How bees talk|400]({WATCH})", WATCH, "Watch on youtube.com: How bees talk"),
        ("![](https://youtu.be/abc)", "https://youtu.be/abc", "Watch on youtu.be"),
        ("![](https://vimeo.com/123)", "https://vimeo.com/123", "Watch on vimeo.com"),
        (
            '<iframe width="560" src="https://www.youtube.com/embed/abc_-123" title="Bees" '
            'allow="autoplay; clipboard-write" allowfullscreen></iframe>',
            WATCH,
            "Watch on youtube.com: Bees",
        ),
        (
            'A <iframe src="//player.vimeo.com/video/123?h=1"></iframe> film',
            "https://vimeo.com/123",
            "Watch on vimeo.com",
        ),
    ],
)
def test_a_film_elsewhere_is_a_link_and_nothing_is_loaded(grow, text, url, words):
    built = grow({"a.md": text})

    assert f'<a href="{url}">{words}</a>' in built.body("a")
    assert "<iframe" not in built.body("a")
    assert "<img" not in built.body("a")
    assert built.warnings == []


def test_a_link_to_a_film_speaks_the_language_of_its_note(grow):
    body = grow({"a.md": f"---\nlang: zh-TW\n---\n![蜜蜂]({WATCH})"}).body("a")

    assert ">在 youtube.com 觀看：蜜蜂</a>" in body


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/",
        "https://evil.example/youtube.com/watch?v=a",
        "https://youtube.com.evil.example/watch?v=a",
        "javascript:youtube.com",
        "https://[youtube.com/a",
        "youtube.com.png",
    ],
)
def test_what_only_looks_like_a_film_is_none(url):
    assert page_of(url) is None


def test_an_iframe_of_anything_else_is_left_out_with_a_warning(grow):
    built = grow({"a.md": '<iframe src="https://evil.example/"></iframe>'})

    assert built.warnings == ["a.md:1:1: <iframe> in HTML is left out"]


def test_of_two_attributes_the_first_counts():
    assert attributes(" src=a SRC='b' alt=\"x &amp; y\" hidden") == {"src": "a", "alt": "x & y"}


@pytest.mark.parametrize("piece", ['<img "', "<img a='", "<img ", "<iframe ", "<img src=a>"])
def test_g34_endless_tags_are_read_in_time(grow, piece):
    assert grow({"a.md": f"<p>\n{piece * 50_000}\n</p>"}).exists("a")
