"""The folders of a garden: a page for each that holds listed notes, and the way down to a note."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from shared.garden.note import Note
from shared.garden.vault.attachments import join
from shared.garden.woven.slugs import HOME, complaint, elsewhere, href, slug_of

MOST = 40  # folders in a list
DEEPEST = 32  # folders within folders that have pages
# Names of notes that speak for their folder; its own name is between them.
FRONTS = ("index", "_index", "readme")
Crumb = tuple[str, str]  # the name of a folder, and the path of its page if it has one


class Branch(NamedTuple):
    """A folder in a list of them."""

    name: str
    href: str
    size: int  # notes in it, at any depth
    depth: int
    is_here: bool


@dataclass(slots=True, eq=False)
class Folder:
    """A folder, called as it was first, with the listed notes and the folders in it."""

    name: str
    path: str
    href: str  # the path of its page, or of the note that stands there instead; or nothing
    has_page: bool
    notes: list[Note] = field(default_factory=list[Note])
    folders: "list[Folder]" = field(default_factory=list["Folder"])

    count: int = 0  # of the notes in it, at any depth
    front: Note | None = None  # the note that speaks for it, and lists what is in it

    @property
    def lead(self) -> str:
        """Return the path to which its name leads: that of the note that speaks for it, if any."""
        return self.front.href if self.front else self.href


class Folders:
    """Every folder with a listed note somewhere in it; others are nowhere named."""

    def __init__(self, notes: Iterable[Note], moved: Mapping[str, Note]) -> None:
        known = list(notes)
        self.taken = {note.slug.casefold(): note for note in known}
        self.taken |= {slug.casefold(): note for slug, note in moved.items()}
        self.by_path: dict[str, Folder] = {}
        self.by_slug: dict[str, Folder] = {}
        self.trails: dict[str, list[Crumb]] = {"": []}
        for note in known:
            if note.should_index and note.folder:
                self.put(note)

    def __iter__(self) -> Iterator[Folder]:
        """Yield the folders that have a page."""
        return (folder for folder in self.by_slug.values() if folder.has_page)

    def put(self, note: Note) -> None:
        """Put a note into its folder, which is opened if it is the first."""
        above: Folder | None = None
        for path in ways(note.folder):
            if path not in self.by_path:
                slug = slug_of(path).casefold() or f"/{path}"
                # Two whose addresses are alike are one.
                self.by_path[path] = self.by_slug.get(slug) or self.open(path, above)
                self.by_slug[slug] = self.by_path[path]
            above = self.by_path[path]
            above.count += 1
        if above:
            above.notes.append(note)
            if above.has_page and rank(note) < rank(above.front):
                above.front = note

    def open(self, path: str, above: Folder | None) -> Folder:
        """Make a folder within the one above it; a note keeps the address that it has."""
        slug = elsewhere(slug_of(path), is_folder=True)
        note = self.taken.get(slug.casefold())
        is_free = note is None and slug != HOME and path.count("/") < DEEPEST
        is_free = is_free and complaint(slug) is None
        where = href(slug) if is_free else note.href if note and note.should_index else ""
        folder = Folder(path.rpartition("/")[2], path, where, is_free)
        if note and note.should_index and note.name == path:
            folder.front = note
        if above:
            above.folders.append(folder)
        return folder

    def addresses(self) -> list[str]:
        """Return the path of the page of every folder, empty where there is none."""
        return [folder.href for folder in self.by_slug.values()]

    def address(self, written: str, folder: str) -> str:
        """Return the path of the page of a folder as a note in `folder` names it, or nothing."""
        for place in (join(folder, written), join("", written)):
            if found := self.by_slug.get(slug_of(place).casefold()):
                return found.href
        return ""

    @cached_property
    def outermost(self) -> list[Folder]:
        """Return the folders that are in no other, by name; of very many, those with most notes."""
        found = {id(each): each for path, each in self.by_path.items() if "/" not in path}
        largest = sorted(found.values(), key=lambda each: (-each.count, each.name))[:MOST]
        return sorted(largest, key=lambda each: each.name)

    def branches(self, here: Folder | None = None) -> list[Branch]:
        """Return the outermost folders, and in those on the way to `here` what is in them.

        On the first page, which is in no folder, all show what is in them while there is room.
        """
        is_small = sum(1 + len(each.folders) for each in self.outermost) <= MOST
        shown = set(ways(here.path)) if here else {each.path for each in self.outermost if is_small}
        found: list[Branch] = []
        waiting = [(each, 0) for each in reversed(self.outermost)]
        while waiting:
            folder, depth = waiting.pop()
            where = folder.name, folder.href, folder.count, depth
            found.append(Branch(*where, is_here=folder is here))
            if folder.path in shown:
                inner = sorted(folder.folders, key=lambda each: each.name)[:MOST]
                waiting += [(each, depth + 1) for each in reversed(inner)]
        return found

    def crumbs(self, path: str) -> list[Crumb]:
        """Return the folders on the way to a note in the folder at `path`, the outermost first."""
        if path not in self.trails:
            found = ((way, self.by_path.get(way)) for way in ways(path))
            self.trails[path] = [
                (way.rpartition("/")[2], folder.lead if folder else "") for way, folder in found
            ]
        return self.trails[path]

    def behind(self, note: Note) -> Folder | None:
        """Return the folder that a note speaks for."""
        for path in (note.folder, note.name):
            folder = self.by_path.get(path)
            if folder and folder.front is note:
                return folder
        return None


def rank(note: Note | None) -> int:
    """Tell how well a note speaks for its folder: none does it worst, then all without its name."""
    if note is None:
        return len(FRONTS) + 1
    name, folder = note.name.rpartition("/")[2].casefold(), note.folder.rpartition("/")[2]
    names = (*FRONTS[:2], folder.casefold(), *FRONTS[2:])
    return names.index(name) if name in names else len(FRONTS) + 1


def ways(path: str) -> list[str]:
    """Return a folder and all those around it, the outermost first."""
    steps = path.split("/")
    return ["/".join(steps[: depth + 1]) for depth in range(len(steps))]
