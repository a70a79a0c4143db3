"""What a tree holds besides its text: ids of headings and blocks, inline tags, links."""

import re
import unicodedata
from functools import lru_cache

from shared.garden.markdown.sentences import READ, quote_links
from shared.garden.markdown.tree import Node
from shared.garden.note import Link, Note

NOT_IN_IDS = re.compile(r"[^\w\s-]+")
BLOCK_ID = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)\s*$")
# Letters of any script, digits, emoji, dash, underscore, slash; preceded by a break or a bracket.
TAG = re.compile(
    r"(?<![^\s(\[（「『《，。、；：！？])"
    r"#([^\s!-,.:-@\[-^`{-~\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65…—–·]+)"
)
MAY_BE_TAG = re.compile(r"#(?<!\w#)[^\s#]").search
LONGEST_LINE = 10_000
BREAKS = {"soft", "break"}
LINKS = {"link", "wikilink", "embed", "image"}
HOLDERS = {"document", "quote", "item", "task", "callout", "footnote", "box"}
# What the templates and the marks of footnotes call their places on the same page.
TAKEN = re.compile(
    r"text|notes|folders|tended|follow|email|grown|growth|linked-from|graph-list|wrong"
    r"|guess(-title)?|search-(head|page)|only-(all|seedling|budding|evergreen)|fn(ref)?-[\d-]+"
)


class Body:
    """The Markdown of a note, in which columns are counted by characters.

    The parser counts bytes; where a line is all but endless, so do we.
    """

    def __init__(self, source: str, first_line: int) -> None:
        self.source = source
        self.lines = source.split("\n")
        self.first_line = first_line

    def column_of(self, node: Node) -> int:
        """Return the column of a node."""
        index = node.line - self.first_line
        line = self.lines[index] if 0 <= index < len(self.lines) else ""
        if line.isascii() or len(line) > LONGEST_LINE:
            return node.column
        return len(line.encode()[: node.column - 1].decode(errors="ignore")) + 1

    def place_in(self, node: Node, offset: int) -> tuple[int, int]:
        """Return line and column of a place in the text of a node, such as a formula or code."""
        rest = node.text[:offset].rpartition("\n")[2]
        line = node.line + node.text.count("\n", 0, offset) + (node.kind == "code-block")
        index = line - self.first_line
        written = self.lines[index] if 0 <= index < len(self.lines) else ""
        whole = rest + node.text[offset:].partition("\n")[0]
        begin = self.column_of(node) - 1 if line == node.line else 0
        found = written.find(whole, begin) if whole.strip() else -1
        return line, (found if found >= 0 else begin) + len(rest) * (found >= 0) + 1


def outline(note: Note, tree: Node, body: Body) -> list[str]:
    """Give the headings and blocks of a tree their ids, list its links, return its inline tags."""
    tags: list[str] = []
    read, linked = tree, dict[Node, None]()  # what is read in one go; what of it has links
    above: list[tuple[int, str]] = []  # the headings under which a place is: levels, words
    may_be_marked, may_be_tagged = "^" in body.source, MAY_BE_TAG(body.source) is not None
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if node.kind in LINKS:
            node.number = len(note.links)
            note.links.append(link_of(node, body))
            linked[read] = None
        if not node.children:
            continue
        if node.kind == "heading":
            name_heading(note, node, above)
        read = node if node.kind in READ else read
        if may_be_marked:
            mark(note, node)
        if may_be_tagged and node.kind not in LINKS and is_tagged(node):
            split_tags(node, tags)
        waiting.extend(reversed(node.children))
    quote_links(note, linked)
    return tags


def link_of(node: Node, body: Body) -> Link:
    """Describe a link by itself."""
    if node.kind in ("wikilink", "embed"):
        node.text = node.label()
    said = node.words() if node.kind == "image" else node.text
    return Link(node.kind, node.url, said, node.line, body.column_of(node))


@lru_cache(maxsize=65536)
def as_written(text: str) -> str:
    """Return text as it is compared: composed, without case, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def heading_id(text: str) -> str:
    """Return an id for a heading that needs no escaping in a link."""
    kept = NOT_IN_IDS.sub("", unicodedata.normalize("NFC", text).lower())
    name = re.sub(r"[\s-]+", "-", kept).strip("-") or "section"
    return f"h-{name}" if TAKEN.fullmatch(name) else name


def name_heading(note: Note, node: Node, above: list[tuple[int, str]]) -> None:
    """Give a heading an id of its own.

    A wikilink finds the first of the same words, or by the headings above it: `#Tools#Care`.
    """
    words = BLOCK_ID.sub("", node.words())
    base = name = heading_id(words)
    while name in note.ids:
        note.ids[base] += 1
        name = f"{base}-{note.ids[base]}"
    note.ids[name] = 0
    node.id = name
    written = as_written(words)
    while above and above[-1][0] >= node.level:
        above.pop()
    if note.headings.setdefault(written, name) != name:
        path = written
        for _, heading in reversed(above):
            path = f"{heading}#{path}"
            note.headings.setdefault(path, name)
    above.append((node.level, written))


def mark(note: Note, node: Node) -> None:
    """Find the `^id` by which a node, or one right below it, is referred to."""
    mark_end(note, node)
    if node.kind in HOLDERS:
        mark_above(note, node)


def mark_end(note: Note, node: Node, named: Node | None = None) -> None:
    """Turn `^id` at the end of a paragraph or heading into an id of it, or of what is named."""
    last = node.children[-1]
    if last.kind == "text" and "^" in last.text and node.kind in ("paragraph", "plain", "heading"):
        found = BLOCK_ID.search(last.text)
        if found and (found.start() or len(node.children) > 1):
            last.text = last.text[: found.start()]
            name_block(note, named or node, found[1])


def mark_above(note: Note, parent: Node) -> None:
    """Let `^id` that stands alone name the block above it, and one in a list its item."""
    kept: list[Node] = []
    first = parent.children[0]
    if parent.kind in ("item", "task") and first.kind in ("paragraph", "plain"):
        mark_end(note, first, parent)
    for child in parent.children:
        if child.kind == "table":
            mark_table(note, child)
        only = child.children[0] if len(child.children) == 1 else None
        named = kept and child.kind == "paragraph" and only and only.kind == "text"
        found = BLOCK_ID.fullmatch(only.text) if named and only else None
        if found:
            name_block(note, kept[-1], found[1])
        else:
            kept.append(child)
    parent.children = kept


def mark_table(note: Note, table: Node) -> None:
    """Let `^id` right below a table name it; to the parser it is a row."""
    last = table.children[-1]
    first, *others = last.children
    only = first.children[0] if len(first.children) == 1 else None
    found = BLOCK_ID.fullmatch(only.text) if only and only.kind == "text" else None
    if found and last.kind == "row" and not any(cell.children for cell in others):
        table.children = table.children[:-1]
        name_block(note, table, found[1])


def name_block(note: Note, node: Node, name: str) -> None:
    """Remember which element a block reference means; of two with one name the first."""
    if f"^{name}" not in note.blocks:
        node.id = node.id or f"^{name}"
        note.blocks[f"^{name}"] = node.id


def is_tagged(parent: Node) -> bool:
    """Tell quickly whether a `#` stands in the text of a node."""
    for child in parent.children:  # noqa: SIM110 - any() costs twice the time, on every node
        if child.kind == "text" and "#" in child.text:
            return True
    return False


def split_tags(parent: Node, tags: list[str]) -> None:
    """Cut texts where a `#tag` stands."""
    parted: list[Node] = []
    for child in parent.children:
        previous = parted[-1] if parted else None
        fresh = previous is None or previous.kind in BREAKS or previous.text[-1:].isspace()
        if child.kind == "text" and "#" in child.text:
            parted.extend(part(child.text, fresh, tags))
        else:
            parted.append(child)
    parent.children = parted


def part(text: str, fresh: bool, tags: list[str]) -> list[Node]:
    """Return the pieces of one text; `fresh` when a tag may stand at its very beginning."""
    pieces: list[Node] = []
    end = 0
    for found in TAG.finditer(text):
        name = found[1].strip("/")
        if (found.start() == 0 and not fresh) or not name or name.isdigit():
            continue
        if found.start() > end:
            pieces.append(Node("text", text[end : found.start()]))
        pieces.append(Node("tag", name))
        tags.append(name)
        end = found.start() + 1 + len(found[1])
    if end < len(text):
        pieces.append(Node("text", text[end:]))
    return pieces
