"""An element of HTML with blank lines in it keeps its Markdown inside."""

import re

import pytest


def shape(html: str) -> str:
    """The tags of a page and the first letters of its words, without what stands between."""
    return re.sub(r"\s+", "", re.sub(r"<(/?\w+)[^>]*>", r"<\1>", html))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "<details>\n<summary>S</summary>\n\n**b**\n\n- i\n\n</details>\n\nafter",
            "<details><summary>S</summary><p><strong>b</strong></p><ul><li>i</li></ul></details>"
            "<p>after</p>",
        ),
        (
            "<details><summary>S</summary>\n\na\nb\n</details>\nafter",
            "<details><summary>S</summary><p>ab</p></details><p>after</p>",
        ),
        (
            "<details>\n<summary>\n\n# T\n\n</summary>\n\na\n\n</details>",
            "<details><summary><h2>T</h2></summary><p>a</p></details>",
        ),
        (
            "<DETAILS>\n\na\n\n<details>\n\nb\n\n</details>\n</Details >\n\nc",
            "<details><p>a</p><details><p>b</p></details></details><p>c</p>",
        ),
        (
            "<details>\n\na\n\n</details>\n<details>\n\nb\n\n</details>",
            "<details><p>a</p></details><details><p>b</p></details>",
        ),
        (
            "> <details>\n>\n> a\n>\n> </details>\n\nb",
            "<blockquote><details><p>a</p></details></blockquote><p>b</p>",
        ),
        (
            "- x\n\n  <details>\n\n  a\n\n  </details>\n",
            "<ul><li><p>x</p><details><p>a</p></details></li></ul>",
        ),
        (
            "<blockquote>\n\na\n\n</blockquote>\n\n<ul>\n<li>\n\nb\n\n</li>\n<li>c</li>\n</ul>",
            "<blockquote><p>a</p></blockquote><ul><li><p>b</p></li><li>c</li></ul>",
        ),
        (
            '<div align="center">\n\n## H\n\n</div>\n\n<center>\n\na\n\n</center>',
            "<div><h2>H</h2></div><div><p>a</p></div>",
        ),
        (
            "<blockquote>\n<details>\n\na\n\n</blockquote>\n\nb",
            "<blockquote><details></details><p>a</p></blockquote><p>b</p>",
        ),
    ],
)
def test_markdown_between_tags_stays_between_them(grow, text, wanted):
    assert shape(grow({"a.md": text}).body("a")) == wanted


def test_what_is_open_stays_so_and_has_no_other_attribute(grow):
    text = '<details open class="x">\n\na\n\n</details>\n\n<details open onclick="x()">b</details>'
    body = grow({"a.md": text}).body("a")

    assert body.count("<details open") == 2
    assert "class" not in body
    assert "click" not in body


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("<details>\n\na\n\nb", "<details></details><p>a</p><p>b</p>"),
        ("a\n\n</details>\n\nb", "<p>a</p><p>b</p>"),
        ("<!-- <details> -->\n\na\n\n</details>", "<p>a</p>"),
        ("> <details>\n\na\n\n</details>", "<blockquote><details></details></blockquote><p>a</p>"),
    ],
)
def test_what_has_no_end_ends_with_its_block(grow, text, wanted):
    assert shape(grow({"a.md": text}).body("a")) == wanted


def test_a_box_that_is_never_closed_is_a_warning(grow):
    built = grow({"a.md": "x\n\n<details>\n\na"})

    assert built.warnings == ["a.md:3:1: <details> is never closed; it ends with its block of HTML"]


def test_what_is_in_a_box_is_read_like_everything_else(grow):
    text = (
        "---\nmaturity: evergreen\nplanted: 2024-01-01\n---\n<details>\n<summary>S</summary>\n"
        "<img src=gone.png>\n\n## Inner\n\nSee [[b]], [[gone]] and #tag.\n\n^end\n\n"
        "<script>x</script>\n</details>\n"
    )
    files = {"a.md": text, "b.md": "[[a#Inner]] ![[a#^end]] ![[a#Inner]]"}
    built = grow(files)

    assert built.note("b").backlinks
    assert built.note("a").written_tags == ["tag"]
    assert 'href="/a/#inner"' in built.body("b")
    assert shape(built.body("b")).count("See<a>b</a>,gone") == 2
    assert [warning.partition(": ")[0] for warning in built.warnings] == [
        "a.md:7:1",
        "a.md:11:12",
        "a.md:15:1",
    ]
    assert shape(built.entry("a")["mail_html"]).startswith("<blockquote>S<h2>Inner</h2><p>")


@pytest.mark.parametrize(
    "text",
    [
        "<details>\n\na\n\n" * 3_000 + "</details>\n\n" * 3_000,
        "".join("> " * depth + "<details>\n" + ">" * depth + "\n" for depth in range(1, 90)),
        "</details>\n\n" * 10_000,
        "<details>" * 100 + "\n\nx\n\n" + "</details>" * 100,
    ],
)
def test_g34_boxes_without_end_are_read_in_time(grow, text):
    assert grow({"a.md": text}).exists("a")
