"""What is around one note in the graph: what leads to it, and where it leads."""

from collections.abc import Sequence
from html import escape

from shared.garden.graph.fan import Near, Plant
from shared.garden.graph.labels import CUT, label
from shared.garden.graph.net import Net
from shared.garden.graph.plants import SIGNS
from shared.garden.note import Note

MOST = 18  # neighbours
LARGEST = 4250  # bytes of the picture, if names were as long as can be
FRAME = 1250  # bytes of what is no neighbour
EACH = 90  # bytes of a neighbour besides its names
COLUMNS = 25  # of a label


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
        more = len(around) - len(shown)
        return Near(*groups, more, note.title, note.maturity, self.language)

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
    whole = f"<title>{escape(note.title, quote=False)}</title>" if CUT in shown else ""
    address = f'{escape(note.href)}"{lang} class="{note.maturity}" transform="translate('
    rest = f')">{whole}<use href="#{SIGNS[note.maturity]}"/><text>{shown}</text></a>'
    return Plant(address, rest, note.maturity)
