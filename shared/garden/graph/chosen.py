"""What of a large garden is drawn: the best connected notes, and the best of their links."""

from collections.abc import Mapping
from html import escape

from shared.garden.graph.labels import cut
from shared.garden.graph.net import Net

NOTES = 600
LINKS = 1500
WEIGHT = 235_000  # bytes that the notes may take on the page, so that all of it stays below 300 KB
EACH = 205  # bytes of a note besides its title and its address, which stand there twice
TITLE = 80  # columns of a title where it is not cut to a label


def chosen_notes(net: Net) -> list[int]:
    """Return the numbers of the notes that are drawn."""
    left = WEIGHT
    chosen: list[int] = []
    for number in sorted(range(len(net.notes)), key=lambda each: (-net.degree(each), each)):
        note = net.notes[number]
        left -= EACH + 2 * len(note.href) + 2 * len(escape(cut(note.title, TITLE)).encode())
        if left < 0 or len(chosen) == NOTES:
            break
        chosen.append(number)
    return sorted(chosen)


def chosen_links(net: Net, bed_of: Mapping[int, object]) -> list[tuple[int, int]]:
    """Return the links that are drawn, each once, whichever way it goes.

    First the best link of every note, then the second best. Those in both directions are better
    than others, then those within a bed, then those to notes of a higher rank.
    """
    size = len(net.notes)
    ranked: dict[int, int] = {}
    for number, bed in bed_of.items():
        out, into = set(net.out[number]), set(net.into[number])
        weights = [
            other
            + (0 if other in out and other in into else 2 * size)
            + (0 if bed_of[other] == bed else size)
            for other in (out | into) & bed_of.keys()
        ]
        for rank, weight in enumerate(sorted(weights)[:LINKS]):
            other = weight % size
            pair = number * size + other if number < other else other * size + number
            if ranked.get(pair, rank) >= rank:
                ranked[pair] = rank
    best = sorted(ranked, key=lambda pair: (ranked[pair], pair))[:LINKS]
    return [divmod(pair, size) for pair in sorted(best)]
