"""Which notes have which terms, and where: the lists that the index is made of."""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat

from shared.garden.note import Note
from shared.search.files import TITLES
from shared.search.forms import one_form
from shared.search.tokenise import terms as terms_of

Postings = dict[str, list[int]]  # of each term: -1, and the numbers of notes


def inverted(notes: Sequence[Note], terms: Mapping[str, str]) -> list[Postings]:
    """Return which notes have each term: in the text, in a heading, in a title of each length."""
    every = [(number, terms.get(note.path, "")) for number, note in enumerate(notes)]
    said = [(number, each.split("\n")) for number, each in every if each]
    by_length: list[list[tuple[int, str]]] = [[] for _ in range(len(TITLES) + 1)]
    for number, (title, _, _) in said:
        length = len(terms_of(notes[number].title))
        by_length[-1 - bisect_left(TITLES, length)].append((number, title))
    texts = [[(number, each[place]) for number, each in said] for place in (2, 1)]
    return [in_one_form(listed(each)) for each in (*texts, *by_length)]


def listed(said: Iterable[tuple[int, str]]) -> Postings:
    """Return the numbers of the notes that say each term, rising and after -1."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [-1])
    for number, terms in said:
        lists = map(found.__getitem__, terms.split())
        deque(map(list[int].append, lists, repeat(number)), maxlen=0)  # in half the time
    return found


def in_one_form(found: Postings) -> Postings:
    """Make the lists of terms one that differ only in the forms of their characters."""
    for term in [term for term in found if not term.isascii()]:
        form = one_form(term)
        if form != term:
            numbers = found.pop(term)
            found[form] = sorted({*found[form], *numbers}) if form in found else numbers
    return found
