"""Which of many names comes nearest to one that nobody has: by pairs of letters, then by edits."""

import unicodedata
from collections import Counter
from collections.abc import Iterable

SHORTLIST = 16  # how many names are compared letter by letter
SHORTEST = 4  # letters that must be the same when one name is only a part of the other
BETWEEN = str.maketrans("-_/", "   ")


class Nearest:
    """Names by the pairs of letters in them, so that a question looks at few of them."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names: list[tuple[str, str]] = [(plain(name), name) for name in dict.fromkeys(names)]
        self.by_pair: dict[str, list[int]] = {}
        for number, (key, _) in enumerate(self.names):
            for pair in pairs(key):
                self.by_pair.setdefault(pair, []).append(number)

    def nearest(self, written: str) -> str | None:
        """Return the name that was most likely meant, or None where it is anybody's guess."""
        key = plain(written)
        alike = Counter(each for pair in pairs(key) for each in self.by_pair.get(pair, ()))
        rated = (
            (far, self.names[number][1])
            for number, _ in alike.most_common(SHORTLIST)
            for far in [farness(key, self.names[number][0])]
            if far is not None
        )
        return min(rated, default=(0, None))[1]


def plain(name: str) -> str:
    """Return a name without what hands get wrong: case, width, dashes for blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().translate(BETWEEN).split())


def pairs(key: str) -> set[str]:
    """Return every two letters that follow each other, its ends included."""
    framed = f"\n{key}\n"
    return {framed[at : at + 2] for at in range(len(framed) - 1)}


def farness(one: str, other: str) -> int | None:
    """Return how far two names are apart, or None when they are different names.

    A quarter of the letters may differ. A word of two has none to spare; but a name may be the
    beginning of a longer one, which is far but not another.
    """
    longest, shortest = max(len(one), len(other)), min(len(one), len(other))
    most = longest // 4 if longest > SHORTEST else int(longest == SHORTEST - 1 or shortest > 2)
    if abs(len(one) - len(other)) <= most:
        edits = distance(one, other)
        if edits <= most:
            return edits
    enough = 2 if not one.isascii() else SHORTEST
    is_part = one.startswith(other) or other.startswith(one)
    return longest - shortest + longest if is_part and shortest >= enough else None


def distance(one: str, other: str) -> int:
    """Return how many letters must be put in, taken out, replaced or swapped with their neighbour.

    After Damerau and Levenshtein, in the form that edits no part twice.
    """
    before, last = [], list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, there in enumerate(other, 1):
            cost = min(last[column] + 1, now[-1] + 1, last[column - 1] + (letter != there))
            if column > 1 and row > 1 and letter == other[column - 2] and one[row - 2] == there:
                cost = min(cost, before[column - 2] + 1)
            now.append(cost)
        before, last = last, now
    return last[-1]
