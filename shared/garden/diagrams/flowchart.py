"""Flowcharts as Mermaid writes them: boxes, frames around them, and lines from box to box."""

import re

from shared.garden.diagrams.chart import FRAME, Chart, Line
from shared.garden.diagrams.pen import Undrawable
from shared.garden.diagrams.picture import picture

HEADER = re.compile(r"(?:graph|flowchart)(?:-elk)?\b[ \t]*(TB|TD|BT|LR|RL)?[ \t]*")
STYLING = re.compile(r"(?:classDef|class|style|linkStyle|click|accTitle|accDescr)\b")
STATEMENT = re.compile(r"(?:\"[^\"]*\"|[^;\n])+")
SUBGRAPH = re.compile(r"subgraph\b\s*(.*)$")
TITLED = re.compile(r"([^\s\[]+)\s*\[(.*)\]$")
DIRECTION = re.compile(r"direction\s+(TB|TD|BT|LR|RL)$")
NAME = re.compile(r"\s*(\w+(?:-\w+)*)")
CLASS = re.compile(r":::[\w-]+")
# What opens a box, and what closes it: the longer first.
SHAPES = (
    ("(((", (")))",)), ("([", ("])",)), ("[[", ("]]",)), ("[(", (")]",)), ("((", ("))",)),
    ("{{", ("}}",)), ("[/", ("/]", "\\]")), ("[\\", ("\\]", "/]")), ("(", (")",)), ("[", ("]",)),
    ("{", ("}",)), (">", ("]",)),
)  # fmt: skip
NARROWER = {("[/", "\\]"): "[/\\", ("[\\", "/]"): "[\\/"}  # above, and below
LINE = re.compile(
    r"\s*(<|(?<=\s)[xo](?=--|==|-\.))?"
    r"(?:(--+|==+|~~~+)([>xo]|(?<=---)|(?<====)|(?<=~~~))|-(\.+)-([>xo])?)"
    r"\s*(?:\|([^|]*)\|)?"
)
SAID_LINE = re.compile(
    r"\s*(<|(?<=\s)[xo](?=--|==|-\.))?(?:--\s*([^\s\->.=|][^|]*?)\s*--+([>xo])?"
    r"|==\s*([^\s=>|][^|]*?)\s*==+([>xo])?"
    r"|-\.\s*([^\s.>|-][^|]*?)\s*\.+-([>xo])?)(?=\s|$|\w)"
)
AND = re.compile(r"\s*&")
STYLES = {".": "dotted", "=": "thick", "~": "unseen"}


def draw(source: str, name: str) -> str:
    """Return a flowchart as SVG.

    Raises:
        Undrawable: when it says something that we do not know.

    """
    return picture(read(source), name)


def read(source: str) -> Chart:
    """Read the lines of a flowchart."""
    header = HEADER.match(source)
    if header is None:
        raise Undrawable
    chart = Chart(header[1] or "TB")
    for statement in STATEMENT.findall(source, header.end()):
        written = statement.strip()
        if written and not STYLING.match(written):
            read_line(chart, written)
        if chart.is_too_much():
            raise Undrawable
    return chart.finish("[")


def read_line(chart: Chart, written: str) -> None:
    """Read the beginning or the end of a frame, where its boxes go, or boxes and lines."""
    if found := SUBGRAPH.match(written):
        begin_frame(chart, found[1].strip())
    elif written == "end":
        chart.end()
    elif found := DIRECTION.match(written):
        chart.directions[chart.scope] = found[1]
    else:
        read_statement(chart, written)


def begin_frame(chart: Chart, written: str) -> None:
    """Begin a frame: `name`, `name [Title]`, or a title alone."""
    found = TITLED.match(written)
    name, title = (found[1], found[2]) if found else (written.strip('"'), written)
    number = chart.box(name or f"frame {len(chart.names)}", title, "[")
    chart.texts[number] = title
    chart.begin(number)


def read_statement(chart: Chart, written: str) -> None:
    """Read boxes and the lines between them: `A & B -->|so| C --> D`."""
    boxes, at = read_boxes(chart, written, 0)
    while at < len(written):
        found = LINE.match(written, at)
        if found:
            begin, end, said = found[1], found[3] or found[5], found[6]
            style = STYLES.get((found[2] or ".")[0], "")
        else:
            found = SAID_LINE.match(written, at)
            if found is None:
                raise Undrawable
            begin, end, said = found[1], found[3] or found[5] or found[7], found[2]
            style = "thick" if found[4] else "dotted" if found[6] else ""
            said = said or found[4] or found[6]
        more, at = read_boxes(chart, written, found.end())
        heads = ((begin or "").replace("<", ">"), end or "")
        chart.lines += [Line((a, b), said or "", style, heads) for a in boxes for b in more]
        if chart.is_too_much():
            raise Undrawable
        boxes = more


def read_boxes(chart: Chart, written: str, at: int) -> tuple[list[int], int]:
    """Read one box, or several between `&`; return them and where they end."""
    boxes: list[int] = []
    while True:
        found = NAME.match(written, at)
        if found is None or found[1] in ("subgraph", "end", "direction"):
            raise Undrawable
        number = chart.box(found[1], found[1], "[")
        at = read_shape(chart, number, written, found.end())
        styled = CLASS.match(written, at)
        at = styled.end() if styled else at
        boxes.append(number)
        further = AND.match(written, at)
        if further is None:
            return boxes, at
        at = further.end()


def read_shape(chart: Chart, number: int, written: str, at: int) -> int:
    """Read what stands in a box, if anything does; return where it ends."""
    for opens, closes in SHAPES:
        if not written.startswith(opens, at):
            continue
        begin = at + len(opens)
        quoted = written.find('"', begin + 1) if written.startswith('"', begin) else begin
        ends = [(written.find(each, quoted), each) for each in closes]
        found = min((each for each in ends if each[0] >= 0), default=None)
        if found is None or quoted < 0:
            raise Undrawable
        end, closing = found
        chart.texts[number] = written[begin:end]
        if chart.shapes[number] != FRAME:
            chart.shapes[number] = NARROWER.get((opens, closing), opens)
        return end + len(closing)
    return at
