"""The words of a garden among which a mistyped one is looked for."""

from collections import Counter
from collections.abc import Sequence
from heapq import nsmallest

from shared.garden.search.postings import Postings
from shared.search.slips import PART, WIDE

MOST = 3000  # words
LONGEST = 24  # letters


def vocabulary(lists: Sequence[Postings]) -> list[str]:
    """Return words of titles, headings and texts, those that are in most notes first."""
    counted = Counter[str]()
    for found in lists:
        counted.update(counts(found))
    best = nsmallest(MOST, counted.items(), key=lambda each: (-each[1], each[0]))
    return [word for word, _ in best]


def counts(found: Postings) -> dict[str, int]:
    """Return in how many notes each word is."""
    return {
        term: len(numbers) - 1
        for term, numbers in found.items()
        if PART <= len(term) <= LONGEST
        if term < WIDE and term.isalpha()
    }
