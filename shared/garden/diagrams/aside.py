"""What is said of several lines between the same boxes: each beside its own line."""

from collections import Counter
from collections.abc import Sequence

from shared.garden.diagrams import pen
from shared.garden.diagrams.layers import BESIDE
from shared.garden.diagrams.pen import Point
from shared.garden.diagrams.ranks import Edge


def asides(ends: Sequence[Edge], said: Sequence[list[str]], *, is_across: bool) -> list[float]:
    """Return how far beside its line each label stands; 0 where a line is alone."""
    every, now = Counter(map(frozenset, ends)), Counter[frozenset[int]]()
    found: list[float] = []
    for edge, text in zip(ends, said, strict=True):
        pair = frozenset(edge)
        side = now[pair] - (every[pair] - 1) / 2
        now[pair] += 1
        room = len(text) * pen.LINE + 4 if is_across else pen.width_of(text) - 4
        found.append((room / 2) * ((side > 0) - (side < 0)))
    return found


def with_room(sizes: Sequence[Point], ends: Sequence[Edge], beside: Sequence[float]) -> list[Point]:
    """Return the sizes of boxes, wide enough for what is said beside the lines between them."""
    wide = [size[0] for size in sizes]
    for edge, each in zip(ends, beside, strict=True):
        for box in edge:
            wide[box] = max(wide[box], 4 * abs(each) + BESIDE + 16 if each else 0.0)
    return [(across, size[1]) for across, size in zip(wide, sizes, strict=True)]
