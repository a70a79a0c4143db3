"""One level of a chart: what lies in one frame, or in none, and what leads out of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from shared.garden.diagrams import pen
from shared.garden.diagrams.frames import End, Frames
from shared.garden.diagrams.pen import Point
from shared.garden.diagrams.ranks import Edge

LOOP = 32.0  # pixels beside a box that leads to itself


@dataclass(slots=True)
class Piece:
    """A chart, or a frame with what is in it, in which everything has its place."""

    wide: float
    high: float
    middles: dict[int, Point] = field(default_factory=dict[int, Point])
    sizes: dict[int, Point] = field(default_factory=dict[int, Point])
    ways: dict[int, list[Point]] = field(default_factory=dict[int, list[Point]])
    labels: dict[int, Point] = field(default_factory=dict[int, Point])
    across: set[int] = field(default_factory=set[int])  # the lines whose layers lie side by side
    ports: dict[End, list[Point]] = field(default_factory=dict[End, list[Point]])  # to the box

    def take(self, other: "Piece", x: float, y: float) -> None:
        """Put another piece into this one, its corner there."""
        self.middles.update({key: (a + x, b + y) for key, (a, b) in other.middles.items()})
        self.labels.update({key: (a + x, b + y) for key, (a, b) in other.labels.items()})
        self.ways.update({key: [(a + x, b + y) for a, b in way] for key, way in other.ways.items()})
        self.sizes.update(other.sizes)
        self.across |= other.across


@dataclass(slots=True)
class Level:
    """What lies in one frame: boxes, the lines between them, and ports of those that lead out."""

    frames: Frames
    frame: int
    direction: str
    sizes: Sequence[Point]  # of all boxes, as far as they have none in them
    said: Sequence[list[str]]  # of all lines
    items: list[int]
    lines: list[int]
    loops: dict[int, list[int]]  # the lines from a box to itself
    ports: list[End]
    pieces: dict[int, Piece] = field(default_factory=dict[int, Piece])

    @property
    def is_across(self) -> bool:
        """Tell whether the layers lie side by side."""
        return self.direction in ("LR", "RL")

    def edges(self) -> list[Edge]:
        """Return what leads where: lines first, then those to and from ports."""
        at = {box: index for index, box in enumerate(self.items)}
        child = self.frames.child
        edges = [
            (at[child((line, 0), self.frame)], at[child((line, 1), self.frame)])
            for line in self.lines
        ]
        for port, end in enumerate(self.ports, len(self.items)):
            box = at[child(end, self.frame)]
            edges.append((port, box) if self.frames.enters(end) else (box, port))
        return edges

    def lean(self, end: End) -> float:
        """Return how far beside the middle of a box the end of a line is."""
        piece = self.pieces.get(self.frames.child(end, self.frame))
        if piece is None or end not in piece.ports:
            return 0.0
        x, y = piece.ports[end][0]
        return y - piece.high / 2 if self.is_across else x - piece.wide / 2

    def leans(self) -> list[Point]:
        """Return where lines begin and end beside the middles of boxes."""
        found = [(self.lean((line, 0)), self.lean((line, 1))) for line in self.lines]
        for end in self.ports:
            beside = self.lean(end)
            found.append((0.0, beside) if self.frames.enters(end) else (beside, 0.0))
        return found

    def size(self, box: int) -> Point:
        """Return width and height of a box."""
        piece = self.pieces.get(box)
        return (piece.wide, piece.high) if piece else self.sizes[box]

    def lying(self, box: int) -> Point:
        """Return the size of a box as its layer has it, with what leads from it to itself."""
        wide, high = self.size(box)
        room = 0.0
        if box in self.loops:
            said = [text for line in self.loops[box] for text in self.said[line]]
            room = len(said) * pen.LINE if self.is_across else pen.width_of(said)
            room = 2 * (room + LOOP)
        return (high + room, wide) if self.is_across else (wide + room, high)
