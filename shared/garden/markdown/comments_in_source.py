"""Comments of Obsidian's, `%%like this%%`, that begin in the middle of a line and end in another.

Those that begin a block, or end in the line where they begin, are known to the parser. What neither
knows is left out once the note is parsed; so nothing is left out here where the parser alone can
tell whether a sign is one of code, of a formula, of an address or of a tag.
"""

import re
from dataclasses import dataclass

from shared.garden.markdown.comments_in_html import ENDS

SIGN = "%%"
TOKEN = re.compile(r"`[^`]+`|%%")
AROUND = re.compile(r"(?:[ \t>]|(?:[-+*]|\d{1,9}[.)])[ \t])*")
SPOKEN, PARSED, UNSAID = "spoken", "in a comment that the parser knows", "in one that it does not"
CODE, DOUBTFUL = "code", "known to the parser alone"

FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")  # one within a list may end as the list does
DEFINED = re.compile(r"[ \t>]*\[[^\]^]*\]:")  # what a link leads to
TICKS = re.compile(r"\\?`+")
ADDRESS = re.compile(r"(?:\]\(|://)(?:(?!\]\(|://)\S)*%%")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(slots=True)
class Before:
    """What the lines before say of how the next one is read."""

    fence: str = ""
    has_tags: bool = False
    is_loose: bool = False

    def read(self, line: str) -> str:
        """Return as what a line is read that begins in no comment."""
        if self.fence:
            self.fence = "" if ends(line, self.fence) else self.fence
            return CODE
        mark = FENCE.match(line)
        if mark and not self.has_tags:
            self.fence = mark[1] or mark[2]
            return CODE
        if mark or is_doubtful(line):
            return DOUBTFUL
        self.has_tags = self.has_tags or line.lstrip(" \t>").startswith("<")
        self.is_loose = bool(line.strip()) and (self.is_loose or loosens(line))
        return DOUBTFUL if self.is_loose and SIGN in line else SPOKEN


def hide(lines: list[str]) -> list[str]:
    """Leave out of lines what is in such a comment, up to where only the parser can tell."""
    kept, before, state = lines[:], Before(), SPOKEN
    for number, line in enumerate(lines):
        now = before.read(line) if state == SPOKEN else state
        if now == UNSAID or (now in (SPOKEN, PARSED) and SIGN in line):
            kept[number], now = heard(line, state)
            state = now
            before.is_loose = loosens(kept[number])
        if now == DOUBTFUL:
            break
    return lines if state == UNSAID else kept


def ends(line: str, fence: str) -> bool:
    """Tell whether a line ends code that a fence began (CommonMark 0.31, 4.5)."""
    mark = line.strip(" \t")
    return len(mark) >= len(fence) and not mark.strip(fence[0]) and not may_be_code(line)


def may_be_code(line: str) -> bool:
    """Tell whether a line may be code because it is indented."""
    around = AROUND.match(line)
    return around is not None and ("    " in around[0] or "\t" in around[0])


def is_doubtful(line: str) -> bool:
    """Tell whether a line begins what only the parser can read."""
    around = AROUND.match(line)
    rest = line[around.end() :] if around else line
    is_code = rest.startswith(("```", "~~~")) or (SIGN in line and may_be_code(line))
    return is_code or DEFINED.match(line) is not None


def loosens(text: str) -> bool:
    """Tell whether code, a formula or a tag may begin in a text and go on in the next line."""
    ticks = TICKS.findall(text)
    return len(ticks) % 2 > 0 or any(each != "`" for each in ticks) or "$" in text or "<" in text


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
    rest = line[at:]
    if SIGN in rest and (loosens(rest) or ADDRESS.search(rest)):
        return line, DOUBTFUL
    for token in TOKEN.finditer(line, at):
        if token[0] != SIGN or token.start() < at:
            continue
        end = line.find(SIGN, token.end())
        if end < 0:
            return line[: token.start()].rstrip(), UNSAID
        at = end + len(SIGN)
    return line, SPOKEN


def without(text: str) -> str:
    """Return a text by itself without the comments in it; a sign that stands alone begins none."""
    if SIGN in text:
        parts = text.split(SIGN)
        alone = "" if len(parts) % 2 else SIGN + parts.pop()
        text = "".join(parts[::2]) + alone
    end = text.rfind(ENDS) + len(ENDS)
    return COMMENT.sub("", text[:end]) + text[end:] if end >= len(ENDS) else text
