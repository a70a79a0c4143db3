"""Where everything grows: beds side by side, and in each a spiral, evergreens inside.

Nothing here is drawn by lot, and what is added at one place moves little at others: beds grow in
steps, the spiral has fixed places, and each note takes the free one nearest to where it leans.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, pi, sin, sqrt
from typing import NamedTuple

from shared.garden.graph.beds import Bed
from shared.garden.graph.net import Net
from shared.garden.graph.packing import Circle, packed

# Up to so many notes the spiral has this step; two neighbours are almost twice as far apart.
STEPS = ((40, 23.0), (150, 16.0), (600, 11.0))
GOLDEN = pi * (3 - sqrt(5))
MARGIN = 1.15  # steps from the outermost plant to the edge of its bed
SMALLEST, GROWTH = 4, 1.3  # places of a bed
LEANING = 0.6  # of a bed's radius
ROUNDS = 2


class Spot(NamedTuple):
    """A place, from the middle of the garden."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The beds of a garden, and where in them each note grows."""

    beds: dict[Bed, Circle]
    bed_of: Mapping[int, Bed]
    spots: dict[int, Spot]
    step: float  # of the spirals; the fewer notes, the longer


def lay_out(net: Net, bed_of: Mapping[int, Bed], links: Sequence[tuple[int, int]]) -> Plan:
    """Return where each bed lies, and where each note grows."""
    step = next(step for most, step in STEPS if len(bed_of) <= most)
    members: dict[Bed, list[int]] = {}
    for number in sorted(bed_of):
        members.setdefault(bed_of[number], []).append(number)
    sizes = {bed: step * (sqrt(room(len(each))) + MARGIN) for bed, each in members.items()}
    plan = Plan(packed(sizes, path=step * 1.6), bed_of, {}, step)
    angles = leanings(net, plan, links)
    for bed, numbers in members.items():
        circle = plan.beds[bed]
        for number, spot in zip(numbers, planted(numbers, angles, step), strict=True):
            plan.spots[number] = Spot(circle.x + spot.x, circle.y + spot.y)
    return plan


def room(size: int) -> int:
    """Return for how many notes a bed has room: for as many as it holds, and some more."""
    places = SMALLEST
    while places < size:
        places = int(places * GROWTH) + 1
    return places


def leanings(net: Net, plan: Plan, links: Sequence[tuple[int, int]]) -> dict[int, float]:
    """Return the angle from the middle of its bed at which each note is near what it links with."""
    circles = {number: plan.beds[bed] for number, bed in plan.bed_of.items()}
    angles = {number: by_chance(net.notes[number].id) for number in circles}
    for _ in range(ROUNDS):
        pull = {number: [0.0, 0.0] for number in circles}
        spots: dict[int, Spot] = {}
        for number, circle in circles.items():
            x, y = LEANING * cos(angles[number]), LEANING * sin(angles[number])
            spots[number] = Spot(circle.x + circle.radius * x, circle.y + circle.radius * y)
            pull[number] = [circle.radius * x / 2, circle.radius * y / 2]  # stay where you are
        for pair in links:
            for here, there in (pair, pair[::-1]):
                pull[here][0] += spots[there].x - circles[here].x
                pull[here][1] += spots[there].y - circles[here].y
        angles = {number: atan2(y, x) for number, (x, y) in pull.items()}
    return angles


def planted(numbers: Sequence[int], angles: Mapping[int, float], step: float) -> list[Spot]:
    """Give each note of a bed, highest rank first, a place on the spiral."""
    size = room(len(numbers))
    polar = [(step * sqrt(place + 0.5), place * GOLDEN) for place in range(size)]
    points = [Spot(radius * cos(angle), radius * sin(angle)) for radius, angle in polar]
    free = set(range(size))
    spots: list[Spot] = []
    for rank, number in enumerate(numbers):
        radius, angle = polar[rank][0], angles[number]
        x, y = radius * cos(angle), radius * sin(angle)
        reach = 3 + int(1.6 * sqrt(rank))  # places, half the way around
        near = free.intersection(range(rank - reach, rank + reach + 1)) or free
        place = min(near, key=lambda k: ((points[k].x - x) ** 2 + (points[k].y - y) ** 2, k))
        free.remove(place)
        spots.append(points[place])
    return spots


def by_chance(name: str) -> float:
    """Return an angle that looks like chance, and is always the same."""
    return hashlib.blake2b(name.encode(), digest_size=1).digest()[0] / 256 * 2 * pi
