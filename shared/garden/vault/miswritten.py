"""Front matter that is no YAML: what to do about it, in the words of who has written the line."""

import re

import yaml

KEYED = re.compile(r"(?P<indent>\s*)(?P<key>[^\s:#-][^:]*?):[ \t]+(?P<value>\S(?:.*\S)?)\s*$")
LINKS = re.compile(r"\[\[[^\[\]]+\]\]")
NOT_YAML = "front matter is not YAML"
OPENED = re.compile(r"while (?:scanning|parsing) a (?:quoted|flow)")
LONGEST = 80  # letters of a value that is written out in advice
SIGNS = "@`%*&!|>?"  # which YAML keeps for itself at the beginning of a value
CLOSED = {'"': '"', "'": "'", "[": "]", "{": "}"}

Place = tuple[int, int, str]  # line and column from zero, and what is said


def miswritten(source: str, error: yaml.MarkedYAMLError) -> Place:
    """Return where the mistake was made, and what it is, with a remedy where one is known."""
    lines = source.split("\n")
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line, mark.column) if mark else (0, 0)
    guilty = lines[line] if line < len(lines) else ""
    if "\t" in guilty[: len(guilty) - len(guilty.lstrip())]:
        return line, column, "a tab indents this line; YAML wants spaces"
    if OPENED.match(error.context or ""):
        begun, first = opening(lines, error.context_mark or mark)
        if said := unclosed(lines[begun], first, error.problem or ""):
            return begun, first, f"{NOT_YAML}: {said}"
    said = misquoted(guilty) or misplaced(lines, line)
    return line, column, f"{NOT_YAML}: {said or error.problem or error.context}"


def opening(lines: list[str], mark: yaml.Mark | None) -> tuple[int, int]:
    """Return where a quote or a bracket opens that the parser was in; it may be lines before."""
    line, column = (mark.line, mark.column) if mark else (0, 0)
    if lines[line : line + 1] and lines[line][column : column + 1] in CLOSED:
        return line, column
    before = [(number, each.find("[")) for number, each in enumerate(lines[:line]) if "[" in each]
    return before[-1] if before else (0, 0)


def unclosed(line: str, column: int, problem: str) -> str:
    """Return what to do about a quote or a bracket that opens in a line, and never closes."""
    opened = line[column : column + 1]
    if "escape" in problem:
        return "within double quotes a backslash needs another before it; or use single quotes"
    if opened not in CLOSED:
        return ""
    if "#" in line[column:] and opened in "[{":
        return "`#` begins a remark here; write tags without it, or in quotes"
    what = "the quote" if opened in "\"'" else "the bracket"
    return f"{what} that opens here never closes; put {CLOSED[opened]} behind the value"


def misquoted(line: str) -> str:
    """Return how the value of a line is to be quoted, if that is what it lacks."""
    found = KEYED.match(line)
    if found is None:
        return ""
    key, value = found["key"], found["value"]
    if value.startswith("[["):
        links = ", ".join(f'"{link}"' for link in LINKS.findall(value))
        return f"links stand in quotes; write {key}: [{links}]" if links else ""
    if value.startswith("- "):
        return f"a list begins on the line below `{key}:`, or stands in brackets"
    if ": " in value or value.endswith(":"):
        return f"a colon within a value needs quotes; {write(key, value)}"
    if value[0] in SIGNS:
        return f"what begins with {value[0]} needs quotes; {write(key, value)}"
    if value[0] in CLOSED:
        return f"something stands behind the {CLOSED[value[0]]}; {write(key, value)}"
    return ""


def misplaced(lines: list[str], number: int) -> str:
    """Return what is wrong with a line because of the one above it, if that is what is wrong."""
    line = lines[number] if number < len(lines) else ""
    above = next((each for each in reversed(lines[:number]) if each.strip()), "")
    if above and ":" not in above and not above.lstrip().startswith(("-", "#")):
        return f"the line above has no colon; write it as `key: {above.strip()[:LONGEST]}`"
    if line.startswith(" ") and KEYED.match(above):
        return "the line above has its value already; begin this one without spaces"
    if line.lstrip().startswith("- ") and KEYED.match(above):
        return "the line above has a value; a list stands below a key without one"
    return ""


def write(key: str, value: str) -> str:
    """Return the line as it is to be written."""
    if len(value) > LONGEST:
        return f"put what stands behind `{key}:` in quotes"
    return f"write {key}: {quoted(value)}"


def quoted(value: str) -> str:
    """Return a text in quotes that it does not have in it, without those that it has around it."""
    bare = value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
    bare = bare.rstrip() if bare else value
    if '"' not in bare and "\\" not in bare:
        return f'"{bare}"'
    return "'" + bare.replace("'", "''") + "'"
