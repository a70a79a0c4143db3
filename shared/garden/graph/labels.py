"""Labels in a picture, where no line breaks: how wide they are, and cut where they are too wide."""

import unicodedata
from functools import lru_cache
from html import escape

CUT = "…"
JOINER = "\u200d"
ISOLATE, END = "\u2068", "\u2069"  # what is between them runs in its own direction


@lru_cache(maxsize=8192)
def width_of(char: str) -> int:
    """Return how many columns a character takes: Chinese two, an accent on another none."""
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width(text: str) -> int:
    """Return how many columns a text takes."""
    return len(text) if text.isascii() else sum(map(width_of, text))


def cut(text: str, most: int) -> str:
    """Return a text that is at most so many columns wide, with three dots where it was cut."""
    if len(text) * 2 <= most or width(text) <= most:
        return text
    taken = place = 0
    for place, char in enumerate(text):  # noqa: B007 - the place is needed below
        taken += width_of(char)
        if taken > most - 1:
            break
    return text[:place].rstrip(JOINER + " ，、,") + CUT


@lru_cache(maxsize=8192)
def is_rightward(char: str) -> bool:
    """Tell whether a character belongs to a script that runs from right to left."""
    return unicodedata.bidirectional(char) in ("R", "AL")


def label(text: str, most: int) -> str:
    """Return the HTML of a label; from right to left it ends, and is cut, at its left."""
    shown = cut(text, most)
    if not shown.isascii() and any(map(is_rightward, shown)):
        shown = ISOLATE + shown + END
    return escape(shown, quote=False)
