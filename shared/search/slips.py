"""Find the word that a mistyped one was meant to be: what is one slip of a finger away.

A slip is a letter too many, one missing, another one, or two neighbours that are swapped.
"""

from collections.abc import Iterable

SHORTEST = 4  # letters; a shorter word is one slip from too many others
WIDE = "\u0e00"  # from here on scripts write no words, or no letters that are typed one by one


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the first known word that is one slip away, or nothing."""
    if len(word) < SHORTEST or word >= WIDE:
        return ""
    return next((each for each in known if is_one_slip(word, each)), "")


def is_one_slip(word: str, other: str) -> bool:
    """Tell whether one slip of a finger makes one word of another."""
    longer = max(len(word), len(other))
    if longer - min(len(word), len(other)) > 1 or word == other:
        return False
    begin = 0
    while word[begin : begin + 1] == other[begin : begin + 1]:
        begin += 1
    left, right = word[begin:], other[begin:]
    if left[1:] == right[1:] or left[1:] == right or left == right[1:]:
        return True
    return left[2:] == right[2:] and left[:2] == right[1::-1]
