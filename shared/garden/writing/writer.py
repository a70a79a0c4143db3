"""The pen that writes the tree of one note as ink, knowing nothing of the other notes."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from html import escape

from shared.garden.markdown.tree import Node
from shared.garden.writing.ink import Gap, Ink, Vary, joined
from shared.garden.writing.text import Block, Footnote, Text

Write = Callable[["Writer", Node], None]
MOST_MACROS = 4_000  # characters of definitions in one note
Warn = Callable[[Node, int, str], None]  # where in the text of the node, and what is wrong


@dataclass(slots=True)
class Writer:
    """Writes one note. `write` has a function for each kind of node."""

    write: Mapping[str, Write]
    language: str
    warn: Warn
    out: Ink = field(default_factory=list[str | Gap])
    inner: dict[str, Block] = field(default_factory=dict[str, Block])
    has_footnotes: bool = False
    marked: set[str] = field(default_factory=set[str])  # the footnotes that something leads to
    macros: dict[str, str] = field(default_factory=dict[str, str])  # of formulas, by their names

    def put(self, piece: str | Gap) -> None:
        """Write HTML that is safe already, or leave a gap."""
        self.out.append(piece)

    def define(self, macros: Mapping[str, str]) -> None:
        """Let formulas that follow use what one has defined, unless there is too much of it."""
        if not macros:
            return
        every = {**self.macros, **macros}
        if sum(map(len, every.values())) <= MOST_MACROS:
            self.macros = every

    def macros_in(self, formula: str) -> str:
        """Return all definitions when a formula uses one of them."""
        if not any(name in formula for name in self.macros):
            return ""
        return "".join(self.macros.values())

    def text(self, text: str) -> None:
        """Write text of the gardener's."""
        self.out.append(escape(text, quote=False))

    def children(self, node: Node) -> None:
        """Write what is below a node."""
        for child in node.children:
            self.write[child.kind](self, child)

    def wrap(self, node: Node, tag: str, attributes: str = "") -> None:
        """Write an element around the children of a node."""
        if node.id:
            self.out.append(f"<{tag}{attributes}")
            self.id_of(node)
            self.out.append(">")
        else:
            self.out.append(f"<{tag}{attributes}>")
        self.children(node)
        self.out.append(f"</{tag}>")

    def id_of(self, node: Node) -> None:
        """Write the id attribute: copies and mail have none, ids are unique."""
        if node.id:
            self.out.append(Vary(f' id="{escape(node.id)}"', "", ""))

    def apart(self, write: Callable[[], None]) -> Ink:
        """Return as ink of its own what a call writes."""
        before, self.out = self.out, []
        write()
        ink, self.out = joined(self.out), before
        return ink

    def document(self, tree: Node, ids: Set[str]) -> Text:
        """Return the whole text of a note, in which there are these ids."""
        shown = [node for node in tree.children if node.kind != "footnote"]
        footnotes = [node for node in tree.children if node.kind == "footnote" and node.level]
        self.has_footnotes = bool(footnotes)
        blocks = [self.block(node) for node in shown]
        written = Text(blocks, self.footnotes(footnotes), self.inner)
        for footnote in written.footnotes:
            footnote.is_marked = footnote.name in self.marked
        if not ids <= {node.id for node in shown}:
            for node in shown:
                self.look_inside(node)
        return written

    def block(self, node: Node) -> Block:
        """Return one block."""
        before, self.out = self.out, []
        self.write[node.kind](self, node)
        ink, self.out = joined(self.out), before
        return Block(node.kind, ink, node.level, node.id, self.references(node))

    def footnotes(self, nodes: Sequence[Node]) -> list[Footnote]:
        """Return the texts of footnotes."""
        return [
            Footnote(node.text, self.apart(lambda node=node: self.children(node))) for node in nodes
        ]

    def look_inside(self, node: Node) -> None:
        """Keep apart what has an id below a block, for whoever embeds it."""
        for index, below in enumerate(node.children):
            if below.id and below.kind != "footnote-reference":
                self.inner[below.id] = self.inner_block(below, node.children[index + 1 :])
            if below.children:
                self.look_inside(below)

    def inner_block(self, node: Node, following: Sequence[Node]) -> Block:
        """Return what an embed shows of something below a block: of a heading, its section."""
        block = self.block(node)
        if node.kind in ("item", "task"):
            block.ink = ["<ul>", *block.ink, "</ul>\n"]
        if node.kind != "heading":
            return block
        for each in following:
            if each.kind == "heading" and each.level <= node.level:
                break
            more = self.block(each)
            block.ink, block.footnotes = block.ink + more.ink, block.footnotes + more.footnotes
        return block

    def references(self, node: Node) -> list[str]:
        """Return the names of the footnotes that are referred to, each once."""
        if not self.has_footnotes:
            return []
        marks = [each.text for each in node.walk() if each.kind == "footnote-reference"]
        return list(dict.fromkeys(marks))
