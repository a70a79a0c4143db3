"""Lines of a paragraph: kept where Obsidian shows them so, else joined as Markdown has it."""

import json

import pytest

from shared.garden.build import build

LINES = "Roses are red\nviolets **blue**\n\n> A word\n> — Ada\n\n- one\n  two\n\n一行\n接一行"
KEPT = "<p>Roses are red<br>\nviolets <strong>blue</strong></p>"
JOINED = "<p>Roses are red\nviolets <strong>blue</strong></p>"
APP = ".obsidian/app.json"


def settings(**said: object) -> dict[str, str]:
    return {APP: json.dumps(said)}


@pytest.mark.parametrize("said", [settings(), settings(strictLineBreaks=False), {APP: "{"}])
def test_in_a_vault_of_obsidian_lines_are_kept(grow, said):
    body = grow({"a.md": LINES, **said}).body("a")

    assert KEPT in body
    assert "<p>A word<br>\n— Ada</p>" in body
    assert "<li>one<br>\ntwo</li>" in body
    assert "<p>一行<br>\n接一行</p>" in body


@pytest.mark.parametrize("said", [{}, settings(strictLineBreaks=True)])
def test_elsewhere_and_where_the_vault_is_strict_they_are_joined(grow, said):
    body = grow({"a.md": LINES, **said}).body("a")

    assert JOINED in body
    assert "<br>" not in body
    assert "<p>一行接一行</p>" in body


@pytest.mark.parametrize(
    ("said", "word", "wanted"),
    [(settings(), "joined", JOINED), ({}, "kept", KEPT), (settings(), "kept", KEPT)],
)
def test_what_garden_toml_says_counts_more(grow, said, word, wanted):
    built = grow({"a.md": LINES, **said}, toml=f'publish = "all"\nline_breaks = "{word}"')

    assert wanted in built.body("a")


def test_any_other_word_is_an_error(grow):
    built = grow({"a.md": LINES}, toml="line_breaks = true")

    assert built.errors == ['garden.toml:1:1: line_breaks is True; write "kept" or "joined"']


def test_beside_another_generator_lines_are_joined_unless_it_is_said(grow):
    toml = 'publish = "all"\ngenerator = "quartz"\nnotes = "notes"'

    assert JOINED in grow({"a.md": LINES, **settings()}, toml=toml).body("a")
    assert KEPT in grow({"a.md": LINES}, toml=f'{toml}\nline_breaks = "kept"').body("a")


def test_a_setting_that_changes_is_seen_by_the_next_build(grow, tmp_path):
    grow({"a.md": LINES})
    site, out, cache = tmp_path / "site", tmp_path / "out2", tmp_path / "cache"
    urls = {"site_url": "https://g.example", "functions_url": "https://g.example"}
    build(site, out, cache=cache, **urls)
    assert JOINED in (out / "a" / "index.html").read_text("utf-8")

    (site / APP).parent.mkdir()
    (site / APP).write_text("{}")
    build(site, out, cache=cache, **urls)
    assert KEPT in (out / "a" / "index.html").read_text("utf-8")


def test_notes_on_lines_of_their_own_have_no_empty_paragraphs_between_them(grow):
    built = grow({"a.md": "x\n![[b]]\n![[c]]\ny", "b.md": "B", "c.md": "C", **settings()})

    assert "<p><br>" not in built.body("a")
    assert built.body("a").count("<p") == len(("x", "title", "B", "title", "C", "y"))


def test_formulas_code_and_names_of_blocks_are_as_before(grow):
    text = "$$\na\n$$\n\n```\na\nb\n```\n\nA\nline\n^end\n\n| a |\n|---|\n| b |\n"
    built = grow({"a.md": text, **settings()})

    assert "a\nb\n</code>" in built.body("a")
    assert '<p id="^end">A<br>\nline' in built.body("a")
    assert built.warnings == []
