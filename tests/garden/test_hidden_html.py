"""What HTML hides in a browser is not shown, or its writer is told that it is."""

import time

import pytest

from shared.garden.markdown.raw_complaints import complaints
from shared.garden.markdown.tree import Node


@pytest.mark.parametrize("name", ["template", "noscript", "title", "script", "style"])
def test_what_an_element_never_shows_is_left_out_with_it(grow, name):
    built = grow({"a.md": f"Before.\n\n<div><{name}>SECRET</{name}></div>\n\nAfter."})

    assert built.mentions("SECRET") == []
    assert "After." in built.body("a")


@pytest.mark.parametrize(
    "html",
    [
        "<div hidden>words</div>",
        '<div hidden="until-found">words</div>',
        '<p style="color:red; DISPLAY : none">words</p>',
        "A line with <b hidden>words</b>",
        "A line with <template>words</template>",
    ],
)
def test_what_it_hides_is_told(grow, html):
    [warning] = grow({"a.md": html}).warnings

    assert warning.startswith("a.md:1:")
    assert "what HTML hides is shown" in warning or "<template> in HTML is left out" in warning


def test_a_word_that_only_looks_like_it_is_none(grow):
    html = '<div title="a hidden shed, display: none">x <b>hidden</b></div>'

    assert grow({"a.md": html}).warnings == []


@pytest.mark.parametrize(
    "piece", [" style=", " style='display:", ' hidden"', " style=x", "display:", " "]
)
def test_g34_it_is_looked_for_in_time(piece):
    before = time.process_time()
    complaints(Node("html-block", f"<div{piece * 20_000}>"))

    assert time.process_time() - before < 2
