"""Show where a query was found in a text: the pieces that match, and those between them."""

from collections.abc import Iterable, Iterator

from shared.search.fold import fold
from shared.search.tokenise import words
from shared.search.wanted import wanted

Place = tuple[int, int]  # where a piece begins, and where it ends


def marked(text: str, query: str) -> Iterator[tuple[str, bool]]:
    """Yield a text piece by piece, each with whether it is what was asked for."""
    end = 0
    for first, last in places(text, [each.term for each in wanted(query)]):
        if first > end:
            yield text[end:first], False
        yield text[first:last], True
        end = last
    if text[end:]:
        yield text[end:], False


def places(text: str, terms: Iterable[str]) -> list[Place]:
    """Return where terms are found in a text, in its order; those that touch are one."""
    units = [(unit, place) for place, sign in enumerate(text) for unit in fold(sign)]
    folded = "".join(unit for unit, _ in units)
    found: list[Place] = []
    for term in filter(None, terms):
        at = folded.find(term)
        while at >= 0:
            if not (words(term) and words(folded[at - 1 : at])):  # the middle of a word
                found.append((units[at][1], units[at + len(term) - 1][1] + 1))
            at = folded.find(term, at + 1)
    return merged(sorted(found))


def merged(found: Iterable[Place]) -> list[Place]:
    """Return places of which those that touch have become one."""
    apart: list[Place] = []
    for first, last in found:
        if apart and first <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(last, apart[-1][1])
        else:
            apart.append((first, last))
    return apart
