"""A note and its maturity: what its own file says of it, and what the other notes add."""

from enum import StrEnum
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from shared.garden.vault.dates import Moment, from_iso


class Maturity(StrEnum):
    """How grown a note is."""

    SEEDLING = "seedling"
    BUDDING = "budding"
    EVERGREEN = "evergreen"

    @property
    def emoji(self) -> str:
        """Return the plant that stands for it."""
        return EMOJI[self]


EMOJI = {Maturity.SEEDLING: "🌱", Maturity.BUDDING: "🌿", Maturity.EVERGREEN: "🌳"}
# What is accepted: the words of the pages in every language, and what others write.
SPELLINGS = {
    Maturity.SEEDLING: ("seedling", "seedlings", "seed", "幼苗", "苗", "새싹", "شتلة", "🌱"),
    Maturity.BUDDING: ("budding", "bud", "含苞", "つぼみ", "꽃봉오리", "برعم", "🌿", "🪴"),
    Maturity.EVERGREEN: ("evergreen", "常青", "常緑", "상록수", "دائمة الخضرة", "🌳", "🌲"),
}
VARIATION_SELECTOR = "\ufe0f"  # what makes 🌳 of some keyboards differ from 🌳 of others


def maturity_words(extra: "dict[Maturity, tuple[str, ...]]") -> dict[str, Maturity]:
    """Return every accepted word; a garden's own words come on top."""
    return {
        word.casefold(): maturity
        for maturity in Maturity
        for word in (*SPELLINGS[maturity], *extra.get(maturity, ()))
    }


def parse_maturity(text: str, words: dict[str, Maturity]) -> Maturity | None:
    """Read `Evergreen`, `🌳`, `🌳 Evergreen` or `常青`; None when it says something else."""
    written = text.replace(VARIATION_SELECTOR, "").casefold().strip()
    if written in words:
        return words[written]
    plant, _, rest = written.partition(" ")
    pieces = [plant, rest] if rest in words else written.split()
    found = {words.get(word) for word in pieces}
    return found.pop() if len(found) == 1 else None


class Backlink(Struct, frozen=True):
    """A note that links here."""

    slug: str
    title: str
    maturity: Maturity
    href: str
    language: str
    said: str = ""  # the sentence with the link; its own words are from `begin` to `end`
    begin: int = 0
    end: int = 0


class Link(Struct, omit_defaults=True, array_like=True, gc=False):
    """A link, an image or an embed as it is written in a note."""

    kind: str  # link, image, wikilink or embed
    url: str
    label: str = ""  # the words it is shown with; those of a link are its own nodes
    line: int = 1
    column: int = 1
    said: str = ""  # the sentence it stands in, and where in it its own words are
    begin: int = 0
    end: int = 0


class ByGit(Struct, frozen=True, array_like=True):
    """What the history says of a note where its front matter does not; moments as ISO 8601."""

    planted: str = ""
    tended: str = ""
    budding: str = ""
    evergreen: str = ""


class Heading(Struct, array_like=True, gc=False):
    """A line of the table of contents; the highest rank in a note is level 1."""

    level: int
    id: str
    words: str


class Shown(Struct, frozen=True, array_like=True):
    """How a picture is shown; its addresses are below the site's own path."""

    width: int  # in pixels, as it is seen; 0 where that is not known
    height: int
    src: str
    srcset: list[tuple[str, int]]  # WebP files and their widths, narrow to wide
    mailed: str  # what every mail program shows; nothing when there is no such file


class Attachment(Struct, eq=False):
    """A file beside the notes; published only once something public shows it."""

    path: str
    file: Path
    href: str = ""  # where a link to it leads
    shown: Shown | None = None  # None: it is no picture, or one that cannot be shown


UNKNOWN = ByGit()


class Note(Struct, eq=False, omit_defaults=True):
    """One note that has a page. Private notes never become one of these."""

    path: str  # below the folder of notes, with forward slashes
    id: str
    slug: str
    href: str  # percent-encoded, below the site's own path
    title: str
    content_hash: str
    language: str
    author: str
    maturity: Maturity = Maturity.SEEDLING
    planted: str = ""  # a day or a moment as ISO 8601 writes it
    budding: str = ""
    evergreen: str = ""
    tended: str = ""
    should_index: bool = True
    excerpt: str = ""
    minutes: int = 0  # to read it; 0 when there is nothing to read
    changed: str = ""  # what the author says of the last rewriting
    why: str = ""  # why it is told of now, in the author's words
    origins: list[str] | None = None  # as written; None leaves it to the links
    opening: str = ""  # by which its page is known, where another generator makes it
    written_tags: list[str] = field(default_factory=list[str])
    aliases: list[str] = field(default_factory=list[str])
    headings: dict[str, str] = field(default_factory=dict[str, str])  # what is written: id
    blocks: dict[str, str] = field(default_factory=dict[str, str])  # ^name: id
    ids: dict[str, int] = field(default_factory=dict[str, int])  # of headings: how often wanted
    places: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    links: list[Link] = field(default_factory=list[Link])
    title_id: str = ""  # when the first heading became the title
    contents: list[Heading] = field(default_factory=list[Heading])

    # What only the whole garden knows; empty until the notes are woven together.
    by_git: ByGit = UNKNOWN
    card: str = ""  # the picture that stands for its page elsewhere; below the site's own path
    tags: list[str] = field(default_factory=list[str])
    targets: list[Any] = field(default_factory=list[Any])  # of each link, see `target`
    fragments: list[str] = field(default_factory=list[str])  # the place in it
    resolved_links: dict[str, str] = field(default_factory=dict[str, str])  # slug: title
    grew_out_of: list[Any] = field(default_factory=list[Any])  # notes
    backlinks: list[Backlink] = field(default_factory=list[Backlink])

    @property
    def planted_at(self) -> Moment | None:
        """Return when it was planted, if that is known."""
        return from_iso(self.planted or self.by_git.planted)

    @property
    def budding_at(self) -> Moment | None:
        """Return since when it has been budding, if that is known."""
        return from_iso(self.budding or self.by_git.budding)

    @property
    def evergreen_at(self) -> Moment | None:
        """Return since when it has been evergreen, if that is known."""
        return from_iso(self.evergreen or self.by_git.evergreen)

    @property
    def tended_at(self) -> Moment | None:
        """Return when it was tended last, if that is known."""
        return from_iso(self.tended or self.by_git.tended)

    @property
    def folder(self) -> str:
        """Return the folder of the note, empty at the top."""
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        """Return the path without its ending, which is what wikilinks name."""
        return self.path.rpartition(".")[0]

    def place_of(self, key: str) -> tuple[int, int]:
        """Return line and column of what the front matter says under a key."""
        return self.places.get(key, (1, 1))

    def target(self, link: int) -> "Note | Attachment | str | None":
        """Return what a link leads to: a note, a file, an address, or nothing."""
        return self.targets[link]

    def unweave(self) -> None:
        """Forget what the other notes have added."""
        self.by_git, self.card = UNKNOWN, ""
        self.tags, self.targets, self.fragments = [], [], []
        self.resolved_links, self.backlinks, self.grew_out_of = {}, [], []
