"""States as Mermaid writes them: what something is, and how it becomes what it is next."""

import re
from collections.abc import Iterator

from shared.garden.diagrams.chart import OUTSIDE, REGION, Chart, Line
from shared.garden.diagrams.pen import Undrawable
from shared.garden.diagrams.picture import picture

HEADER = re.compile(r"stateDiagram(?:-v2)?[ \t]*(?=\n|$)")
DIRECTION = re.compile(r"direction\s+(TB|TD|BT|LR|RL)$")
SKIPPED = re.compile(r"(?:classDef|class|style|accTitle|accDescr|hide empty description)\b")
NAME = r"(?:\w+(?:-\w+)*)"
STEP = re.compile(
    rf"(?P<a>\[\*\]|{NAME})(?::::[\w-]+)?\s*-->\s*(?P<b>\[\*\]|{NAME})(?::::[\w-]+)?"
    r"\s*(?::\s*(?P<said>.*))?$"
)
NAMED = re.compile(rf'state\s+"([^"]+)"\s+as\s+({NAME})$')
WITHIN = re.compile(rf'state\s+(?:"([^"]+)"\s+as\s+)?({NAME})\s*(?::::[\w-]+\s*)?\{{$')
NOTE = re.compile(rf"note\s+(?:left|right)\s+of\s+({NAME})\s*(?::\s*(.+))?$")
KIND = re.compile(rf"state\s+({NAME})\s*(?:<<(choice|fork|join)>>)?$")
SAYS = re.compile(rf"({NAME})\s*:\s*(.+)$")
ALONE = re.compile(rf"({NAME})(?::::[\w-]+)?$")
BEGINNING, END = "start", "stop"  # shapes, and with the number of a frame names of their own


def draw(source: str, name: str) -> str:
    """Return states as SVG.

    Raises:
        Undrawable: when it says something that we do not know.

    """
    return picture(read(source), name)


def read(source: str) -> Chart:
    """Read the lines of a diagram of states."""
    header = HEADER.match(source)
    if header is None:
        raise Undrawable
    chart = Chart("TB")
    lines = (line.strip() for line in re.split(r"[;\n]", source[header.end() :]))
    for written in lines:
        if (found := NOTE.match(written)) and not found[2]:
            add_note(chart, found[1], noted(lines))
        elif written and not SKIPPED.match(written):
            read_line(chart, written)
        if chart.is_too_much():
            raise Undrawable
    chart.direction = chart.directions.get(OUTSIDE, chart.direction)
    chart.shapes = [
        "post" if shape == "bar" and way(chart, number) in ("LR", "RL") else shape
        for number, shape in enumerate(chart.shapes)
    ]
    return chart.finish("(")


def way(chart: Chart, number: int) -> str:
    """Return where the layers around a state go, if its own frame or the whole chart says so."""
    return chart.directions.get(chart.parents[number], chart.direction)


def noted(lines: Iterator[str]) -> str:
    """Return what stands between the beginning of a note and its end."""
    said: list[str] = []
    for line in lines:
        if line == "end note":
            return "<br>".join(said)
        said.append(line)
    raise Undrawable


def read_line(chart: Chart, written: str) -> None:
    """Read one line."""
    if written == "}":
        end_states(chart)
    elif written == "--":
        begin_region(chart)
    elif found := WITHIN.match(written):
        number = state(chart, found[2])
        chart.texts[number] = found[1] or chart.texts[number]
        chart.begin(number)
    elif found := DIRECTION.match(written):
        chart.directions[chart.scope] = found[1]
    elif found := STEP.match(written):
        ends = state(chart, found["a"], BEGINNING), state(chart, found["b"], END)
        chart.lines.append(Line(ends, found["said"] or "", "", ("", ">")))
    elif found := NOTE.match(written):
        add_note(chart, found[1], found[2])
    else:
        read_state(chart, written)


def read_state(chart: Chart, written: str) -> None:
    """Read what is said of one state."""
    if found := NAMED.match(written):
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
    if written == "[*]":
        return chart.box(f"[*] {point} {chart.scope}", "", point)
    return chart.box(written, written, "(")


def add_note(chart: Chart, name: str, said: str) -> None:
    """Put a note beside a state."""
    about = state(chart, name)
    note = chart.box(f"note {len(chart.names)}", said, "note")
    chart.lines.append(Line((about, note), "", "dotted", ("", "")))


def begin_region(chart: Chart) -> None:
    """Begin what is the case at the same time as what stands before it in a state of states."""
    if not chart.open:
        raise Undrawable
    if chart.shapes[chart.scope] == REGION:
        chart.end()
    else:
        first = chart.open[-1][1][:]
        chart.open[-1][1].clear()
        add_region(chart)
        chart.open[-1][1].extend(first)
        chart.end()
    add_region(chart)


def add_region(chart: Chart) -> None:
    """Begin a frame without a name."""
    chart.begin(chart.box(f"region {len(chart.names)}", "", REGION), REGION)


def end_states(chart: Chart) -> None:
    """End a state of states, and the last of what is the case in it at the same time."""
    if chart.open and chart.shapes[chart.scope] == REGION:
        chart.end()
    chart.end()
