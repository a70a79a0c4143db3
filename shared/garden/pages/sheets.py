"""Every page of a garden, each with a key that changes when anything on it does."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple
from urllib.parse import unquote

from shared.garden.garden import Garden
from shared.garden.graph import page
from shared.garden.history import growth
from shared.garden.history.growth import RECENT, told
from shared.garden.letters import public
from shared.garden.note import Note
from shared.garden.pages.beside import Beside
from shared.garden.pages.html import Printer
from shared.garden.pages.keys import digest
from shared.garden.pages.leaves import Leaf
from shared.garden.pages.lists import Lists
from shared.garden.pages.render import LETTERS, Pages
from shared.garden.search import titles
from shared.garden.woven.folders import Folder
from shared.garden.woven.slugs import HOME
from shared.garden.woven.tags import Tag, companions, described


class Sheet(NamedTuple):
    """One page: its file below the output, its key, and what makes its HTML."""

    file: str
    key: bytes
    make: Callable[[], str]


class Sheets:
    """Lists the pages of one garden."""

    def __init__(self, garden: Garden, pages: Pages, printer: Printer) -> None:
        self.garden = garden
        self.pages = pages
        self.printer = printer
        self.beside = Beside(garden)
        self.lists = Lists(garden)
        self.texts = printer.keys

    def all(self) -> Iterator[Sheet]:
        """Yield every page."""
        garden, pages = self.garden, self.pages
        home = next((note for note in garden.notes if note.slug == HOME), None)
        yield self.home(home)
        yield from (self.note(note) for note in garden.notes if note is not home)
        for slug, note in garden.moved.items():
            yield self.sheet(f"/{slug}/", (note.href, note.title), partial(pages.moved, note))
        yield self.sheet("/tags/", described(garden.tags), partial(pages.tags, garden.tags))
        for tag in garden.tags:
            yield from self.tag(tag)
        for folder in garden.folders:
            yield from self.folder(folder)
        yield self.sheet("/search/", (), pages.search)
        named = titles.by_letter(garden.notes)
        about = [(note.href, note.title, note.language) for _, group in named for note in group]
        yield self.sheet(titles.PATH, about, partial(pages.titles, named))
        yield from self.beds()
        yield from self.grown()
        if garden.net.notes:
            yield self.graph()
        yield from self.letters(public(garden.letters))
        yield Sheet("404.html", digest("not found", self.pages.site), pages.not_found)

    def home(self, home: Note | None) -> Sheet:
        """Return the first page."""
        garden = self.garden
        tags = [(tag.href, tag.name) for tag in garden.tags]
        grown = told(garden.grown[:RECENT])
        text = self.texts.of(home) if home else b""
        about = (listed(garden.notes), tags, grown, garden.folders.branches(), text)
        return self.sheet("/", about, partial(self.make_home, home))

    def make_home(self, home: Note | None) -> str:
        """Make the first page."""
        garden = self.garden
        body = self.printer.page(home) if home else ""
        branches, grown = garden.folders.branches(), garden.grown[:RECENT]
        return self.pages.index(garden.notes, home, body, garden.tags, grown, branches)

    def note(self, note: Note) -> Sheet:
        """Return the page of a note."""
        tags = [(tag, self.garden.tag_pages.get(tag)) for tag in note.tags]
        beside = self.beside.of(note)
        about = (note.id, note.slug, note.backlinks, tags, beside, self.texts.of(note))
        return self.sheet(note.href, about, partial(self.make_note, note, beside))

    def make_note(self, note: Note, beside: Mapping[str, object]) -> str:
        """Make the page of a note."""
        return self.pages.note(note, self.printer.page(note), self.garden.tag_pages, beside)

    def beds(self) -> Iterator[Sheet]:
        """Yield the pages of the beds that have no room on the first page."""
        for maturity, leaves in self.lists.beds:
            yield from self.leaves(leaves, (), partial(self.pages.bed, maturity))

    def tag(self, tag: Tag) -> Iterator[Sheet]:
        """Yield the pages of a tag."""
        pages = self.garden.tag_pages
        others = [(name, pages[name]) for name in companions(tag) if name in pages]
        about = tag.name, described(tag.below), described(tag.trail), others
        make = partial(self.pages.tag, tag, others)
        yield from self.leaves(self.lists.tag(tag), about, make)

    def folder(self, folder: Folder) -> Iterator[Sheet]:
        """Yield the pages of a folder."""
        crumbs = self.garden.folders.crumbs(folder.path)[:-1]
        below = [(each.href, each.name, each.count) for each in folder.folders]
        around = {"crumbs": crumbs, "branches": self.garden.folders.branches(folder)}
        make = partial(self.pages.folder, folder, around)
        about = folder.name, below, *around.values()
        yield from self.leaves(self.lists.folder(folder), about, make)

    def leaves(
        self, leaves: Iterable[Leaf], about: object, make: Callable[[Leaf], str]
    ) -> Iterator[Sheet]:
        """Yield the pages of a list; `about` is what they say besides."""
        for leaf in leaves:
            shown = leaf.turns, sorted(leaf.sizes.items()), listed(leaf.notes)
            yield self.sheet(leaf.path, (about, shown), partial(make, leaf))

    def grown(self) -> Iterator[Sheet]:
        """Yield the pages of how the garden grew; as long as nothing did there is none."""
        pages = growth.leaves(self.garden.grown) if self.garden.grown else []
        years = [(leaf.path, leaf.year) for leaf in pages if leaf.place.number == 1]
        for leaf in pages:
            shown = [(month, told(grown)) for month, grown in leaf.months]
            yield self.sheet(
                leaf.path, (years, leaf.place.turns, shown), partial(self.pages.grown, leaf, pages)
            )

    def graph(self) -> Sheet:
        """Return the page of the graph."""
        net, folders = self.garden.net, self.garden.folders
        make = partial(self.pages.graph, net, page.leads(self.garden.tag_pages, folders))
        return self.sheet(page.PATH, (page.about(net), folders.addresses()), make)

    def letters(self, letters: list[Note]) -> Iterator[Sheet]:
        """Yield the pages of letters and the list of them; without any there is none."""
        for note in letters:
            make = partial(self.make_letter, note)
            yield self.sheet(note.href, (note.slug, self.texts.of(note)), make)
        if letters:
            shown = [note for note in letters if note.should_index]
            yield self.sheet(LETTERS, listed(shown), partial(self.pages.letters, shown))

    def make_letter(self, note: Note) -> str:
        """Make the page of a letter."""
        return self.pages.letter(note, self.printer.page(note))

    def sheet(self, path: str, about: object, make: Callable[[], str]) -> Sheet:
        """Return a page where a web server looks for it."""
        return Sheet(file_at(path), digest(path, self.pages.site, about), make)


def file_at(path: str) -> str:
    """Return the file of the page at a path, below the output."""
    place = unquote(path).strip("/")
    return f"{place}/index.html" if place else "index.html"


def listed(notes: Iterable[Note]) -> list[object]:
    """Return what a list says of its notes."""
    return [
        (note.href, note.title, note.language, note.maturity, note.excerpt, dates)
        for note in notes
        for dates in [(note.planted, note.tended, note.by_git, note.should_index)]
    ]
