"""The picture of what is around one note: what leads to it above, where it leads below."""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from typing import NamedTuple

from markupsafe import Markup
from msgspec import Struct

from shared.garden.graph.labels import label
from shared.garden.graph.plants import SIGNS, plants
from shared.garden.note import Maturity
from shared.garden.vault.languages import direction
from shared.garden.words import Words

WIDTH, LEFT, NAME = 250, 16, 22  # NAME is from the stem to where words begin
ROW, CAPTION, HERE = 24, 22, 32  # heights: of a neighbour, of words above some, of the note itself
BRANCH = 30  # from the stem to the middle of a neighbour
COLUMNS = 25
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
    title: str
    maturity: Maturity
    language: str  # of the plants that name none

    def svg(self, root: str, words: Words, language: str) -> Markup:
        """Return the picture, which goes the way that the page is read."""
        way = direction(language)
        drawn = fan(len(self.into), len(self.both), len(self.out), way)
        rows = [*self.into, *self.both, *self.out]
        said = (words.linked_from, words.links_both, words.links_to)
        inner = "" if language == self.language else f' lang="{self.language}"'
        own = inner and f' lang="{language}"'
        grown = [
            f'<a href="{root}{row.address}{place}{row.rest}'
            for row, place in zip(rows, drawn.places, strict=True)
        ]
        captions = [
            f'<text class="{kind}" {place}{own}>{escape(said[group], quote=False)}</text>'
            for group, kind, place in drawn.captions
        ]
        high = drawn.high
        if self.more:
            more = escape(words.and_more.format(self.more), quote=False)
            captions.append(f"<text {place_of(high + 13, way)}{own}>{more}</text>")
            high += CAPTION
        name = label(self.title, COLUMNS)
        return Markup(  # noqa: S704 - what others have written is escaped where it is drawn
            f'<svg class="near" viewBox="0 0 {WIDTH} {high}" role="group"'
            f' direction="{way}" aria-label="{escape(words.near)}"{inner}>'
            f"{plants([self.maturity, *(row.maturity for row in rows)])}{drawn.threads}"
            f'<g class="{self.maturity}" transform="translate({WAYS[way][0]} {drawn.here})">'
            f'<circle class="here" r="14"/><use href="#{SIGNS[self.maturity]}"/></g>'
            f'<text class="self" {place_of(drawn.here + 4, way)}{own}>{name}</text>'
            f"{''.join(grown)}{''.join(captions)}</svg>"
        )


class Drawn(NamedTuple):
    """What is the same around all notes with so many neighbours of each kind."""

    places: Sequence[str]  # of the neighbours
    threads: str
    captions: Sequence[tuple[int, str, str]]  # the group, its class, and where its words stand
    here: int  # how far down the note itself is
    high: int


def place_of(y: int, way: str) -> str:
    """Return where words begin, as attributes."""
    start, side = WAYS[way]
    return f'x="{start + side * NAME}" y="{y}"'


@lru_cache(maxsize=4096)
def fan(into: int, both: int, out: int, way: str) -> Drawn:
    """Return where neighbours stand, and the stem with a branch to each and its arrows."""
    start, side = WAYS[way]
    above = CAPTION + ROW * into if into else 0
    here = above + HERE // 2
    places: list[str] = []
    captions: list[tuple[int, str, str]] = []
    threads: list[str] = []
    y = 0
    for group, (kind, count) in enumerate((("into", into), ("both", both), ("out", out))):
        if group == 1:
            y += HERE
        if not count:
            continue
        captions.append((group, kind, place_of(y + 14, way)))
        y += CAPTION
        middles = [y + ROW * row + ROW // 2 for row in range(count)]
        y += ROW * count
        places += [f"{start + side * (BRANCH + 10)} {each}" for each in middles]
        lines = [branch(each, here, start, side, kind) for each in middles]
        threads.append(f'<path class="thread {kind}" d="{"".join(lines)}"/>')
    return Drawn(places, "".join(threads), captions, here, y + 4)


def branch(y: int, here: int, start: int, side: int, kind: str) -> str:
    """Return the way from the note along the stem to a neighbour, and the arrows on it."""
    down = 1 if y > here else -1
    end = start + side * BRANCH
    line = f"M{start} {here + 14 * down}V{y - 8 * down}q0 {8 * down} {8 * side} {8 * down}H{end}"
    if kind != "into":
        line += f"m{-4 * side}-4l{4 * side} 4 {-4 * side} 4"
    if kind != "out":
        line += f"M{start + side * 14} {y - 4}l{-4 * side} 4 {4 * side} 4"
    return line
