"""The graph around one note: what leads to it and where it leads, fanned out beside it."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from math import cos

from markupsafe import Markup
from msgspec import Struct

from shared.garden.graph.labels import label
from shared.garden.graph.net import Net
from shared.garden.graph.plants import SIGNS, plants
from shared.garden.note import Maturity, Note
from shared.garden.words import Words

MOST = 18  # neighbours
LARGEST = 4250  # bytes of all, about; where names are long, fewer neighbours are shown
FRAME = 1000  # bytes of what is not a neighbour
EACH = 66  # bytes of a neighbour besides its names
COLUMNS = 26  # of a label
WIDTH, LEFT, REACH = 250, 16, 42
ROW, LINE = 22, 17  # heights: of a neighbour, of the words above and below


class Plant(Struct, frozen=True, array_like=True):
    """A neighbour: HTML for before and after the place where it stands."""

    address: str
    rest: str
    maturity: Maturity


class Near(Struct, frozen=True):
    """What is drawn around a note, as plain data."""

    into: list[Plant]  # they lead here
    both: list[Plant]
    out: list[Plant]  # from here to them
    more: int
    maturity: Maturity
    language: str  # of the plants that name none

    def svg(self, root: str, words: Words, language: str) -> Markup:
        """Return the picture."""
        rows = [*self.into, *self.both, *self.out]
        kinds = "<" * len(self.into) + "-" * len(self.both) + ">" * len(self.out)
        top = 0 if self.into or self.both else LINE
        height = LINE + ROW * len(rows) + (LINE if self.out or self.both or self.more else 0) - top
        places, threads = fan(kinds)
        foreign = "" if language == self.language else f' lang="{self.language}"'
        own = "" if language == self.language else f' lang="{language}"'
        middle = LINE + ROW * len(rows) / 2
        bottom = LINE + ROW * len(rows) + 12
        return Markup(  # noqa: S704 - made of what was escaped when it was cut
            f'<svg class="near" viewBox="0 {top} {WIDTH} {height}" role="group"'
            f' direction="ltr" aria-label="{escape(words.near)}"{foreign}>'
            f"{plants([self.maturity, *(row.maturity for row in rows)])}"
            f'<path class="thread" d="{threads}"/>'
            f'<g class="{self.maturity}"><circle class="here" cx="{LEFT}" cy="{middle:g}" r="14"/>'
            f'<use href="#{SIGNS[self.maturity]}" x="{LEFT}" y="{middle:g}"/></g>'
            + "".join(
                [
                    f'<a href="{root}{row.address}{place}{row.rest}'
                    for row, place in zip(rows, places, strict=True)
                ]
            )
            + (said(words.linked_from, 0, 10, own) if self.into or self.both else "")
            + (said(words.links_to, 0, bottom, own) if self.out or self.both else "")
            + (said(words.and_more.format(self.more), 84, bottom, own) if self.more else "")
            + "</svg>"
        )


def said(words: str, x: int, y: int, language: str) -> str:
    """Return words that are none of a neighbour."""
    return f'<text x="{x}" y="{y}"{language}>{escape(words, quote=False)}</text>'


@lru_cache(maxsize=4096)
def fan(kinds: str) -> tuple[Sequence[str], str]:
    """Return the places of neighbours, and the threads to them with their arrows."""
    count = len(kinds)
    places: list[str] = []
    threads: list[str] = []
    for row, kind in enumerate(kinds):
        away = row - (count - 1) / 2  # rows from the middle
        x = round(LEFT + 14 + REACH * cos(1.15 * away / max(count / 2, 3)))
        y = LINE + ROW * row + ROW // 2
        places.append(f"{x} {y}")
        threads.append(f"M{x - 10} {y}q{LEFT + 8 - x} 0 {LEFT + 10 - x} {ROW * -away:g}")
        if kind != ">":
            threads.append(f"M{x - 10 - 5 * (kind == '-')} {y - 3}l-4 3 4 3")
        if kind != "<":
            threads.append(f"M{x - 14} {y - 3}l4 3-4 3")
    return places, "".join(threads)


class Nearby:
    """Finds what is around the notes of one garden."""

    def __init__(self, net: Net, language: str) -> None:
        self.net = net
        self.language = language
        self.numbers = {note: number for number, note in enumerate(net.notes)}
        self.plants: dict[int, Plant] = {}

    def of(self, note: Note) -> Near | None:
        """Return what is around a listed note, evergreens first; None when nothing is."""
        number = self.numbers.get(note)
        if number is None:
            return None
        out, into = set(self.net.out[number]), set(self.net.into[number])
        around = sorted(out | into)
        shown = self.fitting(around[:MOST])
        if not around:
            return None
        groups: tuple[list[Plant], list[Plant], list[Plant]] = ([], [], [])
        for other in shown:
            groups[(other in out) + (other in out and other not in into)].append(self.plant(other))
        return Near(*groups, len(around) - len(shown), note.maturity, self.language)

    def fitting(self, around: Sequence[int]) -> Sequence[int]:
        """Return as many neighbours as fit."""
        left = LARGEST - FRAME
        for place, other in enumerate(around):
            plant = self.plant(other)
            left -= EACH + len(plant.address) + len(plant.rest.encode())
            if left < 0:
                return around[:place]
        return around

    def plant(self, number: int) -> Plant:
        """Return a note as it is drawn beside others."""
        plant = self.plants.get(number)
        if plant is None:
            plant = self.plants[number] = drawn(self.net.notes[number], self.language)
        return plant


def drawn(note: Note, language: str) -> Plant:
    """Draw a note as a neighbour."""
    shown = label(note.title, COLUMNS)
    lang = "" if note.language == language else f' lang="{note.language}"'
    whole = f"<title>{escape(note.title, quote=False)}</title>" if "…" in shown else ""
    address = f'{escape(note.href)}"{lang} class="{note.maturity}" transform="translate('
    rest = f')">{whole}<use href="#{SIGNS[note.maturity]}"/><text>{shown}</text></a>'
    return Plant(address, rest, note.maturity)
