"""What a reader asks for, as terms: all of a query's words and pairs of characters."""

from dataclasses import dataclass

from shared.search.also import also
from shared.search.forms import alike
from shared.search.tokenise import RUNS, words

LONGEST = 200  # characters of a query; what comes after is not read
MOST = 12  # terms that are looked for
STEM = 4  # letters from which on a word also stands for longer ones: garden for gardens


@dataclass(frozen=True, slots=True)
class Wanted:
    """A term that every result must have, or any term that begins so."""

    term: str
    is_prefix: bool = False
    is_half: bool = False  # a prefix of anything, to be looked for last and farthest
    also: tuple[str, ...] = ()  # other terms that will do

    @property
    def forms(self) -> "tuple[Wanted, ...]":
        """Return the term and the others, each by itself."""
        return self, *map(Wanted, self.also)


def wanted(query: str) -> list[Wanted]:
    """Return the terms of a query, those likely to be rare first.

    The last word of a query may be half a word. A character alone stands for every pair that it
    begins.
    """
    folded = alike(query[:LONGEST])
    found: list[Wanted] = []
    for number, part in enumerate(RUNS.split(folded)):
        if number % 2 == 0:
            found += [
                Wanted(word, is_prefix=len(word) >= STEM, also=also(word)) for word in words(part)
            ]
        elif len(part) == 1:
            found.append(Wanted(part, is_prefix=True, is_half=True))
        else:
            found += [Wanted(part[first : first + 2]) for first in range(len(part) - 1)]
    last = found[-1].term if found else ""
    if last and folded.endswith(last) and len(words(last)) == 1:
        found = [each for each in found if each.term != last]
        found.append(Wanted(last, is_prefix=True, is_half=True, also=also(last)))
    return fewest(list(dict.fromkeys(found)))


def fewest(found: list[Wanted]) -> list[Wanted]:
    """Return no more terms than are looked for: the longest, which are rare, first."""
    return sorted(found, key=lambda each: (each.is_half, -len(each.term)))[:MOST]
