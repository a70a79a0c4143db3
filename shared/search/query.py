"""Answer a query from the files of the index, loading as few of them as it takes.

`templates/garden/search-index.js` does the same in the browser; a test compares the two.
"""

import asyncio
import json
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log, sqrt
from typing import TypedDict

from shared.search.files import MATURITIES, WORDS, decoded
from shared.search.forms import alike
from shared.search.slips import nearest, parted
from shared.search.tokenise import WORDS as WORD
from shared.search.tokenise import words
from shared.search.wanted import Wanted, wanted

Fetch = Callable[[str], Awaitable[str]]  # the path of a file below the garden: what is in it
Scores = dict[int, float]
Shards = dict[int, str]

# Of a term in the text, in a heading, in a title of six terms or more, ever less, of one.
WEIGHTS = (1.0, 3.0, 8.0, 9.0, 10.0, 12.0, 16.0)
LIKE = 0.6  # what a term weighs that only begins as was asked
ROOM = 72  # KB of terms that a query loads; what it has no room for is not looked for
MOST_SHARDS = 3  # in which terms are looked for that begin with half a word
FEW_SHARDS = 2  # and with a word
AT_ONCE = 4  # terms that are looked for at the same time
FEW = 4  # what is in more than one of so many notes does not tell what a query is about
ONE_MORE = 1000.0  # what another term of a query is worth, which no score comes near
LAST = "\U0010ffff"


class About(TypedDict):
    """What the manifest says."""

    folder: str
    notes: int
    grown: list[int]
    together: int
    starts: list[str]
    sizes: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The numbers of notes, best first."""

    numbers: list[int]
    meant: str = ""  # what the query was meant to say, where they have that
    is_part: bool = False  # they have only some of its words


@dataclass(frozen=True, slots=True)
class Result:
    """A note that was found."""

    title: str
    href: str
    language: str
    excerpt: str
    maturity: str


class Reader:
    """Reads one index."""

    def __init__(self, about: About, fetch: Fetch) -> None:
        self.about = about
        self.fetch = fetch
        self.ends = [-1, *decoded(about["sizes"])]  # as if the files stood one behind the other

    async def answer(self, query: str, maturity: str = "") -> Answer:
        """Return what there is for a query."""
        shards: Shards = {}
        numbers = await self.find(query, maturity, shards)
        if numbers:
            return Answer(numbers)
        meant = await self.meant(query, shards)
        numbers = await self.find(meant, maturity, shards)
        if numbers or await self.find(query, "", shards):
            return Answer(numbers, meant)
        return Answer(self.some(query, maturity, shards), is_part=True)

    async def find(self, query: str, maturity: str = "", shards: Shards | None = None) -> list[int]:
        """Return the numbers of the notes that have all terms of a query, best first.

        `shards` are what was loaded for the same reader's question before.
        """
        terms = wanted(query)
        shards = {} if shards is None else shards
        scores: Scores | None = None
        for first in range(0, len(terms), AT_ONCE):
            if scores == {}:
                break
            for each in await self.load(terms[first : first + AT_ONCE], shards):
                matches = self.matches(each, shards)
                scores = matches if scores is None else both(scores, matches)
        return self.best(scores or {}, maturity)

    def some(self, query: str, maturity: str, shards: Shards) -> list[int]:
        """Return the numbers of the notes that have most of a query's words, where none has all.

        Only what is in few notes counts, so that a note is not found by an article alone.
        """
        scores: Scores = {}
        for each in wanted(query):
            matches = self.matches(each, shards)
            if len(matches) * FEW <= self.about["notes"]:
                for note, score in matches.items():
                    scores[note] = scores.get(note, 0.0) + score + ONE_MORE
        return self.best(scores, maturity)

    def best(self, scores: Scores, maturity: str) -> list[int]:
        """Return the numbers of notes of a maturity, those that score most first."""
        right = self.numbers_of(maturity)
        found = [(-int(score * 1e6 + 0.5), note) for note, score in scores.items()]
        return [note for _, note in sorted(found) if note in right]

    async def meant(self, query: str, shards: Shards | None = None) -> str:
        """Return what a query was meant to say; nothing unless a word of it is in no note.

        Only a word that is one slip from another word of the garden is understood, or two of them
        in one.
        """
        shards = {} if shards is None else shards
        typed = [each for each in wanted(query) if words(each.term)][:AT_ONCE]
        known = await self.load(typed, shards)
        unknown = [each.term for each in known if not self.matches(each, shards)]
        if not unknown:
            return ""
        in_notes = (await self.fetch(f"{self.about['folder']}/{WORDS}")).split("\n")
        meant = {word: nearest(word, in_notes) or parted(word, in_notes) for word in unknown}
        if not all(meant.values()):
            return ""
        return WORD.sub(lambda found: meant.get(found[0], found[0]), alike(query.strip()))

    async def load(self, terms: Sequence[Wanted], shards: Shards) -> list[Wanted]:
        """Load the files of terms that there is room for; return what can be looked for then."""
        missing = self.affordable(dict.fromkeys(chain(*map(self.shards_of, terms))), shards)
        paths = [f"{self.about['folder']}/t{number}.txt" for number in missing]
        texts = await asyncio.gather(*map(self.fetch, paths))
        shards.update(zip(missing, texts, strict=True))
        return [each for each in terms if not shards.keys().isdisjoint(self.shards_of(each))]

    def affordable(self, numbers: Iterable[int], shards: Shards) -> list[int]:
        """Return files that are not loaded yet, up to the first for which there is no room."""
        room = ROOM - sum(map(self.size_of, shards))
        missing: list[int] = []
        for number in numbers:
            if number not in shards:
                room -= self.size_of(number)
                if room < 0 and (shards or missing):  # one is always loaded
                    break
                missing.append(number)
        return missing

    def size_of(self, number: int) -> int:
        """Return how many KB a file of terms has."""
        return self.ends[number + 1] - self.ends[number]

    def shards_of(self, each: Wanted) -> list[int]:
        """Return the numbers of the files in which a term would be, or what will do for it."""
        starts = self.about["starts"]
        first = max(0, bisect_right(starts, each.term) - 1)
        last = bisect_right(starts, each.term + LAST) - 1 if each.is_prefix else first
        most = MOST_SHARDS if each.is_half else FEW_SHARDS
        found = range(first, min(last + 1, first + most, len(starts)))
        others = (number for form in each.forms[1:] for number in self.shards_of(form))
        return list(dict.fromkeys(chain(found, others)))

    def matches(self, each: Wanted, shards: Shards) -> Scores:
        """Return what every note scores for one term."""
        best: Scores = {}
        for number in self.shards_of(each):
            for line in shards.get(number, "").split("\n"):
                term, *lists = line.split("\t")
                begins = each.is_prefix and term.startswith(each.term)
                if begins or term == each.term or term in each.also:
                    for numbers, weight in zip(lists, WEIGHTS, strict=False):
                        value = weight if term == each.term else weight * LIKE
                        for note in decoded(numbers):
                            best[note] = max(value, best.get(note, 0.0))
        rarity = log(1 + self.about["notes"] / len(best)) if best else 0.0
        factor = rarity * sqrt(rarity)  # a "how" in the title is less than the subject in the text
        return {note: value * factor for note, value in best.items()}

    def numbers_of(self, maturity: str) -> range:
        """Return the numbers of the notes of a maturity; without one, of all."""
        if maturity not in MATURITIES:
            return range(self.about["notes"])
        place = MATURITIES.index(maturity)
        first = sum(self.about["grown"][:place])
        return range(first, first + self.about["grown"][place])

    def maturity_of(self, note: int) -> str:
        """Return the maturity of a note."""
        return next(each for each in MATURITIES if note in self.numbers_of(each))

    async def results(self, numbers: Sequence[int], query: str) -> list[Result]:
        """Return what is shown of notes; one called just as the query comes first."""
        together = self.about["together"]
        places = sorted({number // together for number in numbers})
        paths = [f"{self.about['folder']}/d{place}.json" for place in places]
        texts = await asyncio.gather(*map(self.fetch, paths))
        files = dict(zip(places, map(read_descriptions, texts), strict=True))
        found = [
            Result(*files[number // together][number % together], self.maturity_of(number))
            for number in numbers
        ]
        asked = alike(query.strip())
        return sorted(found, key=lambda result: alike(result.title) != asked)


def read_descriptions(text: str) -> list[tuple[str, str, str, str]]:
    """Return title, href, language and excerpt of each note in a file."""
    return [(title, href, language, said) for title, href, language, said, *_ in json.loads(text)]


def both(some: Scores, others: Scores) -> Scores:
    """Return the scores of the notes that are among both."""
    return {note: score + others[note] for note, score in some.items() if note in others}
