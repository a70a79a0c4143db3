"""The pen that writes a tree as HTML: where it is, for whom, and what it has embedded so far."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

from shared.garden.note import Note
from shared.garden.problem import Problems
from shared.garden.tree import Node

Write = Callable[["Writer", Node], None]


@dataclass(slots=True)
class Writer:
    """Writes one page, or the same note as a fragment for mail and feed."""

    note: Note  # whose page this is
    root: str  # what comes before every path: the site's own path, or its whole address in mail
    write: Mapping[str, Write]
    problems: Problems
    tag_pages: Mapping[str, str]  # what is written: path of its page
    not_shown: str  # what stands where a private or missing note is embedded
    for_mail: bool = False
    out: list[str] = field(default_factory=list[str])
    inside: list[tuple[Note, str]] = field(default_factory=list[tuple[Note, str]])
    embeds: int = 0

    def put(self, html: str) -> None:
        """Write HTML that is safe already."""
        self.out.append(html)

    def text(self, text: str) -> None:
        """Write text of the gardener's."""
        self.out.append(escape(text, quote=False))

    def children(self, node: Node) -> None:
        """Write what is below a node."""
        for child in node.children:
            self.write[child.kind](self, child)

    def wrap(self, node: Node, tag: str, attributes: str = "") -> None:
        """Write an element around the children of a node."""
        self.out.append(f"<{tag}{attributes}{self.id_of(node)}>")
        self.children(node)
        self.out.append(f"</{tag}>")

    def id_of(self, node: Node) -> str:
        """Return the id attribute: embedded copies and mail have none, ids are unique."""
        if not node.id or self.inside or self.for_mail:
            return ""
        return f' id="{escape(node.id)}"'

    def url_of(self, note: Note, fragment: str) -> str:
        """Return the address of a note, or of a place on this very page."""
        if note is self.note and fragment and not self.for_mail:
            return f"#{fragment}"
        return f"{self.root}{note.href}" + (f"#{fragment}" if fragment else "")

    def take(self) -> str:
        """Return what was written, and begin anew."""
        html, self.out = "".join(self.out), []
        return html
