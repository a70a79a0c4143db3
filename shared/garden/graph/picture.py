"""The whole garden as SVG: beds and their names, threads, and a plant for every note."""

from collections.abc import Mapping, Sequence
from html import escape

from shared.garden.graph.beds import Bed
from shared.garden.graph.chosen import TITLE
from shared.garden.graph.labels import cut
from shared.garden.graph.names import Names, box_around
from shared.garden.graph.net import Net
from shared.garden.graph.plan import GOLDEN, Plan, Spot
from shared.garden.graph.plants import SIGNS, plants
from shared.garden.note import Maturity

NARROWEST = 620  # so that few notes do not become huge
FRAME = 26  # around all beds
PLANT = 9  # how far a plant of size 1 reaches
TRIED = 200  # notes whose names may find room
SIZES = {Maturity.EVERGREEN: 1.0, Maturity.BUDDING: 0.88, Maturity.SEEDLING: 0.8}


class Picture:
    """Draws one garden."""

    def __init__(self, net: Net, plan: Plan, links: Sequence[tuple[int, int]]) -> None:
        self.net = net
        self.plan = plan
        self.links = links
        self.scale = min(1.25, max(1.0, plan.step / 15))
        self.box = box_around(plan.beds.values())
        across, down = self.box.left + self.box.right, self.box.top + self.box.bottom
        self.middle = Spot(across / 2, down / 2)

    def svg(
        self,
        root: str,
        language: str,
        maturities: Mapping[Maturity, str],
        tags: Mapping[str, int],
        places: Mapping[Bed, str],
    ) -> str:
        """Return what is inside `<svg>`; `tags` are those that can be chosen, by number.

        `places` has the path of the page of each bed, empty where there is none.
        """
        grown = (
            self.plant(number, root, language, maturities, tags)
            for number in sorted(self.plan.spots, reverse=True)  # evergreens on top
        )
        pieces = [*self.beds(), *self.threads(), *grown, *self.names(root, places)]
        return f'{plants(maturities)}<g class="all">{"".join(pieces)}</g>'

    @property
    def view(self) -> str:
        """Return the part of the plane that is shown, with all beds in its middle."""
        box = self.box
        wide = max(NARROWEST, box.right - box.left + 2 * FRAME)
        left, high = (box.left + box.right - wide) / 2, box.bottom - box.top + 2 * FRAME
        return f"{left:.0f} {box.top - FRAME:.0f} {wide:.0f} {high:.0f}"

    def beds(self) -> list[str]:
        """Return the beds; the meadow has no hedge."""
        return [
            f'<circle class="{"plan-bed" if bed.key else "plan-meadow"}"'
            f' cx="{at.x:.0f}" cy="{at.y:.0f}" r="{at.radius:.0f}"/>'
            for bed, at in self.plan.beds.items()
        ]

    def threads(self) -> list[str]:
        """Return the links, those between beds and those within one, with their ends for scripts.

        An end is the place of its plant among all plants, which are drawn last number first.
        """
        spots, bed_of = self.plan.spots, self.plan.bed_of
        order = {number: place for place, number in enumerate(sorted(spots, reverse=True))}
        lines: tuple[list[str], list[str]] = ([], [])
        ends: tuple[list[str], list[str]] = ([], [])
        for one, other in self.links:
            within = bed_of[one] == bed_of[other]
            middle = None if within else self.middle
            lines[within].append(thread(spots[one], spots[other], middle))
            ends[within].append(f"{order[one]} {order[other]}")
        return [
            f'<path class="{name}" data-ends="{" ".join(ends[within])}"'
            f' d="{"".join(lines[within])}"/>'
            for within, name in enumerate(("between", "within"))
        ]

    def plant(
        self,
        number: int,
        root: str,
        language: str,
        maturities: Mapping[Maturity, str],
        tags: Mapping[str, int],
    ) -> str:
        """Return a note as a link."""
        note, spot = self.net.notes[number], self.plan.spots[number]
        turn = 0 if note.maturity is Maturity.EVERGREEN else int(number * GOLDEN * 57.3) % 360
        where = f"translate({spot.x:.0f} {spot.y:.0f})" + (f"rotate({turn})" if turn else "")
        said = [str(tags[tag]) for tag in note.tags if tag in tags]
        lang = "" if note.language == language else f' lang="{note.language}"'
        return (
            f'<a class="{note.maturity}" href="{root}{escape(note.href)}"{lang}'
            + (f' data-tags="{" ".join(said)}"' if said else "")
            + f"><title>{escape(cut(note.title, TITLE), quote=False)} · "
            f'{escape(maturities[note.maturity], quote=False)}</title><use href="#'
            f'{SIGNS[note.maturity]}" transform="{where}scale({self.size(number):.1f})"/></a>'
        )

    def size(self, number: int) -> float:
        """Return how large a plant is: the more links, the larger."""
        linked = 0.8 + min(0.5, self.net.degree(number) ** 0.5 * 0.08)
        return SIZES[self.net.notes[number].maturity] * linked * self.scale

    def names(self, root: str, places: Mapping[Bed, str]) -> list[str]:
        """Return the names of beds, and of notes as far as they find room."""
        spots = self.plan.spots
        names = Names({spot: PLANT * self.size(number) for number, spot in spots.items()})
        pieces = [
            leading(names.of_bed(bed.name, at), places[bed] and root + places[bed])
            for bed, at in self.plan.beds.items()
            if bed.name
        ]
        by_degree = sorted(spots, key=lambda each: (-self.net.degree(each), each))
        for number in by_degree[:TRIED]:
            note = self.net.notes[number]
            pieces.append(names.of_note(note.title, spots[number]))
        return ['<g class="names" aria-hidden="true">', *pieces, "</g>"]


def leading(name: str, url: str) -> str:
    """Let a name lead somewhere; the keyboard gets there by the list below the picture."""
    return f'<a class="place" href="{escape(url)}" tabindex="-1">{name}</a>' if url else name


def thread(one: Spot, other: Spot, around: Spot | None) -> str:
    """Return a line, or what bends around a place, just as graph.js does when a plant moves."""
    x, y, dx, dy = round(one.x), round(one.y), round(other.x - one.x), round(other.y - one.y)
    if around is None:
        return f"M{x} {y}l{dx} {dy}"
    bend_x, bend_y = (one.x + other.x + around.x) / 3, (one.y + other.y + around.y) / 3
    return f"M{x} {y}q{bend_x - one.x:.0f} {bend_y - one.y:.0f} {dx} {dy}"
