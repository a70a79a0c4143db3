"""Footnotes within a line, `^[like this]`, whose end the parser looks for from each beginning anew.

It is code in C that nobody can stop. Thousands of them without an end, or each within the next,
take it the square of their number.
"""

import re

SIGN = "^["
TOKEN = re.compile(r"\\.|\^?\[|\]", re.DOTALL)
FARTHEST = 2_000_000_000  # characters that the parser looks through; it takes about a second


def is_far_reaching(source: str) -> bool:
    """Tell whether all footnotes within lines, from `^[` to their ends, are too long together."""
    if source.count(SIGN) * len(source) <= FARTHEST:
        return False
    return sum(map(reach, source.split("\n\n"))) > FARTHEST


def reach(paragraph: str) -> int:
    """Return how long the footnotes of a paragraph are; without an end they reach to its own."""
    opened: list[tuple[str, int]] = []
    reached = 0
    for found in TOKEN.finditer(paragraph):
        if found[0] == "]" and opened:
            sign, begin = opened.pop()
            reached += found.end() - begin if sign == SIGN else 0
        elif found[0] in ("[", SIGN):
            opened.append((found[0], found.start()))
    return reached + sum(len(paragraph) - begin for sign, begin in opened if sign == SIGN)
