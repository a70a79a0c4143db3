"""Draw a chart: frames behind everything, lines between boxes, and what is said of them."""

from itertools import pairwise

from shared.garden.diagrams import pen
from shared.garden.diagrams.boxes import LID, box, size
from shared.garden.diagrams.chart import FRAME, REGION, Chart, Line
from shared.garden.diagrams.nested import arrange
from shared.garden.diagrams.pen import Point

FRAMES = {FRAME: "area", REGION: "line dotted"}
STRETCH = 9.0  # pixels from the tip of a line to the middle of a cross or a circle
SIGNS = {"x": "×", "o": "●"}
LOWER = {"[(": LID}  # where words stand below the middle of their box


def picture(chart: Chart, name: str) -> str:
    """Return boxes and lines as SVG."""
    texts = [pen.lines_of(text) for text in chart.texts]
    sizes = [size(each, shape) for each, shape in zip(texts, chart.shapes, strict=True)]
    laid = arrange(chart, sizes, [pen.lines_of(line.said) for line in chart.lines])
    behind: list[str] = []
    boxes: list[str] = []
    said: list[str] = []
    for number in sorted(laid.middles, key=lambda each: len(chart.above(each))):
        text, shape, (x, y) = texts[number], chart.shapes[number], laid.middles[number]
        wide, high = laid.sizes[number]
        if shape in (FRAME, REGION):
            left, top = x - wide / 2, y - high / 2
            behind.append(pen.rect(left, top, wide, high, FRAMES[shape], 6))
            said.append(title(text, left, top) if shape == FRAME else "")
        else:
            words = pen.words(text, x, y + LOWER.get(shape, 0.0)) if any(text) else ""
            boxes.append(box(shape, x, y, wide, high) + words)
    lines: list[str] = []
    for number, line in enumerate(chart.lines):
        if line.style != "unseen":
            lines.append(line_along(line, laid.ways[number], number in laid.across))
            said.append(label(line, laid.labels[number]))
    return pen.svg([*behind, *lines, *boxes, *said], laid.wide, laid.high, name)


def title(text: list[str], left: float, top: float) -> str:
    """Write the title of a frame into its corner."""
    x, y = left + 12 + pen.width_of(text) / 2, top + 8 + len(text) * pen.LINE / 2
    return pen.words(text, x, y).replace("<text ", '<text class="title" ')


def label(line: Line, middle: Point) -> str:
    """Write what is said of a line."""
    return pen.label(pen.lines_of(line.said), *middle) if line.said.strip() else ""


def line_along(line: Line, way: list[Point], is_across: bool) -> str:
    """Draw a line with its heads."""
    is_loop = line.ends[0] == line.ends[1]
    path = f"M{pen.points(way[:1])}"
    if is_loop:
        path += f"C{pen.points(way[1:])}"
    for (x, y), (to_x, to_y) in () if is_loop else pairwise(way):
        bent = [((x + to_x) / 2, y), ((x + to_x) / 2, to_y)]
        if not is_across:
            bent = [(x, (y + to_y) / 2), (to_x, (y + to_y) / 2)]
        path += f"C{pen.points([*bent, (to_x, to_y)])}"
    drawn = f'<path class="{f"line {line.style}".strip()}" d="{path}"/>'
    for sign, tip, before in zip(line.heads, (way[0], way[-1]), (way[1], way[-2]), strict=True):
        if sign:
            drawn += end(sign, tip, before, is_across=is_across != is_loop)
    return drawn


def end(sign: str, tip: Point, before: Point, *, is_across: bool) -> str:
    """Draw the head at the end of a line, which comes from `before`."""
    forward = tip[0] - before[0] if is_across else tip[1] - before[1]
    along = 1.0 if forward >= 0 else -1.0
    x, y = (along, 0.0) if is_across else (0.0, along)
    if sign == ">":
        return pen.head(tip, (x, y))
    return pen.words([SIGNS[sign]], tip[0] - STRETCH * x, tip[1] - STRETCH * y)
