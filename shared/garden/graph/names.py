"""Names in the picture of the garden: where there is room for them, and not on one another."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from shared.garden.graph.labels import label, width
from shared.garden.graph.packing import Circle
from shared.garden.graph.plan import Spot

MOST = 40  # names of notes
NOTE_COLUMNS, BED_COLUMNS = 26, 28
NOTE_LETTER, BED_LETTER = 4.8, 6.6  # how wide a column is
HIGH, DEEP = 8.5, 2.5  # a name above and below its line
CELL = 32.0  # of the grid in which plants are looked up


class Box(NamedTuple):
    """Where something is."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Tell whether two boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def has(self, spot: Spot, around: float) -> bool:
        """Tell whether something at a place is in the box, or nearly."""
        return (
            self.left - around < spot.x < self.right + around
            and self.top - around < spot.y < self.bottom + around
        )


def box_around(beds: Iterable[Circle]) -> Box:
    """Return the box around beds."""
    boxes = [
        Box(bed.x - bed.radius, bed.y - bed.radius, bed.x + bed.radius, bed.y + bed.radius)
        for bed in beds
    ]
    left, top, right, bottom = zip(*boxes, strict=True)
    return Box(min(left), min(top), max(right), max(bottom))


class Names:
    """Finds room for names between plants."""

    def __init__(self, plants: Mapping[Spot, float]) -> None:
        """Take the plants, and from the middle of each how far it reaches."""
        self.taken: list[Box] = []
        self.notes = 0
        self.plants = plants
        self.widest = max(plants.values(), default=0.0)
        self.grid: dict[tuple[int, int], list[Spot]] = {}
        for spot in plants:
            self.grid.setdefault((int(spot.x // CELL), int(spot.y // CELL)), []).append(spot)

    def of_bed(self, name: str, at: Circle) -> str:
        """Write the name of a bed above it; it always has room."""
        y = at.y - at.radius - 5
        half = min(width(name), BED_COLUMNS) * BED_LETTER / 2
        self.taken.append(Box(at.x - half, y - 12, at.x + half, y + 3))
        return (
            f'<text class="plan-name" x="{at.x:.0f}" y="{y:.0f}">{label(name, BED_COLUMNS)}</text>'
        )

    def of_note(self, name: str, spot: Spot) -> str:
        """Write the name of a note around its plant; nothing when there is no room."""
        away = self.plants[spot]
        half = min(width(name), NOTE_COLUMNS) * NOTE_LETTER / 2
        beside = half + away + DEEP
        for across, down in ((0, away + HIGH), (0, -away - DEEP), (beside, 3), (-beside, 3)):
            x, y = spot.x + across, spot.y + down
            box = Box(x - half, y - HIGH, x + half, y + DEEP)
            if self.notes < MOST and self.is_free(box, spot):
                self.taken.append(box)
                self.notes += 1
                return f'<text x="{x:.0f}" y="{y:.0f}">{label(name, NOTE_COLUMNS)}</text>'
        return ""

    def is_free(self, box: Box, own: Spot) -> bool:
        """Tell whether a name can stand there, beside its own plant."""
        if any(map(box.meets, self.taken)):
            return False
        far = self.widest
        across = range(int((box.left - far) // CELL), int((box.right + far) // CELL) + 1)
        down = range(int((box.top - far) // CELL), int((box.bottom + far) // CELL) + 1)
        return not any(
            spot is not own and box.has(spot, self.plants[spot])
            for x in across
            for y in down
            for spot in self.grid.get((x, y), ())
        )
