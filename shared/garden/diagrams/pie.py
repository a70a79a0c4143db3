"""Pies as Mermaid writes them: parts of a whole, each with its name, its share and its number."""

import re
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import cos, pi, sin

from shared.garden.diagrams import pen
from shared.garden.diagrams.pen import Point, Undrawable

MOST = 10  # slices; of more nobody tells the colours apart
HEADER = re.compile(r"pie\b[ \t]*(showData\b)?[ \t]*")
TITLE = re.compile(r"title\s+(.+)$")
SLICE = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:\s*(\d{1,12}(?:\.\d{1,6})?)$')
SKIPPED = re.compile(r"(?:accTitle|accDescr)\b")
RADIUS, EDGE, GAP, KEY = 120.0, 8.0, 34.0, 16.0  # pixels
NARROWEST = 0.06  # of the whole; in a narrower slice its share has no room


@dataclass(slots=True)
class Pie:
    """What a pie says."""

    title: str = ""
    has_numbers: bool = False
    names: list[str] = field(default_factory=list[str])
    numbers: list[str] = field(default_factory=list[str])

    def shares(self) -> list[float]:
        """Return the part of the whole that each slice is."""
        values = [float(number) for number in self.numbers]
        return [value / sum(values) for value in values]


def draw(source: str, name: str) -> str:
    """Return a pie as SVG.

    Raises:
        Undrawable: when it says something that we do not know.

    """
    pie = read(source)
    shares = pie.shares()
    title = pen.lines_of(pie.title) if pie.title else []
    said = [[legend(pie, index, share)] for index, share in enumerate(shares)]
    top = EDGE + (pen.LINE + 14 if title else 0)
    high = max(2 * RADIUS, len(said) * (pen.LINE + 6))
    middle = (EDGE + RADIUS, top + high / 2)
    wide = 2 * RADIUS + GAP + KEY + 10 + max(map(pen.width_of, said))
    wide = max(wide, pen.width_of(title)) if title else wide
    drawn = pen.words(title, EDGE + wide / 2, EDGE + pen.LINE / 2) if title else ""
    turns = pairwise([0.0, *accumulate(shares)])
    pieces = [piece(middle, begin, end, index) for index, (begin, end) in enumerate(turns)]
    keys = [key(text[0], index, len(said), middle) for index, text in enumerate(said)]
    return pen.svg([drawn, *pieces, *keys], wide + 2 * EDGE, top + high + EDGE, name)


def read(source: str) -> Pie:
    """Read the lines of a pie."""
    header = HEADER.match(source)
    if header is None:
        raise Undrawable
    pie = Pie(has_numbers=bool(header[1]))
    for line in source[header.end() :].split("\n"):
        written = line.strip()
        if found := TITLE.match(written):
            pie.title = found[1]
        elif found := SLICE.match(written):
            pie.names.append(found[1])
            pie.numbers.append(found[2])
        elif written and not SKIPPED.match(written):
            raise Undrawable
    if not 0 < len(pie.names) <= MOST or not any(map(float, pie.numbers)):
        raise Undrawable
    return pie


def legend(pie: Pie, index: int, share: float) -> str:
    """Return what is said of a slice."""
    percent = f"{100 * share:.0f} %" if share >= 0.005 or not share else "< 1 %"
    number = f"{pie.numbers[index]} ({percent})" if pie.has_numbers else percent
    return f"{pie.names[index]} · {number}"


def piece(middle: Point, begin: float, end: float, index: int) -> str:
    """Draw a slice, clockwise from the top, with its share where that has room."""
    share = end - begin
    if not share:
        return ""
    x, y = middle
    said = pen.words([f"{100 * share:.0f} %"], *around(middle, (begin + end) / 2, 0.66))
    said = said if share >= NARROWEST else ""
    if share > 0.9999:
        circle = f'cx="{pen.number(x)}" cy="{pen.number(y)}" r="{pen.number(RADIUS)}"'
        return f'<circle class="slice s{index}" {circle}/>' + pen.words(["100 %"], x, y)
    a, b = around(middle, begin, 1.0), around(middle, end, 1.0)
    arc = f"A{pen.number(RADIUS)} {pen.number(RADIUS)} 0 {int(share > 0.5)} 1 {pen.points([b])}"
    path = f"M{pen.points([middle])}L{pen.points([a])}{arc}Z"
    return f'<path class="slice s{index}" d="{path}"/>{said}'


def around(middle: Point, turn: float, reach: float) -> Point:
    """Return a point of the pie: `turn` is the way around it, `reach` that to its edge."""
    angle = 2 * pi * turn - pi / 2
    return middle[0] + reach * RADIUS * cos(angle), middle[1] + reach * RADIUS * sin(angle)


def key(text: str, index: int, count: int, middle: Point) -> str:
    """Draw the colour of a slice with what is said of it, beside the pie."""
    x = middle[0] + RADIUS + GAP
    y = middle[1] + (index - (count - 1) / 2) * (pen.LINE + 6)
    square = pen.rect(x, y - KEY / 2, KEY, KEY, f"slice s{index}")
    return square + pen.words([text], x + KEY + 10, y).replace("<text ", '<text class="key" ')
