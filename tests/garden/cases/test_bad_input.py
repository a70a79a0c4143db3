"""What bad input gets: time that grows with it and no faster, a warning, and nothing else."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import shared.garden.seed
from shared.garden.problem import Problems
from shared.garden.search.said import Said
from shared.garden.seed import Sower
from shared.garden.vault.config import read_config

DEEP = 10_000
NESTED = {
    "quotes": ">" * DEEP + " deep",
    "lists": "- " * DEEP + "deep",
    "numbers": "1. " * DEEP + "deep",
    "stairs": "\n".join(" " * 2 * step + "- " * 249 + "x" for step in range(0, DEEP, 249)),
    "callouts": "> [!note] " * DEEP + "deep",
    "emphasis": "*a " * DEEP + "b*" * DEEP,
    "strong": "**" * DEEP + "a" + "**" * DEEP,
    "highlights": "==a " * DEEP + "b==" * DEEP,
    "pictures": "![" * DEEP + "a" + "](b)" * DEEP,
    "cells": "|a|\n|-|\n|" + "~~a " * DEEP + "b~~" * DEEP + "|",
}
# Nested in spelling alone: a bracket in brackets is a bracket.
FLAT = {
    "tasks": "- [ ] " * DEEP + "deep",
    "brackets": "[" * DEEP + "a" + "]" * DEEP,
    "links": "[" * DEEP + "a" + "](b)" * DEEP,
    "wikilinks": "[[" * DEEP + "a" + "]]" * DEEP,
    "embeds": "![[" * DEEP + "a" + "]]" * DEEP,
    "footnotes": "^[" * DEEP + "a" + "]" * DEEP,
    "html": "<div>" * DEEP,
    "inline html": "a " + "<b>" * DEEP,
    "formula": "$" + "\\sqrt{" * 4_000 + "a" + "}" * 4_000 + "$",
    "endless formula": "$" + "{" * 40_000 + "a" + "}" * 40_000 + "$",
    "yaml": "---\ntags: " + "[" * DEEP + "\n---\n",
}
# Each of these once took the square of its length.
LONG = {
    "links": "[[a]] 數位花園 ",
    "embeds": "![[a]]\n\n",
    "bars": "| [[a ",
    "rows": "| [[a|b]] | c |\n",
    "elements": "<div>",
    "comments": "%% a ",
    "dollars": "$a ",
    "headings": "# a\n",
    "blocks": "a ^b\n\n",
    "dangers": "[a](javascript:x) ",
    "calls": "> [!a] b\n\n",
}


@pytest.fixture
def sow(tmp_path: Path):
    """Read one note, and return what came of it and the seconds that it took."""
    sower = Sower(read_config(tmp_path, Problems()))

    def sow_it(text: str):
        before = time.process_time()
        seed, _ = sower.sow("a.md", text.encode())
        return seed, time.process_time() - before

    sow_it("warm")
    return sow_it


@pytest.mark.parametrize("name", NESTED)
def test_g34_what_is_nested_without_end_is_an_error_that_names_the_note_and_the_line(sow, name):
    seed, seconds = sow(f"first\n\n{NESTED[name]}")

    [error] = seed.errors
    assert str(error).startswith("a.md:")
    assert "nested more than a hundred levels deep" in error.message
    assert 1 <= error.line <= NESTED[name].count("\n") + 3
    assert seconds < 3


def test_g34_the_line_is_that_where_the_nesting_is(sow):
    seed, _ = sow(f"---\ntitle: x\n---\nfirst\n\n{'>' * DEEP} a")

    assert [error.line for error in seed.errors] == [6]


@pytest.mark.parametrize("name", FLAT)
def test_g34_what_only_looks_nested_is_read_in_no_time(sow, name):
    seed, seconds = sow(FLAT[name])

    assert all(error.path == "a.md" for error in seed.errors)
    assert bool(seed.errors) == (name == "yaml")
    assert seconds < 3


def test_a_formula_and_html_without_an_end_are_named_and_left_out(sow):
    seed, _ = sow(f"{FLAT['html']}\n\n{FLAT['endless formula']}")

    assert [str(warning) for warning in seed.warnings] == [
        "a.md:1:1: HTML is nested more than 200 levels deep and left out",
        "a.md:3:2: this formula is shown as its source: it is too long to be set",
    ]


@pytest.mark.benchmark
@pytest.mark.parametrize("name", LONG)
def test_four_times_as_long_takes_about_four_times_as_long(sow, name):
    count = 2_000
    (_, short), (_, long) = sow(LONG[name] * count), sow(LONG[name] * count * 4)

    # Twelve is far from both four and sixteen on a busy machine, where short is hardly anything.
    assert long < max(short, 0.03) * 12


def test_emphasis_that_would_end_the_process_ends_the_note_alone():
    """A parser that recurses in C kills its process at some thirty thousand levels."""
    bomb = (
        "from shared.garden.markdown.parser import parse; parse('*a ' * 200_000 + 'b*' * 200_000)"
    )
    died = subprocess.run([sys.executable, "-c", bomb], capture_output=True, text=True)

    assert died.returncode == 1  # not by a signal
    assert "TooDeep" in died.stderr


def test_g34_a_note_of_five_megabytes_and_one_of_fifty_thousand_links_build_in_time(grow):
    line = "[[small]] 數位花園的筆記慢慢長大，一年四季都有事可做，每天都去看看。\n"
    files = {"links.md": line * 52_000, "small.md": "x"}
    before = time.process_time()
    built = grow(files)

    assert time.process_time() - before < 12
    assert len(files["links.md"].encode()) > 4_000_000
    assert built.errors == []
    assert built.warnings == []
    assert built.body("links").count('href="/small/"') == 52_000


def test_g13_many_notes_each_within_the_next_stop_at_a_link(grow):
    count = 300
    files = {f"n{i}.md": f"W{i} ![[n{i + 1}]]" for i in range(count)}
    built = grow({**files, f"n{count}.md": "END"})

    assert [level for level in range(8) if f"W{level} " in built.body("n0")] == [0, 1, 2, 3, 4, 5]
    assert any(warning.startswith("n5.md:1:4: embed ") for warning in built.warnings)


def test_links_to_files_go_nowhere_outside_the_vault(grow, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("SENTINEL")
    (outside / "secret.png").write_bytes(b"SENTINEL")
    site = tmp_path / "site"
    site.mkdir()
    (site / "loop.md").symlink_to(site / "loop.md")
    (site / "folder").symlink_to(outside, target_is_directory=True)
    (site / "up").symlink_to(site, target_is_directory=True)
    (site / "note.md").symlink_to(outside / "secret.md")
    os.mkfifo(site / "pipe.md")
    built = grow(
        {
            "a.md": "![[../outside/secret]] ![](../outside/secret.png) [[folder/secret]] "
            "![](/etc/passwd) ![[/etc/passwd]] [x](file:///etc/passwd) ![[secret.md]]"
        }
    )

    assert built.mentions("SENTINEL") == []
    assert built.mentions("root:x:") == []
    assert "note.md:1:1: is a link to a file outside the garden; left out" in built.warnings
    assert "folder:1:1: is a link to a folder, or to itself; left out" in built.warnings
    assert "up:1:1: is a link to a folder, or to itself; left out" in built.warnings
    assert any(warning.startswith("loop.md:1:1: ") for warning in built.warnings)
    assert sum("leads nowhere" in warning for warning in built.warnings) == 6
    assert [note.slug for note in built.report.notes] == ["a"]


def test_what_is_no_text_is_taken_out_and_named(grow):
    built = grow({"a.md": b"---\ntitle: a\n---\none\ntwo\0\0 three\x07"})

    assert built.warnings == ["a.md:5:4: holds bytes that are no text (NUL); they are left out"]
    assert [path for path in built.mentions("\0") if not path.endswith(".woff2")] == []
    assert "two three" in built.body("a")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("[a](javascript:alert)", "link 'javascript:alert' is left out: only http, https, "),
        ("[a](JAVA&#115;CRIPT:x)", "link 'JAVAsCRIPT:x' is left out: "),
        ("![a](data:image/svg+xml,x)", "image 'data:image/svg+xml,x' is left out: "),
        ("[a](obsidian://open)", "link 'obsidian://open' is left out: "),
        ("<script>alert(1)</script>", "<script> in HTML is left out"),
        ("x <iframe src='//y'></iframe>", "<iframe> in HTML is left out"),
        ("<p onclick='x()'>a</p>", "what HTML would do when it is used is left out"),
    ],
)
def test_g30_what_would_act_is_left_out_and_named(grow, source, said):
    built = grow({"a.md": f"first\n\n{source}"})

    [warning] = [each for each in built.warnings if said in each]
    assert warning.startswith("a.md:3:")
    assert "alert" not in built.body("a").replace("alert(1)", "")
    assert "href" not in built.body("a")


def test_a_note_that_nobody_was_prepared_for_stops_no_other(grow, monkeypatch):
    def fails(tree):
        assert tree.words().strip() != "x"
        return Said()

    monkeypatch.setattr(shared.garden.seed, "said", fails)
    built = grow({"bad.md": "x", "good.md": "y"})

    assert [note.slug for note in built.report.notes] == ["good"]
    [error] = built.errors
    assert error.startswith("bad.md:1:1: cannot be read: AssertionError")
