"""Lay out a chart in layers: what leads comes before what it leads to, and few lines cross."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise

from shared.garden.diagrams.pen import Point
from shared.garden.diagrams.ranks import Edge, ranks, turned

Joined = list[list[tuple[int, float]]]
APART, BETWEEN = 28.0, 52.0  # pixels beside each other, and from layer to layer
BESIDE = 24.0  # from line to line between the same boxes
BRIEF = 18.0  # from a layer to one in which nothing stands
SWEEPS = 6


@dataclass(slots=True)
class Layout:
    """Where everything is: middles of boxes, and the ways of lines from box to box."""

    middles: list[Point]
    ways: list[list[Point]]
    wide: float
    high: float


@dataclass(slots=True)
class Places:
    """The boxes, and small ones where a long line passes a layer.

    A step leads from layer to layer; straight when its second place is so far beside the first.
    """

    sizes: list[tuple[float, float]]
    ranks: list[int]
    steps: list[tuple[Edge, float]] = field(default_factory=list[tuple[Edge, float]])

    def layers(self) -> list[list[int]]:
        """Return what lies in each layer."""
        layers: list[list[int]] = [[] for _ in range(max(self.ranks) + 1)]
        for place, rank in enumerate(self.ranks):
            layers[rank].append(place)
        return layers


def lay_out(
    sizes: Sequence[tuple[float, float]],
    edges: Sequence[Edge],
    between: float = BETWEEN,
    leans: Sequence[Point] = (),
    last: Set[int] = frozenset(),
) -> Layout:
    """Lay out boxes of these sizes, joined by these edges, from top to bottom.

    `leans` tells of every edge how far beside the middles of its boxes it begins and ends; what is
    in `last` lies in the lowest layer.
    """
    leans = leans or [(0.0, 0.0)] * len(edges)
    back = [is_back for _, is_back in turned(len(sizes), edges)]
    down = [(b, a) if each else (a, b) for (a, b), each in zip(edges, back, strict=True)]
    leans = [(b, a) if each else (a, b) for (a, b), each in zip(leans, back, strict=True)]
    places = Places(list(sizes), ranks(len(sizes), down))
    for box in last:
        places.ranks[box] = max(places.ranks)
    chains = [chain(places, edge, lean) for edge, lean in zip(down, leans, strict=True)]
    layers = places.layers()
    near = neighbours(places)
    for sweep in range(SWEEPS):
        order(layers, near, downwards=sweep % 2 == 0)
    across = spread(places, layers, near)
    tops, high = heights(places, layers, between)
    middles = [
        (across[box], tops[places.ranks[box]][0] + tops[places.ranks[box]][1] / 2)
        for box in range(len(sizes))
    ]
    ways: list[list[Point]] = []
    for each, aside, (begin, end), is_back in zip(
        chains, asides(down, leans), leans, back, strict=True
    ):
        found = [(x + aside, y) for x, y in way(places, middles, across, tops, each)]
        found[0] = found[0][0] + begin, found[0][1]
        found[-1] = found[-1][0] + end, found[-1][1]
        ways.append(found[::-1] if is_back else found)
    wide = max(across[box] + size[0] / 2 for box, size in enumerate(places.sizes))
    return Layout(middles, ways, wide, high)


def asides(down: Sequence[Edge], leans: Sequence[Point]) -> list[float]:
    """Return how far beside the middle each line goes, so that two between the same boxes show."""
    pairs = list(zip(down, leans, strict=True))
    every, now = Counter(pairs), Counter[tuple[Edge, Point]]()
    found: list[float] = []
    for edge in pairs:
        found.append((now[edge] - (every[edge] - 1) / 2) * BESIDE)
        now[edge] += 1
    return found


def chain(places: Places, edge: Edge, lean: Point) -> list[int]:
    """Lead an edge through every layer between its ends."""
    a, b = edge
    passed = [a]
    for rank in range(places.ranks[a] + 1, places.ranks[b]):
        passed.append(len(places.sizes))
        places.sizes.append((12.0, 0.0))
        places.ranks.append(rank)
    passed.append(b)
    beside = [0.0] * len(passed)
    beside[0], beside[-1] = lean
    for step, (begin, end) in zip(pairwise(passed), pairwise(beside), strict=True):
        places.steps.append((step, begin - end))
    return passed


def neighbours(places: Places) -> tuple[Joined, Joined]:
    """Return what is joined to every place from above and from below, and how far beside it."""
    above: Joined = [[] for _ in places.sizes]
    below: Joined = [[] for _ in places.sizes]
    for (a, b), beside in places.steps:
        below[a].append((b, -beside))
        above[b].append((a, beside))
    return above, below


def order(layers: list[list[int]], near: tuple[Joined, Joined], *, downwards: bool) -> None:
    """Put every layer in the order of what it is joined to in the layer before."""
    joined = near[0] if downwards else near[1]
    before: dict[int, int] = {}
    for layer in layers if downwards else reversed(layers):
        now = {place: index for index, place in enumerate(layer)}
        wanted = {
            place: sum(before[each] for each, _ in joined[place]) / len(joined[place])
            if joined[place]
            else now[place]
            for place in layer
        }
        layer.sort(key=lambda place: (wanted[place], now[place]))
        before = {place: index for index, place in enumerate(layer)}


def spread(places: Places, layers: list[list[int]], near: tuple[Joined, Joined]) -> list[float]:
    """Return how far across every place is: near what it is joined to, and clear of the next."""
    across = [0.0] * len(places.sizes)
    for layer in layers:
        settle(places, layer, [0.0] * len(layer), across)
    for sweep in range(SWEEPS):
        joined = near[sweep % 2]
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wanted = [
                sum(across[each] + beside for each, beside in joined[place]) / len(joined[place])
                if joined[place]
                else across[place]
                for place in layer
            ]
            settle(places, layer, wanted, across)
    least = min(across[place] - size[0] / 2 for place, size in enumerate(places.sizes))
    return [each - least for each in across]


def settle(places: Places, layer: list[int], wanted: list[float], across: list[float]) -> None:
    """Place a layer as near to what is wanted as can be; those in each other's way share a mean."""
    offsets = [0.0]
    for a, b in pairwise(layer):
        offsets.append(offsets[-1] + (places.sizes[a][0] + places.sizes[b][0]) / 2 + APART)
    groups: list[tuple[float, int]] = []  # sums of what is left of the wish, and how many
    for wish, offset in zip(wanted, offsets, strict=True):
        groups.append((wish - offset, 1))
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
            total, count = groups.pop()
            groups[-1] = groups[-1][0] + total, groups[-1][1] + count
    means = [total / count for total, count in groups for _ in range(count)]
    for place, mean, offset in zip(layer, means, offsets, strict=True):
        across[place] = mean + offset


def heights(places: Places, layers: list[list[int]], between: float) -> tuple[list[Point], float]:
    """Return where every layer begins and how high it is, and where the last one ends."""
    tops: list[Point] = []
    highs = [max(places.sizes[place][1] for place in layer) for layer in layers]
    at = 0.0
    for high, following in pairwise([*highs, 0.0]):
        tops.append((at, high))
        at += high + (between if high and following else BRIEF)
    return tops, at - BRIEF


def way(
    places: Places, middles: list[Point], across: list[float], tops: list[Point], passed: list[int]
) -> list[Point]:
    """Return the points of a line, from the edge of one box to that of the other."""
    first, last = passed[0], passed[-1]
    found = [(across[first], middles[first][1] + places.sizes[first][1] / 2)]
    for place in passed[1:-1]:
        top, high = tops[places.ranks[place]]
        found += [(across[place], top), (across[place], top + high)]
    return [*found, (across[last], middles[last][1] - places.sizes[last][1] / 2)]
