"""A list of notes cut into pages: leaves of so many each, and the way from one to the next."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass

from shared.garden.note import Maturity, Note

LEAF = 200  # notes on a page
NEAR = 2  # pages before and after one that it leads to, besides the first and the last

Turn = tuple[int, str]  # the number of a page and its path; (0, "") where some are left out


@dataclass(frozen=True, slots=True)
class Place:
    """Which page of a list one is, and the way from it to the others."""

    paths: Sequence[str]  # of all pages
    number: int  # from 1

    @property
    def path(self) -> str:
        """Return the path of the page."""
        return self.paths[self.number - 1]

    @property
    def before(self) -> str:
        """Return the path of the page before it, empty on the first."""
        return self.paths[self.number - 2] if self.number > 1 else ""

    @property
    def after(self) -> str:
        """Return the path of the page behind it, empty on the last."""
        return self.paths[self.number] if self.number < len(self.paths) else ""

    @property
    def turns(self) -> list[Turn]:
        """Return the pages that it leads to: the first, the last, and those around it."""
        last = len(self.paths)
        near = range(max(1, self.number - NEAR), min(last, self.number + NEAR) + 1)
        turns: list[Turn] = []
        for number in sorted({1, *near, last}):
            if turns and number > turns[-1][0] + 1:
                turns.append((0, ""))
            turns.append((number, self.paths[number - 1]))
        return turns

    def titled(self, title: str) -> str:
        """Tell the later pages of a list from its first."""
        return f"{title} · {self.number}" if self.number > 1 else title


@dataclass(frozen=True, slots=True)
class Leaf(Place):
    """One page of a list: the notes on it, and of each maturity how many there are in all."""

    notes: Sequence[Note]
    sizes: Mapping[Maturity, int]


def cut(
    path: str,
    notes: Sequence[Note],
    ordered: Callable[[Sequence[Note]], Sequence[Note]],
    taken: Set[str],
) -> list[Leaf]:
    """Cut the list at `path` into leaves; only one with more than a leaf has to be in order."""
    sizes = Counter(note.maturity for note in notes)
    paths = paths_of(path, len(notes), taken)
    if len(paths) == 1:
        return [Leaf(paths, 1, notes, sizes)]
    all_notes = ordered(notes)
    return [
        Leaf(paths, number, all_notes[(number - 1) * LEAF : number * LEAF], sizes)
        for number in range(1, len(paths) + 1)
    ]


def paths_of(path: str, count: int, taken: Set[str]) -> list[str]:
    """Return the paths of the pages of a list; a tag or a note called `2` keeps its own.

    No slug ends with a dash, so nothing else can be there.
    """
    numbers = range(2, -(-count // LEAF) + 1)
    later = (f"{path}{number}/" for number in numbers)
    return [path, *(each if each not in taken else f"{each[:-1]}-/" for each in later)]
