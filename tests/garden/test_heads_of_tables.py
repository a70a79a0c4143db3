"""A head of a table that says nothing is no head: who hears the page would wait for a word."""

import pytest


@pytest.mark.parametrize(
    ("written", "heads"),
    [
        ("|  | A |\n|---|--:|\n| 1 | 2 |", '<td></td><th class="right">A</th>'),
        ("| A |  |\n|---|:-:|\n| 1 | 2 |", '<th>A</th><td class="center"></td>'),
        ("| *A* |\n|---|\n| 1 |", "<th><em>A</em></th>"),
        ("<table><tr><th> </th><th>A</th></tr></table>", "<td></td><th>A</th>"),
        ('<table><tr><th align="right"></th></tr></table>', '<td align="right"></td>'),
        ("<table><tr><th>\n\nA\n\n</th></tr></table>", "<th>"),
    ],
)
def test_an_empty_head_is_a_cell_like_others(grow, written, heads):
    body = grow({"a.md": written}).body("a")

    assert heads in body
    assert "<th></th>" not in body
