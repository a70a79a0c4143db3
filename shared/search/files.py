"""The files of an index: what they are called, and how lists of notes are written in them.

`search/index.json` says where the rest is: a folder named by what is in it, so that no cache ever
mixes two builds. In it are two kinds of files. `t<number>.txt` has terms in the order of their
characters; where each file begins stands in `starts`, so that a term, and all terms that begin
alike, are in one file or in neighbours; `sizes` has how many KB each is, less one, in digits as
below. `d<number>.json` describes a few notes and says how many KB their pages have, and `words.txt`
has words of the garden, common ones first, among which a mistyped one is looked for. `han` in the
manifest is the table of Chinese characters, empty in a garden that has none.

A line of terms is the term and up to seven lists, parted by tabs: the notes that have it in their
text, in a heading, in a title; titles go by their length, long ones first, as `TITLES` says. The
terms are in one form, as `shared.search.forms` makes it. A list has the distance from each note to
the next, less one, in digits of five bits: a digit is a character of `DIGITS`, and one of its
second half means that more follow, those of greater weight first.
"""

from collections.abc import Sequence
from operator import sub

VERSION = 3
MANIFEST = "search/index.json"
MATURITIES = ("evergreen", "budding", "seedling")  # the order in which notes are numbered
WORDS = "words.txt"
TITLES = (1, 2, 3, 5)  # the most terms of a title of each length; the longest have more
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
VALUES = {digit: value for value, digit in enumerate(DIGITS)}


def code(number: int) -> str:
    """Write a number in digits of five bits."""
    last, more = DIGITS[number & 31], ""
    while number := number >> 5:
        more = DIGITS[32 + (number & 31)] + more
    return more + last


def kilobytes(size: int) -> int:
    """Return a size in KB, a part of one as one."""
    return -(-size // 1024)


def coded(numbers: Sequence[int], gaps: Sequence[str]) -> str:
    """Write a rising list of numbers that begins with -1, which is not written.

    `gaps` has at each place the code of a distance: `code(distance - 1)`.
    """
    return "".join(map(gaps.__getitem__, map(sub, numbers[1:], numbers)))


def codes_of_gaps(count: int) -> list[str]:
    """Return the codes of all distances between so many notes."""
    return ["", *map(code, range(count))]


def decoded(written: str) -> list[int]:
    """Read a list of numbers."""
    numbers: list[int] = []
    last, gap = -1, 0
    for digit in written:
        value = VALUES[digit]
        gap = gap << 5 | value & 31
        if value < 32:
            last += gap + 1
            numbers.append(last)
            gap = 0
    return numbers
