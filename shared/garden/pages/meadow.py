"""The meadow on the first page: one plant for each note, the oldest where the line begins."""

from collections.abc import Sequence
from itertools import pairwise
from math import sin
from typing import NamedTuple
from zlib import crc32

from shared.garden.note import Maturity, Note

WIDTH, HEIGHT = 1200, 144
MOST = 64  # plants; more would hide each other
TALL = {Maturity.SEEDLING: 22, Maturity.BUDDING: 38, Maturity.EVERGREEN: 68}


class Plant(NamedTuple):
    """One plant of the drawing, in its units."""

    note: Note
    x: int
    y: int
    size: int


class Meadow(NamedTuple):
    """A drawing: its line of soil, and what grows on it."""

    soil: str  # the path of it, as SVG writes it
    plants: list[Plant]


def meadow(notes: Sequence[Note]) -> Meadow:
    """Return where each note stands. Of very many, as many as there is room for are shown."""
    seen = sorted((note for note in notes if note.should_index), key=by_age)
    step = max(1, -(-len(seen) // MOST))
    shown = seen[::step]
    room = WIDTH / max(1, len(shown))
    plants = [plant(note, (place + 0.5) * room, room) for place, note in enumerate(shown)]
    points = [(x, ground(x)) for x in range(0, WIDTH + 1, 60)]
    curve = "".join(
        f"Q{x} {y} {(x + next_x) // 2} {(y + next_y) // 2}"
        for (x, y), (next_x, next_y) in pairwise(points[1:])
    )
    return Meadow(f"M0 {points[0][1]}{curve}T{WIDTH} {points[-1][1]}", plants)


def plant(note: Note, middle: float, room: float) -> Plant:
    """Plant a note, a little beside its place and a little taller or smaller than others."""
    chance = crc32(note.id.encode())
    size = TALL[note.maturity] * (85 + chance % 31) // 100
    x = middle + (chance // 31 % 100 / 100 - 0.5) * min(room, 60) * 0.7
    at = round(min(max(x, size / 2), WIDTH - size / 2))
    return Plant(note, at - size // 2, ground(at) - size + 2, size)


def ground(x: float) -> int:
    """Return the height of the soil: gentle, and the same on every page."""
    return round(HEIGHT - 12 - 5 * sin(x / 170) - 3 * sin(x / 61))


def by_age(note: Note) -> tuple[bool, str, int]:
    """Sort the oldest first, and those of unknown age last."""
    planted = note.planted or note.by_git.planted
    return not planted, planted, crc32(note.id.encode())
