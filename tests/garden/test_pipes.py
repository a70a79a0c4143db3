"""Pipes in wikilinks: their words, a size behind them, and the cells of a table."""

import re
import time

import pytest

from tests.support.photographs import plain


@pytest.mark.parametrize(
    "text",
    [
        "![[a.png|A rose|30]]",
        "![[a.png|30|A rose]]",
        "![[a.png|A rose|30x40]]",
        "| ![[a.png\\|A rose\\|30]] |\n|--|",
        "| ![[a.png|A rose|30]] |\n|--|",
        "> ![[a.png|A rose|30]]",
    ],
)
def test_a_picture_has_words_and_a_size(grow, text):
    built = grow({"k.md": text, "a.png": plain()})

    [shown] = re.findall(r"<img[^>]*>", built.body("k"))
    assert 'alt="A rose" width="30"' in shown
    assert built.warnings == []


def test_a_film_has_the_width_that_it_is_given_and_its_own_name(grow):
    body = grow({"k.md": "![[v.mp4|300]] ![[v.mp4|Bees|200]]", "v.mp4": b"film"}).body("k")

    assert 'aria-label="v.mp4" width="300"></video>' in body
    assert 'aria-label="Bees" width="200"></video>' in body


def test_a_link_may_say_a_pipe_and_code_keeps_its_own(grow):
    body = grow({"k.md": "[[b|x|y]] `[[b|x|y]]`\n\n```\n[[b|x|y]]\n```", "b.md": ""}).body("k")

    assert '<a href="/b/">x|y</a> <code>[[b|x|y]]</code>' in body
    assert "<code>[[b|x|y]]\n</code>" in body


@pytest.mark.parametrize("piece", ["[[", "[[a|", "`a", "[[a|b|c]]", "| [[a|", "a %%\n", "%% `"])
def test_g34_pipes_and_signs_without_end_are_read_in_time(grow, piece):
    before = time.process_time()

    assert grow({"a.md": piece * 5_000 + " [[a|b|c]] %% x"}).exists("a")
    assert time.process_time() - before < 5
