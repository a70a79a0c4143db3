"""What flowcharts and diagrams of states say: boxes, frames around some of them, and lines."""

from dataclasses import dataclass, field

from shared.garden.diagrams.pen import Undrawable

MOST = 80  # boxes, and half as many as lines; nobody reads more at once
DEEPEST = 10  # frames within each other
OUTSIDE = -1  # what is in no frame
FRAME, REGION = "frame", "region"  # what has boxes in it: with a title, and without


@dataclass(slots=True)
class Line:
    """A line between two boxes."""

    ends: tuple[int, int]
    said: str
    style: str  # `dotted`, `thick`, `unseen` or nothing
    heads: tuple[str, str]  # at its beginning and its end: `>`, `x`, `o` or nothing


@dataclass(slots=True)
class Chart:
    """What a chart says. A frame is a box, too, so that lines lead to it."""

    direction: str
    names: dict[str, int] = field(default_factory=dict[str, int])
    shapes: list[str] = field(default_factory=list[str])
    texts: list[str] = field(default_factory=list[str])
    parents: list[int] = field(default_factory=list[int])
    lines: list[Line] = field(default_factory=list[Line])
    directions: dict[int, str] = field(default_factory=dict[int, str])  # which frames say theirs
    open: list[tuple[int, list[int]]] = field(default_factory=list[tuple[int, list[int]]])

    @property
    def scope(self) -> int:
        """Return the frame that is being read."""
        return self.open[-1][0] if self.open else OUTSIDE

    def box(self, name: str, text: str, shape: str) -> int:
        """Return the number of a box that is named here; a new one has this text and shape."""
        number = self.names.setdefault(name, len(self.names))
        if number == len(self.texts):
            self.texts.append(text)
            self.shapes.append(shape)
            self.parents.append(OUTSIDE)
        if self.open:
            self.open[-1][1].append(number)
        return number

    def begin(self, number: int, shape: str = FRAME) -> None:
        """Let a box be a frame, and begin to read what is in it.

        Raises:
            Undrawable: when there are too many around it.

        """
        if len(self.open) == DEEPEST:
            raise Undrawable
        self.shapes[number] = shape
        self.open.append((number, []))

    def end(self) -> None:
        """End a frame: what was named in it and in none before belongs to it.

        Raises:
            Undrawable: when none is open.

        """
        if not self.open:
            raise Undrawable
        frame, named = self.open.pop()
        around = {frame, *self.above(frame), *(number for number, _ in self.open)}
        for number in named:
            if self.parents[number] == OUTSIDE and number not in around:
                self.parents[number] = frame

    def above(self, number: int) -> list[int]:
        """Return the frames around a box, from within."""
        found: list[int] = []
        while (number := self.parents[number]) != OUTSIDE:
            found.append(number)
        return found

    def finish(self, shape: str) -> "Chart":
        """Return the chart when it can be drawn; a frame without anything in it is a box.

        Raises:
            Undrawable: when it is too much, or a line leads from a frame to what is in it.

        """
        if self.open or self.is_too_much() or not self.names:
            raise Undrawable
        empty = set(range(len(self.texts))) - set(self.parents)
        for number in empty:
            if self.shapes[number] in (FRAME, REGION):
                self.shapes[number] = shape
        for line in self.lines:
            a, b = line.ends
            if a in self.above(b) or b in self.above(a):
                raise Undrawable
        return self

    def is_too_much(self) -> bool:
        """Tell whether there is more than anybody reads."""
        return len(self.names) > MOST or len(self.lines) > 2 * MOST
