"""Tables in HTML keep their cells, their spans and the Markdown in them, blank lines or not."""

import re
import time

import pytest

from tests.garden.test_raw_boxes import shape

ROWS = (
    "<table>\n<tr>\n<th>A</th>\n\n<th>B</th>\n</tr>\n\n<tr><td>1</td>\n\n<td>2</td></tr>\n</table>"
)
WHOLE = (
    "<div><table><tbody><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></tbody></table>"
    "</div>"
)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (ROWS, WHOLE),
        (ROWS.replace("\n<t", "\n    <t"), WHOLE),  # where a blank line would begin code
        (f"a\n\n{ROWS}\n\nb", f"<p>a</p>{WHOLE}<p>b</p>"),
        (f"{ROWS}\n\n{ROWS}", WHOLE * 2),
        ("- x\n\n  " + ROWS.replace("\n", "\n  "), f"<ul><li><p>x</p>{WHOLE}</li></ul>"),
        ("> " + ROWS.replace("\n", "\n> "), f"<blockquote>{WHOLE}</blockquote>"),
        (f"<details>\n\n{ROWS}\n\n</details>", f"<details>{WHOLE}</details>"),
        (
            "<table>\n  <tr>\n    <td>\n\n**b**\n\n- i\n\n    </td>\n  </tr>\n</table>",
            "<div><table><tbody><tr><td><p><strong>b</strong></p><ul><li><p>i</p></li></ul></td></tr>"
            "</tbody></table></div>",
        ),
        (
            "<table><tr><td>\n\n<table><tr><td>in</td></tr>\n\n</table>\n\nx\n\n</td></tr></table>",
            "<div><table><tbody><tr><td><div><table><tbody><tr><td>in</td></tr></tbody></table></div>"
            "<p>x</p></td></tr></tbody></table></div>",
        ),
        ("<table>\n<tr>\n\nb", "<div><table><tbody><tr></tr></tbody></table></div><p>b</p>"),
        ("a\n\n</table>\n\nb", "<p>a</p><p>b</p>"),
    ],
)  # fmt: skip
def test_a_table_is_whole(grow, text, wanted):
    assert shape(grow({"a.md": text}).body("a")) == wanted


def test_a_table_keeps_its_spans_and_sides_and_no_nonsense(grow):
    text = (
        '<table><tr><td colspan="2" rowspan=3 align="right" style="x" onclick="y()">a</td>'
        '<td colspan="9999999" align="javascript:x" rowspan="-1">b</td></tr></table>'
    )
    built = grow({"a.md": f"---\nmaturity: evergreen\n---\n{text}"})

    for shown in (built.body("a"), built.entry("a")["mail_html"]):
        cells = re.findall(r"<td([^>]*)>", shown)
        assert sorted(cells[0].split()) == ['align="right"', 'colspan="2"', 'rowspan="3"']
        assert cells[1] == ""


def test_what_is_in_a_cell_is_read_like_everything_else(grow):
    text = (
        "<table>\n<tr>\n<td>\n\n## Inner\n\n[[b]] and [[gone]] #tag ^end\n\n</td>\n\n"
        "<td><img src=gone.png></td>\n</tr>\n</table>"
    )
    built = grow(
        {"a.md": f"---\nmaturity: evergreen\n---\n{text}", "b.md": "[[a#Inner]]\n\n![[a#^end]]"}
    )

    assert built.note("b").backlinks
    assert built.note("a").written_tags == ["tag"]
    assert 'href="/a/#inner"' in built.body("b")
    assert [warning.partition(": ")[0] for warning in built.warnings] == ["a.md:10:11", "a.md:14:5"]
    assert "<td><h2>Inner</h2>" in re.sub(r"\n", "", built.entry("a")["mail_html"])


def test_what_a_comment_hides_in_a_table_is_shown_nowhere(grow):
    text = "<table><tr><td>x<!--\n\n[[gone]] **secret**\n\n--></td></tr></table>"
    built = grow({"a.md": text})

    assert built.mentions("secret") == []
    assert built.warnings == []


def test_lists_stand_in_the_cells_of_a_table_in_markdown_and_items_only_in_lists(grow):
    body = grow(
        {
            "a.md": "| a | b |\n|-|-|\n| <ul><li>x</li><li>**y**</li></ul> | <li>z</li> |\n\n"
            "q <ul><li>w"
        }
    ).body("a")

    assert "<td><ul><li>x</li><li><strong>y</strong></li></ul></td>" in body
    assert "<td>z</td>" in body
    assert "<p>q w</p>" in body


def test_other_elements_keep_what_makes_them_what_they_are(grow):
    text = (
        '<h1>T</h1>\n<ol start="5" type="a" reversed><li value="7">x</li></ol>\n<div>one</div>\n'
        "<div>two</div>\n<center>m</center>\n<figure><figcaption>c</figcaption></figure>\n\n"
        '<abbr title="a &quot;b">A</abbr> <q>q</q> <progress value="3" max=10 onclick=x></progress>'
        "\n\n"
        '<div align="center">\n\n*md*\n\n</div>'
    )
    body = grow({"a.md": text}).body("a")

    assert "<h2>T</h2>" in body
    assert re.search(r'<ol start="5" type="a" reversed(="")?><li value="7">', body)
    assert '<div>one</div>\n<div>two</div>\n<div align="center">m</div>' in body
    assert "<figure><figcaption>c</figcaption></figure>" in body
    assert (
        '<abbr title="a &quot;b">A</abbr> <q>q</q> <progress value="3" max="10"></progress>' in body
    )
    assert '<div align="center">\n<p><em>md</em></p>' in body


@pytest.mark.parametrize(
    "text",
    [
        "<table>\n\n" * 5_000,
        "<table>\n\na\n\n" * 5_000 + "</table>\n\n" * 5_000,
        "</table>\n\n" * 5_000,
        "<table><tr><td>\n\n" + "a\n\n" * 5_000 + "</table>",
        "<div>\n\n    <p>\n\n" * 3_000,
        "<table>\n" + "<td colspan=9 rowspan=9>\n\n" * 10_000 + "</table>",
        "| a |\n|-|\n" + "| <ul><li>x" * 10_000,
    ],
)  # fmt: skip
def test_g34_tables_without_end_are_read_in_time(grow, text):
    before = time.process_time()

    assert grow({"a.md": text}).exists("a")
    assert time.process_time() - before < 8
