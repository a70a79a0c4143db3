"""The picture of what is around one note: its neighbours fanned out beside it."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from math import cos

from markupsafe import Markup
from msgspec import Struct

from shared.garden.graph.plants import SIGNS, plants
from shared.garden.languages import direction
from shared.garden.note import Maturity
from shared.garden.words import Words

WIDTH, LEFT, REACH = 250, 16, 42
ROW, LINE = 22, 17  # heights: of a neighbour, of the words above and below
WAYS = {
    "ltr": (LEFT, 1),
    "rtl": (WIDTH - LEFT, -1),
}  # where the note is, and on which side they are


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
        """Return the picture, which goes the way that the page is read."""
        rows, way = [*self.into, *self.both, *self.out], direction(language)
        kinds = "<" * len(self.into) + "-" * len(self.both) + ">" * len(self.out)
        places, threads = fan(kinds, way)
        captions = self.captions(words, way)
        top = min([LINE, *(y - LINE + 7 for _, _, y in captions)])
        bottom = max([LINE + ROW * len(rows), *(y + 5 for _, _, y in captions)])
        inner = "" if language == self.language else f' lang="{self.language}"'
        own = inner and f' lang="{language}"'
        grown = [
            f'<a href="{root}{row.address}{place}{row.rest}'
            for row, place in zip(rows, places, strict=True)
        ]
        said = [
            f'<text x="{x}" y="{y}"{own}>{escape(caption, quote=False)}</text>'
            for caption, x, y in captions
        ]
        middle = f"translate({WAYS[way][0]} {LINE + ROW * len(rows) / 2:g})"
        return Markup(  # noqa: S704 - what others have written is escaped where it is drawn
            f'<svg class="near" viewBox="0 {top} {WIDTH} {bottom - top}" role="group"'
            f' direction="{way}" aria-label="{escape(words.near)}"{inner}>'
            f"{plants([self.maturity, *(row.maturity for row in rows)])}"
            f'<path class="thread" d="{threads}"/>'
            f'<g class="{self.maturity}" transform="{middle}">'
            f'<circle class="here" r="14"/><use href="#{SIGNS[self.maturity]}"/></g>'
            f"{''.join(grown)}{''.join(said)}</svg>"
        )

    def captions(self, words: Words, way: str) -> list[tuple[str, int, int]]:
        """Return the words above and below the neighbours, each with its place."""
        start, side = WAYS[way]
        edge, aside = start - side * LEFT, start + side * (84 - LEFT)
        below = LINE + ROW * (len(self.into) + len(self.both) + len(self.out)) + LINE - 5
        captions: list[tuple[str, int, int]] = []
        if self.into or self.both:
            captions.append((words.linked_from, edge, LINE - 7))
        if self.both or self.out:
            captions.append((words.links_to, edge, below))
        if self.more:
            captions.append((words.and_more.format(self.more), aside, below))
        return captions


@lru_cache(maxsize=4096)
def fan(kinds: str, way: str) -> tuple[Sequence[str], str]:
    """Return the places of neighbours, and the threads to them with their arrows."""
    count, (start, side) = len(kinds), WAYS[way]
    places: list[str] = []
    threads: list[str] = []
    for row, kind in enumerate(kinds):
        away = row - (count - 1) / 2  # rows from the middle
        far = 14 + round(REACH * cos(1.15 * away / max(count / 2, 3)))
        x, y = start + side * far, LINE + ROW * row + ROW // 2
        bend, end = side * (8 - far), side * (10 - far)
        places.append(f"{x} {y}")
        threads.append(f"M{x - side * 10} {y}q{bend} 0 {end} {ROW * -away:g}")
        tip = side * (15 if kind == "-" else 10)
        if kind != ">":
            threads.append(f"M{x - tip} {y - 3}l{side * -4} 3 {side * 4} 3")
        if kind != "<":
            threads.append(f"M{x - side * 14} {y - 3}l{side * 4} 3 {side * -4} 3")
    return places, "".join(threads)
