"""Lay round beds side by side, as near to the middle as they go."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import cos, hypot, log2, pi, sin, sqrt
from typing import NamedTuple, TypeVar

WIDE = 1.6  # how much wider than high all of it is
Name = TypeVar("Name", bound=tuple[str, ...])


class Circle(NamedTuple):
    """A bed as it lies in the garden."""

    x: float
    y: float
    radius: float


def packed(radii: Mapping[Name, float], path: float) -> dict[Name, Circle]:
    """Return where round beds lie, about the largest, with a path between any two."""
    circles: dict[Name, Circle] = {}
    for name in in_order(radii):
        radius = radii[name]
        taken = [Circle(*each[:2], each.radius + radius + path) for each in circles.values()]
        free = [spot for spot in touching(taken) if is_free(spot, taken)]
        x, y = min(free, key=partial(away, middle_of(list(circles.values()))))
        circles[name] = Circle(x, y, radius)
    return circles


def middle_of(circles: Sequence[Circle]) -> tuple[float, float]:
    """Return the point on which all beds would balance."""
    areas = [each.radius**2 for each in circles] or [1.0]
    x = sum(each.x * area for each, area in zip(circles, areas, strict=False))
    y = sum(each.y * area for each, area in zip(circles, areas, strict=False))
    return x / sum(areas), y / sum(areas)


def away(middle: tuple[float, float], spot: tuple[float, float]) -> tuple[float, float, float]:
    """Sort what is nearer to the middle first; what is beside it counts as nearer."""
    distance = hypot((spot[0] - middle[0]) / WIDE, spot[1] - middle[1])
    return round(distance, 3), *spot


def in_order(radii: Mapping[Name, float]) -> list[Name]:
    """Return the largest, then the others by about their size, and what has no name.

    Those of nearly one size are in the order of their names, whichever has grown a little.
    """
    middle = min(radii, key=lambda name: (-round(2 * log2(radii[name])), name))
    return sorted(
        radii,
        key=lambda name: (not any(name), name != middle, -round(log2(radii[name])), name),
    )


def is_free(spot: tuple[float, float], taken: Sequence[Circle]) -> bool:
    """Tell whether the middle of a bed is far enough from all others."""
    x, y = spot
    return all((x - each.x) ** 2 + (y - each.y) ** 2 > (each.radius - 0.01) ** 2 for each in taken)


def touching(taken: Sequence[Circle]) -> Iterator[tuple[float, float]]:
    """Yield where the middle of a bed may be: where rings around two others cross, or on one."""
    if not taken:
        yield 0.0, 0.0
    for place, one in enumerate(taken):
        for turn in range(8):
            angle = turn * pi / 4
            yield one.x + one.radius * cos(angle), one.y + one.radius * sin(angle)
        for other in taken[:place]:
            yield from crossings(one, other)


def crossings(one: Circle, other: Circle) -> Iterator[tuple[float, float]]:
    """Yield the two points in which circles cross."""
    dx, dy = other.x - one.x, other.y - one.y
    apart = hypot(dx, dy)
    if apart <= one.radius + other.radius:
        along = (apart**2 + one.radius**2 - other.radius**2) / (2 * apart)
        aside = sqrt(max(0.0, one.radius**2 - along**2))
        for side in (aside, -aside):
            yield one.x + (along * dx - side * dy) / apart, one.y + (along * dy + side * dx) / apart
