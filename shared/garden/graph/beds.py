"""Which bed of the garden a note grows in: that of a tag, of a folder, or of what it links with."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from shared.garden.graph.net import Net
from shared.garden.note import Note
from shared.garden.woven.slugs import slug_of

FEWEST = 2  # notes of a bed
LARGEST = 0.5  # of all notes; a word that more of them share tells nothing
MOST = 16  # beds
HUB = 4  # links of a note around which a bed may lie


class Bed(NamedTuple):
    """A bed: how it is called, and what makes it one; the meadow has neither."""

    name: str = ""
    key: str = ""


MEADOW = Bed()


def beds_of(net: Net, shown: Sequence[int]) -> dict[int, Bed]:
    """Return the bed of every note that is shown."""
    wishes = {number: list(wished(net.notes[number])) for number in shown}
    settled = kept(settle(wishes, max(FEWEST, int(len(shown) * LARGEST))))
    if not settled:
        settled = kept(settle({number: hub(net, number) for number in shown}, len(shown)))
    # All look at what was settled before any of them joined.
    return {number: settled.get(number) or joined(net, number, settled) for number in shown}


def kept(settled: Mapping[int, Bed]) -> dict[int, Bed]:
    """Return what stands in beds that are large enough, and not too many."""
    sizes = Counter(settled.values())
    by_size = sorted(sizes, key=lambda bed: (-sizes[bed], bed))[:MOST]
    large = {bed for bed in by_size if sizes[bed] >= FEWEST}
    return {number: bed for number, bed in settled.items() if bed in large}


def wished(note: Note) -> Iterator[Bed]:
    """Yield the beds that a note could stand in: of its tags, and of the folders around it."""
    for tag in note.tags:
        first = tag.split("/")[0]
        yield Bed(first, "#" + slug_of(first).casefold())
    folder = note.folder
    while folder:
        yield Bed(folder.rpartition("/")[2], folder)
        folder = folder.rpartition("/")[0]


def hub(net: Net, number: int) -> list[Bed]:
    """Return a bed around the best connected of a note and all that it is linked with."""
    best = min([number, *net.near(number)], key=lambda near: (-net.degree(near), near))
    note = net.notes[best]
    return [Bed(note.title, note.href)] if net.degree(best) >= HUB else []


def settle(wishes: Mapping[int, Sequence[Bed]], largest: int) -> dict[int, Bed]:
    """Give each note the largest of its beds that still tells something; tags before folders."""
    names: dict[str, Bed] = {}
    sizes: Counter[str] = Counter()
    for beds in wishes.values():
        for key in {bed.key: names.setdefault(bed.key, bed) for bed in beds}:
            sizes[key] += 1
    settled: dict[int, Bed] = {}
    for number, beds in wishes.items():
        telling = [bed.key for bed in beds if FEWEST <= sizes[bed.key] <= largest]
        tags = [key for key in telling if key.startswith("#")]
        if telling:
            settled[number] = names[min(tags or telling, key=lambda key: (-sizes[key], key))]
    return settled


def joined(net: Net, number: int, settled: Mapping[int, Bed]) -> Bed:
    """Return the bed that a note is linked with most, else the meadow."""
    around = Counter(settled[near] for near in net.near(number) if near in settled)
    return min(around, key=lambda bed: (-around[bed], bed), default=MEADOW)
