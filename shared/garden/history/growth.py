"""How notes grew: the stages of each with their days, and the transitions of a whole garden."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from msgspec import Struct

from shared.garden.note import Maturity, Note
from shared.garden.pages.leaves import LEAF, Place, paths_of
from shared.garden.vault.dates import Moment, day, from_iso
from shared.garden.woven.slugs import HOME

Source = Literal["front matter", "git"]

RECENT = 6  # transitions on the first page
ON_ONE_PAGE = LEAF  # transitions; where there are more, each year has pages of its own
PATH = "/grown/"


class Stage(Struct, frozen=True, array_like=True):
    """A maturity that a note has reached, since when, and who says so."""

    maturity: Maturity
    at: str  # a day or a moment as ISO 8601 writes it
    source: Source

    @property
    def moment(self) -> Moment:
        """Return since when."""
        found = from_iso(self.at)
        if found is None:
            raise ValueError("a stage without a day is none")
        return found

    @property
    def day(self) -> str:
        """Return the day in the garden's zone."""
        return day(self.moment).isoformat()


class Transition(NamedTuple):
    """A note that has grown, and the stage that it has reached."""

    note: Note
    stage: Stage

    @property
    def month(self) -> str:
        """Return year and month of it."""
        return self.stage.day[:7]


class Leaf(NamedTuple):
    """A page of transitions by month; the first has no year of its own."""

    path: str
    year: str
    months: Sequence[tuple[str, Sequence[Transition]]]
    place: Place  # among the pages of its year


def growth(note: Note) -> list[Stage]:
    """Return the stages of a note whose days are known, up to its present one.

    A seedling is as old as the note. What the front matter says is believed, whatever git says.
    """
    known = (
        (Maturity.SEEDLING, note.planted, note.by_git.planted),
        (Maturity.BUDDING, note.budding, note.by_git.budding),
        (Maturity.EVERGREEN, note.evergreen, note.by_git.evergreen),
    )
    reached = known[: RANK[note.maturity] + 1]
    return [
        Stage(maturity, written or told, "front matter" if written else "git")
        for maturity, written, told in reached
        if written or told
    ]


def timeline(note: Note) -> list[Stage]:
    """Return the stages that are shown beside a note: none as long as it was only planted."""
    stages = [] if note.maturity is Maturity.SEEDLING else growth(note)
    return stages if any(stage.maturity is not Maturity.SEEDLING for stage in stages) else []


def transitions(notes: Iterable[Note]) -> list[Transition]:
    """Return every growing of the listed notes, the latest first; being planted is none."""
    found = [
        Transition(note, stage)
        for note in notes
        if note.should_index and note.slug != HOME and note.maturity is not Maturity.SEEDLING
        for stage in growth(note)
        if stage.maturity is not Maturity.SEEDLING
    ]
    found.sort(key=lambda each: (each.note.title, each.note.path))
    found.sort(key=lambda each: (each.stage.day, RANK[each.stage.maturity]), reverse=True)
    return found


def leaves(grown: Sequence[Transition]) -> list[Leaf]:
    """Return the pages of all transitions: one, or one a year when they are many."""
    if len(grown) <= ON_ONE_PAGE:
        return [Leaf(PATH, "", by_month(grown), Place([PATH], 1))]
    years = [(year, list(part)) for year, part in groupby(grown, lambda each: each.month[:4])]
    return [
        leaf
        for number, (year, part) in enumerate(years)
        for leaf in of_year(f"{PATH}{year}/" if number else PATH, year, part)
    ]


def of_year(path: str, year: str, grown: Sequence[Transition]) -> Iterator[Leaf]:
    """Yield the pages of a year: a garden that was brought along may have grown in a day."""
    paths = paths_of(path, len(grown), frozenset())
    for number, where in enumerate(paths, 1):
        shown = grown[(number - 1) * ON_ONE_PAGE : number * ON_ONE_PAGE]
        yield Leaf(where, year, by_month(shown), Place(paths, number))


def by_month(grown: Iterable[Transition]) -> list[tuple[str, Sequence[Transition]]]:
    """Return transitions in their order, month by month."""
    return [(month, list(part)) for month, part in groupby(grown, lambda each: each.month)]


def told(grown: Iterable[Transition]) -> list[object]:
    """Return what a list says of transitions, for the key of its page."""
    return [
        (note.href, note.title, note.language, stage.maturity, stage.day) for note, stage in grown
    ]


RANK = {maturity: rank for rank, maturity in enumerate(Maturity)}
