"""Write characters that have several forms in one of them, so that any finds all the others.

數 and 数, カ and か, أ and ا, ά and α, ё and е are each one letter to who looks for something. It
takes a text that is folded already, and changes neither its length nor where its words end. The
terms of an index are changed once all are known, which costs a tenth of changing every text.

`templates/garden/search-index.js` does the same; a test compares the two.
"""

import unicodedata
from functools import cache
from itertools import chain
from pathlib import Path

from shared.search.fold import fold

HAN = Path(__file__).with_name("han.txt")  # a line on where it is from; forms; what stands for each
# Alif with and without hamza, the two shapes of yeh and kaf, teh marbuta; then Russian io.
LETTERS = dict(zip("أإآٱىیةکё", "ااااييهكе", strict=True))
DIGITS = {chr(zero + digit): str(digit) for zero in (0x660, 0x6F0) for digit in range(10)}
KATAKANA = (range(0x30A1, 0x30F7), range(0x30FD, 0x30FF))
TO_HIRAGANA = 0x60
GREEK = (range(0x370, 0x400), range(0x1F00, 0x2000))


def alike(text: str) -> str:
    """Return a text as it is compared: folded, and each character in one form."""
    return one_form(fold(text))


def one_form(folded: str) -> str:
    """Return a folded text with each character in one form."""
    return folded if folded.isascii() else folded.translate(forms())


@cache
def forms() -> dict[int, str]:
    """Return what stands for each character that has several forms."""
    kana = {chr(code): chr(code - TO_HIRAGANA) for code in chain(*KATAKANA)}
    greek = {chr(code): unicodedata.normalize("NFD", chr(code))[0] for code in chain(*GREEK)}
    return str.maketrans({**greek, **kana, **LETTERS, **DIGITS, **han()})


@cache
def han() -> dict[str, str]:
    """Return what stands for each Chinese character that has several forms."""
    _, every, one = HAN.read_text("utf-8").splitlines()
    return dict(zip(every, one, strict=True))
