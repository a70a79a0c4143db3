"""Show where a query was found in a text: the pieces that match, and those between them."""

from collections.abc import Iterable, Iterator

from shared.search.forms import alike
from shared.search.tokenise import words
from shared.search.wanted import Wanted, wanted

Span = tuple[int, int]  # where a piece begins, and where it ends


def marked(text: str, query: str) -> Iterator[tuple[str, bool]]:
    """Yield a text piece by piece, each with whether it is what was asked for."""
    end = 0
    for first, last in places(text, wanted(query)):
        if first > end:
            yield text[end:first], False
        yield text[first:last], True
        end = last
    if text[end:]:
        yield text[end:], False


def places(text: str, terms: Iterable[Wanted]) -> list[Span]:
    """Return where terms are found in a text, in its order; those that touch are one."""
    units = [(unit, place) for place, sign in enumerate(text) for unit in alike(sign)]
    folded = "".join(unit for unit, _ in units)
    found = [
        (units[at][1], units[at + len(form.term) - 1][1] + 1)
        for each in terms
        for form in each.forms
        for at in found_at(folded, form)
    ]
    return merged(sorted(found))


def found_at(folded: str, each: Wanted) -> Iterator[int]:
    """Yield where a term begins in a text in which all is in one form: words are found whole."""
    term = each.term
    is_word = bool(words(term))
    at = folded.find(term)
    while at >= 0:
        end = at + len(term)
        begins = is_word and words(folded[max(at - 1, 0) : at])
        goes_on = is_word and not each.is_prefix and words(folded[end : end + 1])
        if not begins and not goes_on:
            yield at
        at = folded.find(term, at + 1)


def merged(found: Iterable[Span]) -> list[Span]:
    """Return places of which those that touch have become one."""
    apart: list[Span] = []
    for first, last in found:
        if apart and first <= apart[-1][1]:
            apart[-1] = apart[-1][0], max(last, apart[-1][1])
        else:
            apart.append((first, last))
    return apart
