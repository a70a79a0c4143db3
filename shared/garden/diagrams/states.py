"""States as Mermaid writes them: what something is, and how it becomes what it is next."""

import re

from shared.garden.diagrams import flowchart
from shared.garden.diagrams.flowchart import Chart, Line
from shared.garden.diagrams.pen import Undrawable

HEADER = re.compile(r"stateDiagram(?:-v2)?[ \t]*(?=\n|$)")
DIRECTION = re.compile(r"direction\s+(TB|TD|BT|LR|RL)$")
SKIPPED = re.compile(r"(?:classDef|class|style|accTitle|accDescr|hide empty description)\b")
NAME = r"(?:\w+(?:-\w+)*)"
STEP = re.compile(
    rf"(?P<a>\[\*\]|{NAME})(?::::[\w-]+)?\s*-->\s*(?P<b>\[\*\]|{NAME})(?::::[\w-]+)?"
    r"\s*(?::\s*(?P<said>.*))?$"
)
NAMED = re.compile(rf'state\s+"([^"]+)"\s+as\s+({NAME})$')
KIND = re.compile(rf"state\s+({NAME})\s*(?:<<(choice|fork|join)>>)?$")
SAYS = re.compile(rf"({NAME})\s*:\s*(.+)$")
ALONE = re.compile(rf"({NAME})(?::::[\w-]+)?$")
BEGINNING, END = "[*] before", "[*] after"  # which no name can be


def draw(source: str, name: str) -> str:
    """Return states as SVG.

    Raises:
        Undrawable: when it says something that we do not know, as states within a state.

    """
    return flowchart.picture(read(source), name)


def read(source: str) -> Chart:
    """Read the lines of a diagram of states."""
    header = HEADER.match(source)
    if header is None:
        raise Undrawable
    chart = Chart("TB")
    for line in re.split(r"[;\n]", source[header.end() :]):
        written = line.split("%%")[0].strip()
        if written and not SKIPPED.match(written):
            read_line(chart, written)
    if chart.direction in ("LR", "RL"):
        chart.shapes = ["post" if shape == "bar" else shape for shape in chart.shapes]
    return flowchart.drawable(chart)


def read_line(chart: Chart, written: str) -> None:
    """Read one line."""
    if found := DIRECTION.match(written):
        chart.direction = found[1]
    elif found := STEP.match(written):
        ends = state(chart, found["a"], BEGINNING), state(chart, found["b"], END)
        chart.lines.append(Line(ends, found["said"] or "", "", ("", ">")))
    elif found := NAMED.match(written):
        chart.texts[state(chart, found[2])] = found[1]
    elif found := KIND.match(written):
        number = state(chart, found[1])
        if found[2]:
            chart.texts[number], chart.shapes[number] = "", "{" if found[2] == "choice" else "bar"
    elif found := SAYS.match(written):
        number, name = state(chart, found[1]), found[1]
        before = chart.texts[number]
        chart.texts[number] = found[2] if before == name else f"{before}<br>{found[2]}"
    elif found := ALONE.match(written):
        state(chart, found[1])
    else:
        raise Undrawable


def state(chart: Chart, written: str, point: str = "") -> int:
    """Return the number of a state; `[*]` is the beginning before an arrow, the end behind it."""
    name = point if written == "[*]" else written
    number = chart.names.setdefault(name, len(chart.names))
    if number == len(chart.texts):
        is_point = name in (BEGINNING, END)
        chart.texts.append("" if is_point else name)
        chart.shapes.append({BEGINNING: "start", END: "stop"}.get(name, "("))
    return number
