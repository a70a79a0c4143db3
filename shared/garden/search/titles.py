"""All titles by their first letter, for readers who look rather than search."""

from collections.abc import Iterable
from itertools import groupby

from shared.garden.note import Note
from shared.search.fold import fold

PATH = "/search/titles/"
# What is written without an alphabet stands under the name of its script.
SCRIPTS = (
    ("\u3041", "\u30ff", "かな"),
    ("\u3400", "\u9fff", "漢字"),
    ("\uac00", "\ud7a3", "한글"),
    ("\U00020000", "\U0003ffff", "漢字"),
)

Group = tuple[str, list[Note]]


def by_letter(notes: Iterable[Note]) -> list[Group]:
    """Return all listed notes by the first letter of their titles, which is empty for a sign."""
    listed = [(fold(note.title), note) for note in notes if note.should_index]
    found = sorted((rank(letter_of(title)), title, note.slug, note) for title, note in listed)
    return [(key[1], [each[-1] for each in group]) for key, group in groupby(found, first)]


def first(found: tuple[tuple[int, str], str, str, Note]) -> tuple[int, str]:
    """Return the letter under which a title stands."""
    return found[0]


def rank(letter: str) -> tuple[int, str]:
    """Sort letters by their script, and what has none behind all of them."""
    return (len(letter) or 9, letter)


def letter_of(title: str) -> str:
    """Return the letter of a folded title; a digit or a sign is none."""
    initial = title[:1]
    for begin, end, name in SCRIPTS:
        if begin <= initial <= end:
            return name
    return initial.upper() if initial.isalpha() else ""
