"""A note and its maturity."""

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from shared.garden.dates import Moment
from shared.garden.tree import Node


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
SPELLINGS = {
    Maturity.SEEDLING: ("seedling", "seedlings", "seed", "幼苗", "🌱"),
    Maturity.BUDDING: ("budding", "bud", "含苞", "🌿", "🪴"),
    Maturity.EVERGREEN: ("evergreen", "常青", "🌳", "🌲"),
}
LONGEST_LINE = 10_000
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
    found = {words.get(word) for word in written.split()}
    return found.pop() if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class Backlink:
    """A note that links here."""

    slug: str
    title: str
    maturity: Maturity
    href: str
    language: str


@dataclass(slots=True, eq=False)
class Note:
    """One note that has a page. Private notes never become one of these."""

    path: str  # below the folder of notes, with forward slashes
    id: str
    slug: str
    href: str  # percent-encoded, below the site's own path
    title: str
    body: str
    tree: Node
    content_hash: str
    language: str
    author: str
    maturity: Maturity = Maturity.SEEDLING
    planted_at: Moment | None = None
    budding_at: Moment | None = None
    tended_at: Moment | None = None
    should_index: bool = True
    excerpt: str = ""
    changed: str = ""  # what the author says of the last rewriting
    why: str = ""  # why it is told of now, in the author's words
    origins: list[str] | None = None  # as written; None leaves it to the links
    grew_out_of: "list[Note]" = field(default_factory=list["Note"])
    opening: str = ""  # by which its page is known, where another generator makes it
    tags: list[str] = field(default_factory=list[str])
    aliases: list[str] = field(default_factory=list[str])
    resolved_links: dict[str, str] = field(default_factory=dict[str, str])
    backlinks: list[Backlink] = field(default_factory=list[Backlink])
    headings: dict[str, str] = field(default_factory=dict[str, str])  # what is written: id
    blocks: dict[str, str] = field(default_factory=dict[str, str])  # ^name: id
    ids: dict[str, int] = field(default_factory=dict[str, int])  # of headings: how often wanted
    places: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    links: list[Node] = field(default_factory=list[Node])
    text_line: int = 1  # of the file, where the body begins
    title_id: str = ""  # when the first heading became the title
    html: str = ""
    lines: list[str] | None = None  # of the body, once a place in it was asked for

    def place_of(self, key: str) -> tuple[int, int]:
        """Return line and column of what the front matter says under a key."""
        return self.places.get(key, (1, 1))

    def column_of(self, node: Node) -> int:
        """Count characters where the parser counted bytes, unless the line is endless."""
        if self.lines is None:
            self.lines = self.body.split("\n")
        index = node.line - self.text_line
        line = self.lines[index] if 0 <= index < len(self.lines) else ""
        if len(line) > LONGEST_LINE:
            return node.column
        return len(line.encode()[: node.column - 1].decode(errors="ignore")) + 1

    @property
    def folder(self) -> str:
        """Return the folder of the note, empty at the top."""
        return self.path.rpartition("/")[0]

    @property
    def name(self) -> str:
        """Return the path without its ending, which is what wikilinks name."""
        return self.path.rpartition(".")[0]


@dataclass(slots=True, eq=False)
class Attachment:
    """A file beside the notes; copied only once something public shows it."""

    path: str
    file: Path
    href: str = ""
