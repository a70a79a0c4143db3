"""Excerpts end where a sentence ends, not at a colon that leads to something not shown."""

import pytest


@pytest.mark.parametrize(
    ("body", "excerpt"),
    [
        ("Say who you are. Then write:\n\n```\ncode\n```\n", "Say who you are."),
        ("Two things. They are:\n\n- one\n- two\n\nThat is all.", "Two things. That is all."),
        ("先看這裡。再寫：\n\n```\n碼\n```\n", "先看這裡。"),
        ("Write this:\n\n```\ncode\n```\n", "Write this…"),
        ("Write this:\n\n```\ncode\n```\n\nIt grows.", "It grows."),
        ("It is so. This follows:", "It is so."),
        ("One thing:\n\nit goes on.", "One thing: it goes on."),
        ("Nothing cut here.\n\n- a\n", "Nothing cut here."),
    ],
)
def test_an_excerpt_never_ends_on_a_colon(grow, body, excerpt):
    assert grow({"a.md": body}).entry("a")["excerpt"] == excerpt


def test_a_description_stands_as_it_was_written(grow):
    built = grow({"a.md": "---\ndescription: 'Read this:'\n---\nx"})
    assert built.entry("a")["excerpt"] == "Read this:"
