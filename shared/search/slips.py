"""Find the word that a mistyped one was meant to be: what is one slip of a finger away.

A slip is a letter too many, one missing, another one, or two neighbours that are swapped.
"""

import re
from collections.abc import Iterable

SHORTEST = 4  # letters; a shorter word is one slip from too many others
PART = 3  # letters of each of two words in one
NUMBERED = re.compile("([a-z]+)([0-9]+)")
WIDE = "\u0e00"  # from here on scripts write no words, or no letters that are typed one by one


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the first known word that is one slip away, or nothing.

    One that begins with the same letter is preferred: fingers rarely miss the first. Of four
    letters none may be another, for too many words are so alike.
    """
    if len(word) < SHORTEST or word >= WIDE:
        return ""
    near = [
        each
        for each in known
        if len(each) >= SHORTEST and is_one_slip(word, each)
        if len(word) > SHORTEST or len(each) > SHORTEST or sorted(each) == sorted(word)
    ]
    return next((each for each in near if each[0] == word[0]), near[0] if near else "")


def parted(word: str, known: Iterable[str]) -> str:
    """Return two known words that a word is made of, or letters and a number; else nothing."""
    numbered = NUMBERED.fullmatch(word)
    if numbered:
        return f"{numbered[1]} {numbered[2]}"
    there = set(known)
    pairs = ((word[:place], word[place:]) for place in range(PART, len(word) - PART + 1))
    return next((" ".join(pair) for pair in pairs if there.issuperset(pair)), "")


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
