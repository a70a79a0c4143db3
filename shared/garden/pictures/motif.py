"""What is on a card: what all cards of a garden share, and what one of them says."""

from typing import NamedTuple


class Look(NamedTuple):
    """What is the same on all cards of a garden."""

    hues: tuple[tuple[str, str], ...]  # colours by name
    drawings: tuple[tuple[str, str], ...]  # SVG by name: the plants and the thistle
    name: str
    language: str
    own: bytes | None = None  # a picture in place of the thistle, as a file; b"" is none


class Motif(NamedTuple):
    """What one card shows."""

    title: str
    maturity: str  # none on the card of the garden itself
    word: str  # which says the maturity; on the garden's own card, what it says of itself
    language: str
