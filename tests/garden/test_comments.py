"""A comment is in no page, wherever the blank lines in it are."""

import pytest

HIDDEN = {
    "in a box": "<div>\n<!-- idea\n\nSECRET\n\n-->\n</div>",
    "after a paragraph": "<p>x</p> <!-- a\nSECRET\n\nSECRET -->",
    "in what folds": "<details>\n<!-- a\n\nSECRET\n\n# SECRET #SECRET\n\n-->\n\n</details>",
    "twice": "<div><!-- a\n\nSECRET\n\n<div>--><!-- SECRET\n\nSECRET\n\n-->\n\n</div>",
    "in a quote": "> <div><!--\n>\n> SECRET\n>\n> - SECRET -->",
    "that ends in code": "<div><!--\n\nSECRET\n\n```\n-->\n```",
    "without blank lines": "<div>\n<!-- SECRET -->\n</div>",
}


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN.keys())
def test_a_comment_in_html_ends_where_it_says_so(grow, text):
    built = grow({"a.md": f"Before.\n\n{text}\n\nAfter."})

    assert built.mentions("SECRET") == built.mentions("secret") == []
    assert "Before." in built.body("a")
    assert "After." in built.body("a")
    assert built.warnings == []


def test_a_comment_without_an_end_hides_what_follows_and_is_named(grow):
    built = grow({"a.md": "Before.\n\n<div><!-- idea\n\nSECRET\n\nSECRET"})

    assert built.mentions("SECRET") == []
    assert "Before." in built.body("a")
    assert built.warnings == ["a.md:3:1: a comment is never closed; all that follows is left out"]


ACROSS = {
    "in the middle of a paragraph": "x %% SECRET\nSECRET %% y",
    "over a blank line": "x %% SECRET\n\n[[SECRET]] #SECRET\n\n- SECRET %% y",
    "over code": "x %% SECRET\n```\nSECRET\n```\n%% y",
    "in a list": "- x %% SECRET\n  SECRET\n- SECRET %% y",
    "in a quote": "> x %% SECRET\n> SECRET %%\n> y",
    "after code": "`%%` x %% SECRET\nSECRET %% y `%%`",
    "after one that begins a block": "%%\nSECRET\n%%\nx %% SECRET\n%% y",
    "after one in its line": "x %%SECRET%% %% SECRET\n%%y",
}


@pytest.mark.parametrize("text", ACROSS.values(), ids=ACROSS.keys())
def test_a_comment_of_obsidians_may_begin_in_the_middle_of_a_line(grow, text):
    built = grow({"a.md": f"Before.\n\n{text}\n\nAfter."})
    body = built.body("a")

    assert built.mentions("SECRET") == built.mentions("secret") == []
    assert "Before." in body
    assert "x" in body
    assert "y" in body
    assert "After." in body
    assert built.warnings == []


def test_signs_in_code_begin_no_comment(grow):
    body = grow({"a.md": "`%%` a\n\n```\nb %% c\n```\n\nd `%% e`\n\nf"}).body("a")

    assert "<code>b %% c\n</code>" in body
    assert "<p>f</p>" in body


def test_one_without_an_end_hides_what_follows_and_is_named_too(grow):
    built = grow({"a.md": "Before %% SECRET\nSECRET\n\nSECRET"})

    assert built.mentions("SECRET") == []
    assert built.body("a").startswith("<p>Before </p>")
    assert built.warnings == ["a.md:1:8: a comment is never closed; all that follows is left out"]
