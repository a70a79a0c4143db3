"""The garden's small drawings as shapes that can be painted: paths of SVG, made of points."""

import re
from collections.abc import Iterator
from typing import NamedTuple

Point = complex  # x and y
STEPS = 12  # straight pieces that stand for a curve
PATH = re.compile(r"<path\b[^<>]*>")
SAID = re.compile(r'\s([a-z]+)="([^"]*)"')
PIECE = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
VALUES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Z": 0}


class UnknownShape(ValueError):
    """A drawing has a path with more than lines and cubic curves."""


class Shape(NamedTuple):
    """A row of points, and the colours it is drawn in; nothing where the drawing leaves them."""

    points: list[Point]
    stroke: str
    fill: str


def shapes(svg: str) -> list[Shape]:
    """Return every shape of a drawing.

    Raises:
        UnknownShape: when a path has arcs or quadratic curves.

    """
    found: list[Shape] = []
    for path in PATH.findall(svg):
        said = dict(SAID.findall(path))
        colours = said.get("stroke", ""), said.get("fill", "")
        found += [Shape(points, *colours) for points in Pen().trace(said.get("d", ""))]
    return found


class Pen:
    """Follows one path (SVG 2, section 9.3)."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.bent = 0j  # where the last curve came from, seen from its end

    def trace(self, path: str) -> Iterator[list[Point]]:
        """Yield each shape of a path."""
        for letter, values in commands(path):
            if letter in "Mm" and len(self.points) > 1:
                yield self.points
                self.points = self.points[-1:]
            self.follow(letter, values)
        if len(self.points) > 1:
            yield self.points

    def follow(self, letter: str, values: list[float]) -> None:
        """Follow one command."""
        here = self.points[-1] if self.points else 0j
        base = here if letter.islower() else 0j
        points = [base + complex(*pair) for pair in zip(values[::2], values[1::2], strict=False)]
        bent, self.bent = self.bent, 0j
        match letter.upper():
            case "M":
                self.points = points
            case "H":
                self.points.append(complex(base.real + values[0], here.imag))
            case "V":
                self.points.append(complex(here.real, base.imag + values[0]))
            case "C" | "S":
                bend = points if len(points) == 3 else [here + bent, *points]
                self.points += curve(here, *bend)
                self.bent = bend[2] - bend[1]
            case _:
                self.points += points or self.points[:1]


def commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its values; a letter goes on until the next."""
    letter, values = "", list[float]()
    for command, value in PIECE.findall(path):
        if command and VALUES.get(command.upper()) is None:
            raise UnknownShape
        if command:
            letter = command
        else:
            values.append(float(value))
        if len(values) == VALUES[letter.upper()]:
            yield letter, values
            values, letter = [], {"M": "L", "m": "l"}.get(letter, letter)


def curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """Return points on a cubic curve, after its start."""
    points: list[Point] = []
    for step in range(1, STEPS + 1):
        t = step / STEPS
        bent = 3 * first * t * (1 - t) ** 2 + 3 * second * t**2 * (1 - t)
        points.append(start * (1 - t) ** 3 + bent + end * t**3)
    return points
