"""Flowcharts as Mermaid writes them: boxes, and lines from box to box."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from shared.garden.diagrams import pen
from shared.garden.diagrams.aside import asides, with_room
from shared.garden.diagrams.layers import BETWEEN, lay_out
from shared.garden.diagrams.pen import Point, Undrawable

MOST = 80  # boxes, and half as many as lines; nobody reads more at once
HEADER = re.compile(r"(?:graph|flowchart)(?:-elk)?\b[ \t]*(TB|TD|BT|LR|RL)?[ \t]*")
STYLING = re.compile(r"(?:classDef|class|style|linkStyle|click|accTitle|accDescr)\b")
NAME = re.compile(r"\s*(\w+(?:-\w+)*)")
CLASS = re.compile(r":::[\w-]+")
# What opens a box, and what closes it: the longer first.
SHAPES = (
    ("([", "])"), ("[[", "]]"), ("[(", ")]"), ("((", "))"), ("{{", "}}"), ("[/", "/]"),
    ("[\\", "\\]"), ("(", ")"), ("[", "]"), ("{", "}"), (">", "]"),
)  # fmt: skip
# What has no words: where states begin and end, and where they part or meet.
POINTS = {"start": (16.0, 16.0), "stop": (22.0, 22.0), "bar": (72.0, 7.0), "post": (7.0, 72.0)}
LINE = re.compile(
    r"\s*(<)?(?:(--+|==+)([>xo]|(?<=---)|(?<===))|-(\.+)-([>xo])?)"
    r"\s*(?:\|([^|]*)\|)?"
)
SAID_LINE = re.compile(
    r"\s*(<)?(?:--\s*([^\s\->.=|][^|]*?)\s*--+([>xo])?|==\s*([^\s=>|][^|]*?)\s*==+([>xo])?"
    r"|-\.\s*([^\s.>|-][^|]*?)\s*\.+-([>xo])?)(?=\s|$|\w)"
)
AND = re.compile(r"\s*&")


@dataclass(slots=True)
class Line:
    """A line between two boxes."""

    ends: tuple[int, int]
    said: str
    style: str
    heads: tuple[str, str]  # at its beginning and its end: `>`, `x`, `o` or nothing


@dataclass(slots=True)
class Chart:
    """What a flowchart says."""

    direction: str
    names: dict[str, int] = field(default_factory=dict[str, int])
    shapes: list[str] = field(default_factory=list[str])
    texts: list[str] = field(default_factory=list[str])
    lines: list[Line] = field(default_factory=list[Line])


def draw(source: str, name: str) -> str:
    """Return a flowchart as SVG.

    Raises:
        Undrawable: when it says something that we do not know.

    """
    return picture(read(source), name)


def picture(chart: Chart, name: str) -> str:
    """Return boxes and lines as SVG."""
    texts = [pen.lines_of(text) for text in chart.texts]
    sizes = [size(each, shape) for each, shape in zip(texts, chart.shapes, strict=True)]
    is_across = chart.direction in ("LR", "RL")
    ends = [line.ends for line in chart.lines]
    labels = [pen.lines_of(line.said) for line in chart.lines]
    beside = asides(ends, labels, is_across=is_across)
    lying = [(high, wide) if is_across else (wide, high) for wide, high in sizes]
    room = between(chart, is_across=is_across)
    laid = lay_out(with_room(lying, ends, beside), ends, room)
    wide, high = (laid.high, laid.wide) if is_across else (laid.wide, laid.high)

    def turn(point: Point) -> Point:
        x, y = point[::-1] if is_across else point
        x, y = (wide - x if chart.direction == "RL" else x), y
        return x + 8, (high - y if chart.direction == "BT" else y) + 8

    drawn: list[str] = []
    said: list[str] = []
    for line, way, aside in zip(chart.lines, laid.ways, beside, strict=True):
        way = [turn(point) for point in way]
        drawn.append(line_along(line, way, is_across))
        if line.said.strip():
            said.append(said_beside(line, way, (0.0, aside) if is_across else (aside, 0.0)))
    for middle, text, shape, each in zip(laid.middles, texts, chart.shapes, sizes, strict=True):
        x, y = turn(middle)
        drawn.append(box(shape, x, y, *each) + (pen.words(text, x, y) if any(text) else ""))
    return pen.svg([*drawn, *said], wide + 16, high + 16, name)


def read(source: str) -> Chart:
    """Read the lines of a flowchart."""
    header = HEADER.match(source)
    if header is None:
        raise Undrawable
    chart = Chart(header[1] or "TB")
    for statement in re.split(r"[;\n]", source[header.end() :]):
        written = statement.split("%%")[0].strip()
        if written and not STYLING.match(written):
            read_statement(chart, written)
        if len(chart.names) > MOST or len(chart.lines) > 2 * MOST:
            raise Undrawable
    return drawable(chart)


def drawable(chart: Chart) -> Chart:
    """Return a chart that can be drawn; a line from a box to itself cannot."""
    if not 0 < len(chart.names) <= MOST or len(chart.lines) > 2 * MOST:
        raise Undrawable
    if any(line.ends[0] == line.ends[1] for line in chart.lines):
        raise Undrawable
    return chart


def between(chart: Chart, *, is_across: bool) -> float:
    """Return how far apart the layers are, so that what is said of a line has room."""
    said = [pen.lines_of(line.said) for line in chart.lines if line.said.strip()]
    needed = [pen.width_of(each) if is_across else len(each) * pen.LINE for each in said]
    return max([BETWEEN, *(each + 36 for each in needed)])


def read_statement(chart: Chart, written: str) -> None:
    """Read boxes and the lines between them: `A & B -->|so| C --> D`."""
    boxes, at = read_boxes(chart, written, 0)
    while at < len(written):
        found = LINE.match(written, at)
        if found:
            begin, end, said = found[1], found[3] or found[5], found[6]
            style = "dotted" if found[4] else "thick" if "=" in found[2] else ""
        else:
            found = SAID_LINE.match(written, at)
            if found is None:
                raise Undrawable
            begin, end, said = found[1], found[3] or found[5] or found[7], found[2]
            style = "thick" if found[4] else "dotted" if found[6] else ""
            said = said or found[4] or found[6]
        more, at = read_boxes(chart, written, found.end())
        heads = (">" if begin else "", end or "")
        chart.lines += [Line((a, b), said or "", style, heads) for a in boxes for b in more]
        boxes = more


def read_boxes(chart: Chart, written: str, at: int) -> tuple[list[int], int]:
    """Read one box, or several between `&`; return them and where they end."""
    boxes: list[int] = []
    while True:
        found = NAME.match(written, at)
        if found is None or found[1] in ("subgraph", "end", "direction"):
            raise Undrawable
        number = chart.names.setdefault(found[1], len(chart.names))
        if number == len(chart.texts):
            chart.texts.append(found[1])
            chart.shapes.append("[")
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
        if written.startswith(opens, at):
            begin = at + len(opens)
            quoted = written.find('"', begin + 1) if written.startswith('"', begin) else begin
            end = written.find(closes, quoted)
            if end < 0 or quoted < 0:
                raise Undrawable
            chart.texts[number] = written[begin:end]
            chart.shapes[number] = opens
            return end + len(closes)
    return at


def size(text: list[str], shape: str) -> Point:
    """Return width and height of a box around some lines."""
    if shape in POINTS:
        return POINTS[shape]
    wide, high = max(pen.width_of(text) + 26, 44), len(text) * pen.LINE + 18
    if shape == "((":
        return max(wide, high), max(wide, high)
    if shape == "{":
        return wide * 1.35 + 10, high * 1.6
    return (wide + 18, high) if shape in ("([", "{{", "[/", "[\\", "[(") else (wide, high)


def box(shape: str, x: float, y: float, wide: float, high: float) -> str:
    """Draw the outline of a box around its middle."""
    left, right, top, low = x - wide / 2, x + wide / 2, y - high / 2, y + high / 2
    match shape:
        case "{":
            return pen.polygon([(x, top), (right, y), (x, low), (left, y)], "box")
        case "{{":
            sides = [(left, y), (left + 12, top), (right - 12, top), (right, y)]
            return pen.polygon([*sides, (right - 12, low), (left + 12, low)], "box")
        case "[/" | "[\\":
            lean = 7 if shape == "[/" else -7
            corners = [(left + 7 + lean, top), (right - 7 + lean, top)]
            corners += [(right - 7 - lean, low), (left + 7 - lean, low)]
            return pen.polygon(corners, "box")
        case "stop":
            ring = pen.rect(left, top, wide, high, "box", high / 2)
            return ring + pen.rect(left + 5, top + 5, wide - 10, high - 10, "head", high / 2 - 5)
        case "start" | "bar" | "post":
            return pen.rect(left, top, wide, high, "head", min(wide, high) / 2)
        case "(" | "([" | "((" | "[(":
            return pen.rect(left, top, wide, high, "box", 12 if shape == "(" else high / 2)
        case _:
            return pen.rect(left, top, wide, high, "box", 4)


def line_along(line: Line, way: list[Point], is_across: bool) -> str:
    """Draw a line with its heads."""
    path = f"M{pen.points(way[:1])}"
    for (x, y), (to_x, to_y) in pairwise(way):
        bent = [((x + to_x) / 2, y), ((x + to_x) / 2, to_y)]
        if not is_across:
            bent = [(x, (y + to_y) / 2), (to_x, (y + to_y) / 2)]
        path += f"C{pen.points([*bent, (to_x, to_y)])}"
    drawn = f'<path class="{f"line {line.style}".strip()}" d="{path}"/>'
    for sign, tip, before in zip(line.heads, (way[0], way[-1]), (way[1], way[-2]), strict=True):
        forward = tip[0] - before[0] if is_across else tip[1] - before[1]
        along = 1.0 if forward >= 0 else -1.0
        if sign == ">":
            drawn += pen.head(tip, (along, 0.0) if is_across else (0.0, along))
        elif sign:
            drawn += pen.words(["×" if sign == "x" else "●"], *tip)
    return drawn


def said_beside(line: Line, way: list[Point], aside: Point) -> str:
    """Draw what is said of a line, on its middle or beside it."""
    middle = len(way) // 2
    (a_x, a_y), (b_x, b_y) = way[middle - 1], way[middle]
    x, y = (a_x + b_x) / 2 + aside[0], (a_y + b_y) / 2 + aside[1]
    return pen.label(pen.lines_of(line.said), x, y)
