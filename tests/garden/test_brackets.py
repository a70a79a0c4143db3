"""A formula takes twice as long for each bracket that is never closed: some are too many."""

import time

import pytest

from shared.garden.writing.brackets import unclosed
from shared.garden.writing.mathml import BadFormula, mathml


@pytest.mark.parametrize(
    "text",
    [
        "(%)\n",
        "(\\begin{matrix}x)\\end{matrix}",
        "(\\left.)\\right.",
        "(_)",
        "(^)",
        "(\\sqrt[)]{x}",
        "(",
        "[",
        "{(}",
        "\\{",
        "\\lbrack ",
        "\\langle ",
        "\\lfloor ",
        "\\bigl[ ",
        "tags: [",
    ],
)
def test_brackets_without_end_are_refused_in_no_time(text):
    before = time.process_time()
    with pytest.raises(BadFormula, match="never closed"):
        mathml(text * 40, stands_alone=True)
    assert time.process_time() - before < 1


@pytest.mark.parametrize("text", ["(x) ", "[0,1) ", "]0,1[ ", "\\{x\\} ", "\\left( x \\right] "])
def test_brackets_that_are_closed_are_set_however_many_there_are(text):
    assert unclosed(text * 40) <= 1
    assert mathml(text * 40, stands_alone=True)
