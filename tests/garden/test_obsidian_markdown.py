"""What Obsidian writes besides CommonMark: callouts, boxes, footnotes, blocks, HTML in lines."""

import re

import pytest

from shared.garden.writing.callouts import KIND_OF, KINDS, title_of
from tests.support.crawler import crawl


@pytest.mark.parametrize("name", KIND_OF)
def test_every_callout_of_obsidian_has_a_kind_and_a_name_in_the_language_of_its_note(grow, name):
    built = grow({f"{tag}.md": f"---\nlang: {tag}\n---\n> [!{name.upper()}]\n> x" for tag in LANGS})

    for tag in LANGS:
        kind, title = KIND_OF[name], title_of(name, tag)
        assert f'<div class="callout" data-kind="{kind}" role="note">' in built.body(tag)
        assert f'<p class="callout-title"><strong>{title}</strong></p>' in built.body(tag)
    assert title_of(name, "zh-Hant") != title_of(name, "en")


LANGS = ("en", "zh-hant")


def test_obsidians_kinds_are_all_there():
    assert len(KINDS) == 13
    assert len(KIND_OF) == 27


def test_a_callout_of_the_gardeners_own_keeps_its_name(grow):
    body = grow({"a.md": "> [!my-kind]\n> x\n\n> [!note]- *Title* [[a]]\n> x"}).body("a")

    assert 'data-kind="my-kind"' in body
    assert "<strong>My kind</strong>" in body
    title = '<summary class="callout-title"><strong><em>Title</em> <a href="/a/">a</a></strong>'
    assert f'<details class="callout" data-kind="note">{title}' in body


@pytest.mark.parametrize(
    ("sign", "shown"),
    [
        (" ", '<input type="checkbox" disabled aria-label="To do">'),
        ("x", '<input type="checkbox" disabled checked aria-label="Done">'),
        ("X", '<input type="checkbox" disabled checked aria-label="Done">'),
        ("/", '<span class="sign" role="img" aria-label="In progress">◐</span>'),
        ("-", '<span class="sign" role="img" aria-label="Dropped">⊘</span>'),
        (">", '<span class="sign" role="img" aria-label="Moved on">→</span>'),
        ("k", '<input type="checkbox" disabled checked aria-label="Done">'),
    ],
)
def test_a_box_says_what_stands_in_it(grow, sign, shown):
    built = grow({"a.md": f"---\nmaturity: evergreen\n---\n- [{sign}] it\n  - [ ] below"})

    assert f'<li class="task">{shown} it' in built.body("a")
    assert built.body("a").count('class="task"') == 2
    assert "<input" not in built.entry("a")["mail_html"]


def test_a_footnote_may_stand_where_it_is_mentioned(grow):
    body = grow({"a.md": "one^[first *note*] two[^x] three^[third]\n\n[^x]: second"}).body("a")

    assert body.index("first <em>note</em>") < body.index("second") < body.index("third</p>")
    assert body.count('class="footnote"') == body.count('class="back"') == 3


def test_code_has_its_language_beside_it_and_a_script_only_where_there_is_code(grow):
    built = grow({"a.md": "```Python\nx\n```", "b.md": "    plain", "c.md": "`x`"})

    assert '<div class="code" data-language="python"><pre tabindex="0">' in built.body("a")
    assert '<div class="code"><pre tabindex="0">' in built.body("b")
    assert 'content="Copy,Copied"' in built.page("a")
    assert "/assets/copy-" in built.page("b")
    assert "/assets/copy-" not in built.page("c")


def test_tags_that_shape_words_stay_when_they_are_closed(grow):
    source = (
        "<kbd>Ctrl</kbd> H<sub>2</sub>O <u>a **b** c</u> <b class='x'>d</b> "
        "<i>open <s><u>crossed</s></u> </em> <span style='x'>words</span> a<br>b"
    )
    body = grow({"a.md": source}).body("a")

    assert "<kbd>Ctrl</kbd> H<sub>2</sub>O <u>a <strong>b</strong> c</u> <b>d</b>" in body
    for name in ("i", "s", "u", "em", "sub", "kbd"):
        assert body.count(f"<{name}>") == body.count(f"</{name}>")
    assert "words a<br>b" in body
    assert "span" not in body


def test_lines_of_chinese_are_joined_without_a_space(grow):
    built = grow({"a.md": "一行，\n接**一**行\n的字\nand words\n한국어\n말\n\n- #標籤\n  字"})

    assert "<p>一行，接<strong>一</strong>行的字\nand words\n한국어\n말</p>" in built.body("a")
    assert built.entry("a")["excerpt"] == "一行，接一行的字 and words 한국어 말"


def test_a_section_deep_inside_is_embedded_with_what_belongs_to_it(grow):
    deep = (
        "> [!note]\n> before\n> ## Deep\n> inside[^1]\n> ### Deeper\n> lowest\n> ## Next\n> after\n"
        "\n- item\n  ## In a list\n  listed\n\n[^1]: foot"
    )
    built = grow(
        {"k.md": deep, "a.md": "![[k#Deep]]", "b.md": "![[k#Note#Deeper]]\n![[k#In a list]]"}
    )

    shown = built.body("a")
    for word in ("Deep</h2>", "inside", "Deeper</h3>", "lowest", "foot"):
        assert word in shown
    assert not re.search("before|Next|after", shown.split("embed-title")[1])
    assert "lowest" in built.body("b")
    assert "inside" not in built.body("b")
    assert "listed" in built.body("b")
    assert built.warnings == []


def test_a_block_in_a_list_is_the_item_with_all_below_it(grow):
    source = (
        "- first ^one\n  - below\n- [ ] second ^two\n\npara\n\n^three\n\n| a |\n|-|\n| b |\n\n^four"
    )
    files = {f"{name}.md": f"![[k#^{name}]]" for name in ("one", "two", "three", "four")}
    built = grow({"k.md": source, **files})

    assert '<li id="^one">first' in built.body("k")
    assert "<ul><li>first<ul><li>below</li></ul>" in re.sub(r"\n", "", built.body("one"))
    assert '<ul><li class="task"' in built.body("two")
    assert "<p>para</p>" in built.body("three")
    assert "<td>b</td>" in built.body("four")
    assert "first" not in built.body("two")
    assert built.warnings == []


def test_a_table_is_named_right_below_it_too(grow):
    source = "| a | b |\n|-|-|\n| c | d |\n^one\n\n| ^no | e |\n|-|-|\n| ^two | f |"
    built = grow({"k.md": source, "a.md": "![[k#^one]] [[k#^two]]"})

    assert "<td>c</td><td>d</td></tr>\n</tbody>" in built.body("a")
    assert "^one</td>" not in built.body("k")
    assert "<td>^two</td>" in built.body("k")
    assert built.warnings == ['a.md:1:13: "k" has no heading or block "^two"']


def test_a_heading_that_comes_twice_is_found_by_the_one_above_it(grow):
    source = "## Oak\n\n### Care\n\n## Fern\n\n### Care\n\n#### Water\n\n## Moss\n\n#### Water"
    links = "[[k#Care]] [[k#Fern#Care]] [[k#Oak#Care]] [[k#Fern # Care#Water]] [[k#Moss#Water]]"
    built = grow({"k.md": source, "a.md": links})

    found = re.findall(r'href="/k/#([^"]+)"', built.body("a"))
    assert found == ["care", "care-1", "care", "water", "water-1"]


def test_an_embed_speaks_the_language_of_its_note(grow):
    built = grow({"a.md": "![[b]]\n\n![[c]]", "b.md": "---\nlang: zh-Hant\n---\n字", "c.md": "x"})

    assert built.body("a").count('<blockquote class="embed" lang="zh-Hant">') == 1
    assert built.body("a").count('<blockquote class="embed">') == 1


def test_a_document_is_opened_in_place_and_a_film_begins_where_it_is_told_to(grow):
    files = {"a.pdf": b"%PDF", "v.mp4": b"film", "s.mp3": b"sound"}
    source = "so ![[a.pdf#page=3|Paper]] and\n\n![[v.mp4#t=10]] ![[s.mp3]]"
    built = grow({"a.md": f"---\nmaturity: evergreen\n---\n{source}", **files})
    body = built.body("a")

    opened = r'<details class="pdf"><summary>Paper</summary><p><a href="([^"]+)">Paper</a></p>'
    document = re.search(opened, body)
    assert document
    assert document[1].endswith(".pdf#page=3")
    assert f'<iframe src="{document[1]}" title="Paper" loading="lazy"></iframe></details>' in body
    assert "<p>so </p>" in body
    assert re.search(r'<video controls preload="metadata" src="[^"]+\.mp4#t=10"', body)
    assert "<iframe" not in built.entry("a")["mail_html"]
    assert "#page=3" in built.entry("a")["mail_html"]


NAMES = ("Text", "Notes", "Follow", "Tended", "Email", "Growth", "Grown", "Linked from", "fn 1")


@pytest.mark.parametrize("path", ["a.md", "index.md"])
def test_no_place_of_a_note_has_the_name_of_a_place_of_the_page(grow, path):
    headings = "\n\n".join(
        f"## {name}\n\nx ^dup\n\n[[#{name}]]" for name in (*NAMES, "fnref 1", "a 1")
    )
    source = f"# Title[^1]\n\n{headings}\n\n## a\n\n## a\n\nx[^2] y[^2]\n\n[^1]: one\n\n[^2]: two"
    built = grow({path: source, "b.md": f"[[{path[:-3]}]]"})
    came = crawl(built.out, "https://garden.example")

    assert came.wrong == []
    assert built.warnings == []
