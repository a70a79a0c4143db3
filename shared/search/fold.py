"""Fold a text, so that what readers take for the same is the same: width, case, accents.

`templates/garden/search-index.js` folds in the same way; a test compares the two.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import chain

# Letters with accents, marks that stand alone, vowel points of Hebrew and Arabic, and tatweel.
LATIN = (range(0xC0, 0x250), range(0x1E00, 0x1F00))
MARKS = "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670"
NOT_PLAIN = re.compile(f"[\u00c0-\u024f\u1e00-\u1eff\u03c2{MARKS}]")
# Letters that Unicode takes for no letter with an accent, though readers type them as one.
TYPED = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h",
    "ı": "i", "ŧ": "t", "ŋ": "n", "ĸ": "k", "ς": "σ", "ƒ": "f",
}  # fmt: skip
BARE = {chr(code): unicodedata.normalize("NFD", chr(code))[0] for code in chain(*LATIN)}
PLAIN = {**{letter: TYPED.get(bare, bare) for letter, bare in BARE.items()}, **TYPED}
# What becomes one with the character before it, and what is all but sure to stay as it is.
JOINING = re.compile(
    "[\u0300-\u036f\u1100-\u11ff\u3099\u309a\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f]"
)
ODD = re.compile(
    "[^\x00-\x7f\u3001-\u301b\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+"
)


def fold(text: str) -> str:
    """Return a text in one width and case, without accents; folding it again changes nothing."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    if JOINING.search(lowered):
        return fold_whole(lowered)
    return ODD.sub(fold_found, lowered)  # a fifth of the time, for Chinese


def fold_found(found: re.Match[str]) -> str:
    """Fold a few characters that neither join nor are joined by those around them."""
    return fold_whole(found[0])


@lru_cache(maxsize=4096)
def fold_whole(text: str) -> str:
    """Fold a text in the plainest way."""
    normalize = unicodedata.normalize
    return NOT_PLAIN.sub(plain, normalize("NFKC", normalize("NFKC", text).lower()))


def plain(found: re.Match[str]) -> str:
    """Return a letter without its accents; of a mark alone, nothing."""
    return PLAIN.get(found[0], "")
