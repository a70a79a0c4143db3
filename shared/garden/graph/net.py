"""The listed notes of a garden and the links between them."""

from collections.abc import Iterable
from dataclasses import dataclass

from shared.garden.note import Maturity, Note

ORDER = {Maturity.EVERGREEN: 0, Maturity.BUDDING: 1, Maturity.SEEDLING: 2}


@dataclass(frozen=True, slots=True)
class Net:
    """Notes by number, and for each the numbers of those it leads to and of those it comes from.

    Evergreens come first, then the best connected, so that numbers in order are notes by rank.
    """

    notes: list[Note]
    out: list[list[int]]
    into: list[list[int]]

    def degree(self, number: int) -> int:
        """Return how many links a note has, those to it and those from it."""
        return len(self.out[number]) + len(self.into[number])

    def near(self, number: int) -> list[int]:
        """Return the notes that a note is linked with; those in both directions twice."""
        return self.out[number] + self.into[number]


def net_of(notes: Iterable[Note]) -> Net:
    """Return the net of notes whose links are resolved; what is not listed is not in it."""
    listed = [note for note in notes if note.should_index]
    known = frozenset(listed)
    targets = {note: known.intersection(note.targets) - {note} for note in listed}
    degrees = {note: len(found) for note, found in targets.items()}
    for found in targets.values():
        for target in found:
            degrees[target] += 1
    listed.sort(key=lambda note: (ORDER[note.maturity], -degrees[note], note.title, note.id))
    number = {note: place for place, note in enumerate(listed)}
    out = [sorted([number[target] for target in targets[note]]) for note in listed]
    into: list[list[int]] = [[] for _ in listed]
    for source, found in enumerate(out):
        for target in found:
            into[target].append(source)
    return Net(listed, out, into)
