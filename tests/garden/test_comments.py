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
