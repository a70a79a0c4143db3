"""Take a text apart into the terms by which it is found: words, and pairs of characters.

Scripts that write no spaces between words are indexed by every two neighbouring characters, so
that any part of a sentence is found, whatever a dictionary would call a word. The last character
of a run stands alone as well: with it, every character begins some term.
"""

import re
from operator import add

from shared.search.fold import fold

# Thai, Lao, Burmese, Khmer; kana, bopomofo, hangul; Chinese characters of all planes.
WIDE = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3041-\u3096\u3099\u309a"
    "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
INDIC = "\u0900-\u0963\u0966-\u0dff"  # in which signs that are no letters are part of a word
RUNS = re.compile(f"([{WIDE}]+)")
BROKEN = re.compile(f"\n(?<=[{WIDE}]\n)(?=[{WIDE}])")  # a line that ends within a sentence
LONGEST, MOST = 100, 50_000
# What is longer than forty letters is no word; it is found by its pieces.
ASCII_WORDS = re.compile("[a-z0-9]{1,40}")
WORDS = re.compile(f"(?:[^\\W_{WIDE}]|[{INDIC}]){{1,40}}")


def terms(text: str) -> set[str]:
    """Return every term of a text."""
    # What stands between two spaces mostly stands there more than once, and in many notes.
    found: set[str] = set()
    return found.union(*map(PIECES.__getitem__, set(BROKEN.sub("", text).split())))


class Pieces(dict[str, tuple[str, ...]]):
    """The terms of what was met before, as long as there is room."""

    def __missing__(self, piece: str) -> tuple[str, ...]:
        found = tuple(terms_of(piece))
        if len(piece) <= LONGEST and len(self) < MOST:
            self[piece] = found
        return found


PIECES = Pieces()


def terms_of(piece: str) -> set[str]:
    """Return the terms of what has no spaces in it."""
    parts = RUNS.split(fold(piece))
    found = set(words(" ".join(parts[::2])))
    for run in parts[1::2]:
        found.update(map(add, run, run[1:]))
        found.add(run[-1])
    return found


def words(text: str) -> list[str]:
    """Return the words of a folded text in which there are no runs."""
    found: list[str] = (ASCII_WORDS if text.isascii() else WORDS).findall(text)
    return found
