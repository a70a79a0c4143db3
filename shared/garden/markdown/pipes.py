"""Wikilinks with pipes in them, as people write them: in rows of tables, and with several pipes."""

import re

LINK = r"\[\[(?P<name>[^\[\]|\n]*[^\\|\[\]\n])\\?\|(?P<said>[^\[\]\n]*)\]\]"
IN_ROW = re.compile(LINK)
IN_TEXT = re.compile(rf"(?<!`)(`++)[^`]++\1(?!`)|{LINK}")  # what is code stays as it is
PIPE = re.compile(r"(?<!\\)\\*+\|")
AGAIN = "&#124;"  # what a further pipe becomes
FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")


def escape_pipes(source: str, lines: list[str]) -> str:
    """Let `[[a|b]]` in a row of a table be one link, and `![[a|b|100]]` one anywhere."""
    if not any(is_meant(line) for line in lines if "[[" in line):
        return source
    lines, fence = lines[:], ""
    for number, line in enumerate(lines):
        mark = FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and fence and mark[1].startswith(fence):
            fence = ""
        elif not fence and "[[" in line:
            lines[number] = IN_ROW.sub(in_row, line) if is_row(line) else IN_TEXT.sub(in_text, line)
    return "\n".join(lines)


def is_meant(line: str) -> bool:
    """Tell whether a line has a link with pipes that mean something else to the parser."""
    if "|" not in line:
        return False
    needed = 1 if is_row(line) else 2
    return any(found[0].count("|") >= needed for found in IN_ROW.finditer(line))


def is_row(line: str) -> bool:
    """Tell whether a line may be a row of a table."""
    return line.lstrip(" \t>")[:1] == "|"


def in_row(found: re.Match[str]) -> str:
    """Return a link whose pipes end no cell."""
    return rf"[[{found['name']}\|{PIPE.sub(AGAIN, found['said'])}]]"


def in_text(found: re.Match[str]) -> str:
    """Return a link of which only the first pipe means something."""
    if found["said"] is None or "|" not in found["said"]:
        return found[0]
    return f"[[{found['name']}|{PIPE.sub(AGAIN, found['said'])}]]"
