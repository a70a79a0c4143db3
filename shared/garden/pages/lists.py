"""The lists of notes in a garden: its beds, tags and folders, each cut into pages."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from shared.garden.garden import Garden
from shared.garden.note import Maturity, Note
from shared.garden.pages.beds import SHOWN, beds
from shared.garden.pages.leaves import Leaf, cut, paths_of
from shared.garden.woven.folders import Folder
from shared.garden.woven.slugs import HOME, href
from shared.garden.woven.tags import Tag


class Lists:
    """Cuts the lists of one garden."""

    def __init__(self, garden: Garden) -> None:
        self.garden = garden

    @cached_property
    def beds(self) -> list[tuple[Maturity, list[Leaf]]]:
        """Return the beds that have no room on the first page."""
        listing = [note for note in self.garden.notes if note.slug != HOME]
        return [
            (maturity, cut(f"/beds/{maturity}/", notes, list, frozenset()))
            for maturity, notes in beds(listing, self.garden.config)
            if len(notes) > SHOWN
        ]

    def tag(self, tag: Tag) -> list[Leaf]:
        """Return the pages of a tag."""
        return cut(tag.href, tag.notes, self.ordered, self.taken)

    def folder(self, folder: Folder) -> list[Leaf]:
        """Return the pages of a folder."""
        return cut(folder.href, folder.notes, self.ordered, self.taken)

    def paths(self) -> Iterator[str]:
        """Yield the path of every page of every list."""
        garden = self.garden
        for _, leaves in self.beds:
            yield from leaves[0].paths
        for each in chain(garden.tags, garden.folders):
            yield from paths_of(each.href, len(each.notes), self.taken)

    def ordered(self, notes: Sequence[Note]) -> Sequence[Note]:
        """Put notes in the order in which they are read: evergreens first, the freshest on top."""
        return [note for _, bed in beds(notes, self.garden.config) for note in bed]

    @cached_property
    def taken(self) -> frozenset[str]:
        """Return the paths at which there is something already."""
        garden = self.garden
        pages = chain(garden.notes, garden.tags, garden.folders)
        return frozenset(each.href for each in pages) | frozenset(map(href, garden.moved))
