"""Which boxes of a chart are in which frames, and which lines lead out of them."""

from shared.garden.diagrams.chart import FRAME, OUTSIDE, REGION, Chart
from shared.garden.diagrams.ranks import Edge

End = tuple[int, int]  # which line, and which end of it


class Frames:
    """The frames of a chart, each within others; all is in OUTSIDE."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.inside: dict[int, list[int]] = {}
        for number, parent in enumerate(chart.parents):
            self.inside.setdefault(parent, []).append(number)
        # Of every box itself, then the frames around it, from within.
        self.above = [[box, *chart.above(box), OUTSIDE] for box in range(len(chart.parents))]
        self.at_home: dict[int, list[int]] = {}  # the lines that have both ends in a frame
        self.leaving: dict[int, list[End]] = {}  # the ends within it of those that have one there
        self.falls: dict[int, bool] = {}  # whether a line leads from layer to layer, or back
        for number, line in enumerate(chart.lines):
            self.settle(number, line.ends)

    def settle(self, number: int, ends: Edge) -> None:
        """Find out which frames a line leads out of, and in which it is at home."""
        a, b = (self.above[box][1:] for box in ends)
        home = next(frame for frame in a if frame in b)
        self.at_home.setdefault(home, []).append(number)
        for end, around in enumerate((a, b)):
            for frame in around[: around.index(home)]:
                self.leaving.setdefault(frame, []).append((number, end))

    def is_frame(self, box: int) -> bool:
        """Tell whether a box has others in it."""
        return self.chart.shapes[box] in (FRAME, REGION)

    def is_loop(self, line: int) -> bool:
        """Tell whether a line leads from a box to itself."""
        a, b = self.chart.lines[line].ends
        return a == b

    def loops(self, lines: list[int]) -> dict[int, list[int]]:
        """Return of some lines those from a box to itself, by their boxes."""
        found: dict[int, list[int]] = {}
        for line in filter(self.is_loop, lines):
            found.setdefault(self.chart.lines[line].ends[0], []).append(line)
        return found

    def child(self, end: End, frame: int) -> int:
        """Return what lies in a frame itself and is, or holds, the box at the end of a line."""
        line, which = end
        above = self.above[self.chart.lines[line].ends[which]]
        return above[above.index(frame) - 1]

    def enters(self, end: End) -> bool:
        """Tell whether a line comes to its end from layers before it."""
        line, which = end
        return self.falls[line] == bool(which)

    def direction(self, frame: int, around: str) -> str:
        """Return where the layers of a frame go: as it says, unless a line leads out of it."""
        return around if self.leaving.get(frame) else self.chart.directions.get(frame, around)
