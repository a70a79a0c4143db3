"""What the page of the whole graph shows."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from shared.garden.graph.beds import Bed, beds_of
from shared.garden.graph.chosen import TITLE, chosen_links, chosen_notes
from shared.garden.graph.labels import cut
from shared.garden.graph.net import Net
from shared.garden.graph.picture import Picture
from shared.garden.graph.plan import lay_out
from shared.garden.note import Maturity, Note
from shared.garden.woven.folders import Folders

PATH = "/graph/"
MOST_TAGS = 40  # that can be chosen
MANY = 500  # links

Leads = Callable[[Bed], str]


def about(net: Net) -> object:
    """Return all that the page depends on."""
    notes = [
        (note.id, note.folder, note.href, note.title, note.language, note.maturity, note.tags)
        for note in net.notes
    ]
    return notes, net.out


@dataclass(frozen=True, slots=True)
class Row:
    """A bed in the list: its name, where that leads, and its notes."""

    name: str
    href: str
    notes: Sequence[Note]


@dataclass(frozen=True, slots=True)
class View:
    """The graph of a garden, drawn, and the same as a list."""

    svg: Markup
    box: str  # the part of the plane that is shown
    rows: Sequence[Row]
    tags: Sequence[str]
    counts: Mapping[Maturity, int]
    not_shown: int
    hidden_links: int
    is_dense: bool  # so many threads that each has to be faint

    def title(self, note: Note) -> str:
        """Return the title of a note, cut where it would make the page heavy."""
        return cut(note.title, TITLE)


def view(
    net: Net,
    root: str,
    language: str,
    maturities: Mapping[Maturity, str],
    leads: Leads,
) -> View:
    """Draw a net; `maturities` are the words for each, `leads` says where a bed has a page."""
    shown = chosen_notes(net)
    bed_of = beds_of(net, shown)
    links = chosen_links(net, bed_of)
    picture = Picture(net, lay_out(net, bed_of, links), links)
    notes = [net.notes[number] for number in shown]
    common = Counter(tag for note in notes for tag in note.tags)
    tags = sorted(sorted(common, key=lambda tag: (-common[tag], tag))[:MOST_TAGS])
    numbers = {tag: number for number, tag in enumerate(tags)}
    places = {bed: leads(bed) for bed in bed_of.values()}
    grown = Counter(note.maturity for note in notes)
    counts = {each: grown[each] for each in reversed(Maturity)}
    return View(
        svg=Markup(picture.svg(root, language, maturities, numbers, places)),  # noqa: S704 - all escaped
        box=picture.view,
        rows=rows(net, bed_of, places),
        tags=tags,
        counts=counts,
        not_shown=len(net.notes) - len(shown),
        hidden_links=all_links(net) - len(links),
        is_dense=len(links) > MANY,
    )


def rows(net: Net, bed_of: Mapping[int, Bed], places: Mapping[Bed, str]) -> list[Row]:
    """Return the beds with their notes, the largest first, the meadow last."""
    members: dict[Bed, list[Note]] = {}
    for number in sorted(bed_of):
        members.setdefault(bed_of[number], []).append(net.notes[number])
    ordered = sorted(members, key=lambda bed: (not bed.key, -len(members[bed]), bed))
    return [Row(bed.name, places[bed], members[bed]) for bed in ordered]


def leads(tag_pages: Mapping[str, str], folders: Folders) -> Leads:
    """Return what tells the path of the page that a bed is called after, empty without one."""

    def path_of(bed: Bed) -> str:
        if bed.key.startswith("#"):
            return tag_pages.get(bed.name, "")
        return bed.key if bed.key.startswith("/") else folders.address(bed.key, "")

    return path_of


def all_links(net: Net) -> int:
    """Return how many pairs of notes are linked, in whichever direction."""
    both = sum(len(set(out) & set(into)) for out, into in zip(net.out, net.into, strict=True))
    return sum(map(len, net.out)) - both // 2
