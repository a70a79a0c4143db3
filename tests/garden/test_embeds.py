"""Notes within notes."""

import re

import pytest

from shared.garden.pages.embeds import LARGEST

PRIVATE = "---\ndraft: true\n---\nMine."


def test_g13_notes_that_embed_each_other_end_with_a_link_and_a_warning(grow):
    built = grow({"a.md": "A起 ![[b]]", "b.md": "B起 ![[a]]"})
    assert built.body("a").count("A起") == 1
    assert built.body("a").count("B起") == 1
    assert '<a href="/a/">a</a>' in built.body("a")
    assert len(built.warnings) == 2
    assert built.warnings[0].startswith('a.md:1:4: embed "b" loops')
    assert built.errors == []


def test_g13_a_section_that_embeds_itself_comes_to_an_end(grow):
    built = grow({"a.md": "![[#Part]]\n\n## Part\n\nInside. ![[#Part]]\n\n## Other\n\nOutside."})
    assert built.body("a").count("Inside.") == 3
    assert built.body("a").count("Outside.") == 1


def test_g13_a_note_that_embeds_itself_shows_itself_once(grow):
    built = grow({"a.md": "Once. ![[a]]"})
    assert built.body("a").count("Once.") == 1


def test_a_section_or_a_block_is_embedded_alone(grow):
    source = (
        "Before.\n\n## One\n\nFirst.[^n]\n\n### Deep\n\nDeeper.\n\n"
        "## Two\n\nBlock. ^b\n\n[^n]: Foot."
    )
    built = grow({"k.md": source, "s.md": "![[k#One]]", "b.md": "![[k#^b]]"})
    section = built.body("s")
    assert "First." in section
    assert "Deeper." in section
    assert "Foot." in section
    assert "Before." not in section
    assert "Block." not in section
    assert "Block." in built.body("b")
    assert "First." not in built.body("b")


def test_embedded_copies_carry_no_ids(grow):
    built = grow({"k.md": "## Part\n\nText ^b\n\nx[^1]\n\n[^1]: foot", "from.md": "![[k]] ![[k]]"})
    assert "id=" not in built.body("from")


def test_embeds_that_would_double_without_end_stop(grow):
    files = {f"n{i}.md": f"![[n{i + 1}]]\n\n![[n{i + 1}]]\n\n![[n{i + 1}]]" for i in range(12)}
    built = grow({**files, "n12.md": "LEAF"})
    assert len(built.page("n0")) < 100_000
    assert any("nested too deep" in warning for warning in built.warnings)


def test_an_embed_is_a_link_for_the_embedded_note(grow):
    built = grow({"a.md": "![[b]]", "b.md": "x"})
    assert [link.slug for link in built.note("b").backlinks] == ["a"]


def test_an_embed_parts_its_paragraph(grow):
    built = grow({"a.md": "before ![[b]] after", "b.md": "middle"})
    body = built.body("a")
    assert body.index("before") < body.index("middle") < body.index("after")
    assert "<p>before </p>" in body


def test_a_page_is_not_made_of_a_hundred_copies_of_a_book(grow):
    files = {"book.md": "word " * 200_000, "all.md": "![[book]]\n\n" * 20, "on.md": "![[all]]"}
    built = grow(files)

    assert len(built.page("all")) < LARGEST + 2 * len(files["book.md"])
    assert len(built.page("on")) < LARGEST + 2 * len(files["book.md"])
    assert built.body("all").count('<p class="not-shown">↻ <a href="/book/">') == 18
    said = 'embed "book" makes the page too long; a link to book.md stands there'
    assert sum(said in warning for warning in built.warnings) == 18


@pytest.mark.parametrize("wanted", ["nothing", "secret", "#None", "b#None", "b#^none", "no.pdf"])
def test_what_is_not_there_tears_no_sentence_apart(grow, wanted):
    text = f"see ![[{wanted}]]. Also\n\n- in ![[{wanted}]] a list\n\n## of ![[{wanted}]] all"
    files = {"a.md": f"{text}\n\n| ![[{wanted}]] |\n|--|", "b.md": "B", "secret.md": PRIVATE}
    body = grow(files).body("a")
    seen = re.sub(r"\[[^\]]*\]", "[]", re.sub(r"<(?:a|/a|span|/span)\b[^>]*>", "", body))

    assert "<p>see []. Also</p>" in seen
    assert "<li>in [] a list</li>" in seen
    assert ">of [] all</h2>" in seen
    assert "<th>[]</th>" in seen
    assert body.count('<span class="not-shown">[') == 4


def test_alone_it_is_a_paragraph(grow):
    body = grow({"a.md": "![[nothing]] ^x\n\n![[nothing]]"}).body("a")

    assert body.count('class="not-shown">This part is not shown.</p>') == 1


@pytest.mark.parametrize("part", ["#Nowhere", "#^nowhere", "#Part#Nowhere"])
def test_of_a_part_that_is_not_there_the_note_is_not_shown_instead(grow, part):
    toml = 'title = "T"\npublish = "all"\n'
    head = "---\nmaturity: evergreen\nplanted: 2026-01-01\n---\n"
    built = grow({"a.md": f"{head}![[b{part}]]", "b.md": "Whole.\n\n## Part\n\nMore."}, toml)
    words = "b" if "^" in part else f"b › {part[1:]}"
    said = f'There is no such part: <a href="/b/">{words}</a>'

    assert built.body("a") == f'<p class="not-shown">{said}</p>'
    assert "There is no such part" in str(built.entry("a")["mail_html"])
    assert built.mentions("Whole.") != []
    assert [each.partition(": ")[0] for each in built.warnings] == ["a.md:5:1"]


def test_once_the_part_is_there_the_page_is_made_anew(grow, tmp_path):
    grow({"a.md": "![[b#Part]]", "b.md": "x"})
    built = grow({"b.md": "x\n\n## Part\n\nHere."})

    assert "Here." in built.body("a")
