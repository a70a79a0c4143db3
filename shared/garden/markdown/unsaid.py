"""Comments of Obsidian's, `%%like this%%`, that begin in the middle of a line and end in another.

Those that begin a block, or end in the line where they begin, are known to the parser.
"""

import re

from shared.garden.markdown.pipes import FENCE

SIGN = "%%"
TOKEN = re.compile(r"(`+)[^`]+\1(?!`)|%%")
AROUND = re.compile(r"(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])[ \t])*")
SPOKEN, PARSED, UNSAID = "spoken", "in a comment that the parser knows", "in one that it does not"
ENDLESS = ["", "<!--"]  # which is known to have no end, and told


def hide(lines: list[str]) -> list[str]:
    """Leave out of lines what is in such a comment; one without an end hides all that follows."""
    kept, fence, state, begun = lines[:], "", SPOKEN, 0
    for number, line in enumerate(lines):
        mark = FENCE.match(line) if state == SPOKEN else None
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence and (SIGN in line or state == UNSAID):
            kept[number], state = heard(line, state)
            begun = number if SIGN in line else begun
    return [*kept[: begun + 1], *ENDLESS] if state == UNSAID else kept


def heard(line: str, state: str) -> tuple[str, str]:
    """Return what is left of a line, and what is the case at its end."""
    first = line.find(SIGN)
    if state == SPOKEN:
        if AROUND.fullmatch(line[:first]) and first == line.rfind(SIGN):
            return line, PARSED
        return said_from(line, 0)
    if state == PARSED:
        return said_from(line, first + len(SIGN))
    begin = line[: len(line) - len(line.lstrip(" \t>"))]
    if first < 0:
        return begin, UNSAID
    return said_from(begin + line[first + len(SIGN) :].lstrip(), len(begin))


def said_from(line: str, at: int) -> tuple[str, str]:
    """Return a line up to a comment in it that does not end there; `at` is where to look for it."""
    for token in TOKEN.finditer(line, at):
        if token[0] != SIGN or token.start() < at:
            continue
        end = line.find(SIGN, token.end())
        if end < 0:
            return line[: token.start()].rstrip(), UNSAID
        at = end + len(SIGN)
    return line, SPOKEN
