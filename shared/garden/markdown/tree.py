"""The tree of a parsed note: small nodes of our own, whatever parser made them."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

DEEPEST = 100


class TooDeep(ValueError):
    """Quotes, lists or emphasis are nested more than a hundred levels deep."""

    def __init__(self, line: int = 1) -> None:
        super().__init__(line)
        self.line = line  # near which it begins

    def __str__(self) -> str:
        return str(self.__doc__)


class Node(Struct, eq=False):
    """One piece of a note. What `text`, `url` and `level` mean depends on `kind`."""

    kind: str
    text: str = ""
    children: "Sequence[Node]" = ()
    url: str = ""
    level: int = 0
    id: str = ""
    line: int = 0
    column: int = 0  # in bytes, as the parser counts
    number: int = -1  # of a link among the links of its note

    def walk(self) -> Iterator["Node"]:
        """Yield this node and everything below it, in reading order."""
        waiting: list[Node] = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def words(self) -> str:
        """Return the plain text a reader sees, without pictures and what is embedded."""
        if self.kind == "wikilink":
            return self.label()
        if not self.children:
            return SPACES.get(self.kind, self.text)
        return "".join(child.words() for child in self.children if child.kind not in SILENT)

    def label(self) -> str:
        """Return the words of a wikilink: as written after the pipe, else the name itself."""
        words = "".join(child.words() for child in self.children).strip()
        if words and words != self.url.strip():
            return words
        name, _, fragment = self.url.partition("#")
        parts = [name.strip(), "" if fragment.startswith("^") else fragment.strip()]
        return " › ".join(filter(None, parts)) or self.url


SPACES = {"soft": " ", "break": " ", "rule": " "}
SILENT = {"embed", "image", "html", "html-block", "footnote-reference", "footnote", "annotation"}
