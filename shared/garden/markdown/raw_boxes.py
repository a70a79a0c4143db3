"""Elements of HTML around Markdown: the blank lines in `<details>` part it into many blocks.

To the parser a block of HTML ends with the first blank line (CommonMark 0.31, 4.6), and what stands
between two such blocks is Markdown. Here the element is put around it again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shared.garden.markdown.raw_pictures import ATTRIBUTES
from shared.garden.markdown.tree import Node

BOXES = {
    "details", "summary", "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "div", "figure",
    "figcaption", "center", "del", "ins",
}  # fmt: skip
TAG = re.compile(
    rf"<!--.*?(?:-->|\Z)|<(/?)([a-z]+)(?=[\s/>])({ATTRIBUTES})>", re.DOTALL | re.IGNORECASE
)
CENTER = ' align="center"'
ALIGN = re.compile(r"(?:^|\s)align\s*=\s*[\"']?(left|right|center)\b", re.IGNORECASE)
IS_OPEN = re.compile(r"(?:^|\s)open(?=[\s=/]|$)", re.IGNORECASE)
MOST = 10  # that are open at once; what would be deeper goes without
DEEPEST = 5  # levels of quotes and lists around them, for the same reason
OPENS, CLOSES = "opens", "closes"


@dataclass(frozen=True, slots=True)
class Mark:
    """A tag in one of many siblings: which, and from where to where in its text."""

    place: int
    begin: int
    end: int
    name: str
    kind: str
    is_open: bool = False
    align: str = ""

    def sign(self) -> Node:
        """Return what stands for the tag among siblings; `<center>` is a box that is centred."""
        name, align = ("div", CENTER) if self.name == "center" else (self.name, self.align)
        return Node(self.kind, name, url=align, level=int(self.is_open))


def cut(nodes: list[Node]) -> list[Node]:
    """Cut blocks of HTML where an element begins that ends in another, and where that ends."""
    places = [place for place, node in enumerate(nodes) if node.kind == "html-block"]
    if not places:
        return nodes
    marks = sorted(pairs(nodes, places), key=lambda mark: (mark.place, mark.begin))
    if not marks:
        return nodes
    by_place: dict[int, list[Mark]] = {}
    for mark in marks:
        by_place.setdefault(mark.place, []).append(mark)
    parts: list[Node] = []
    for place, node in enumerate(nodes):
        parts += pieces(node, by_place[place]) if place in by_place else [node]
    return parts


def pairs(nodes: Sequence[Node], places: Sequence[int]) -> list[Mark]:
    """Return the tags of elements that begin in one block and end in another."""
    found: list[Mark] = []
    waiting: list[Mark] = []
    for place in places:
        for tag in TAG.finditer(nodes[place].text):
            name = (tag[2] or "").lower()
            if name not in BOXES:
                continue
            kind = CLOSES if tag[1] else OPENS
            side = ALIGN.search(tag[3]) if name == "div" else None
            align = f' align="{side[1].lower()}"' if side else ""
            mark = Mark(place, *tag.span(), name, kind, bool(IS_OPEN.search(tag[3])), align)
            if kind == OPENS:
                waiting += [mark] if len(waiting) < MOST else []
            elif opening := taken(waiting, name):
                found += [opening, mark] if opening.place != place else []
    for mark in waiting:
        nodes[mark.place].level = int(nodes[mark.place].level or mark.name == "details")
    return found


def taken(waiting: list[Mark], name: str) -> Mark | None:
    """Take what was opened last by this name, and all that was opened since and never closed."""
    for index in range(len(waiting) - 1, -1, -1):
        if waiting[index].name == name:
            opening = waiting[index]
            del waiting[index:]
            return opening
    return None


def pieces(node: Node, marks: Sequence[Mark]) -> list[Node]:
    """Return the texts between the tags of one block, and a sign for each tag."""
    found: list[Node] = []
    begin = 0
    for mark in marks:
        found += piece(node, begin, mark.begin)
        found.append(mark.sign())
        begin = mark.end
    return [*found, *piece(node, begin, len(node.text))]


def piece(node: Node, begin: int, end: int) -> list[Node]:
    """Return a part of a block as a block by itself, nothing where there is no text."""
    text = node.text[begin:end]
    if not text.strip():
        return []
    before = node.text[:begin]
    line = node.line + before.count("\n")
    column = len(before.rpartition("\n")[2].encode()) + (node.column if line == node.line else 1)
    return [Node("html-block", text, url=node.url, line=line, column=column)]


def boxed(nodes: list[Node]) -> list[Node]:
    """Put what stands between two signs under one node."""
    whole: list[Node] = []
    around: list[list[Node]] = []
    within = whole
    for node in nodes:
        if node.kind == OPENS:
            box = Node("box", node.text, url=node.url, level=node.level)
            within.append(box)
            around.append(within)
            box.children = within = []
        elif node.kind == CLOSES:
            within = around.pop()
        else:
            within.append(node)
    return whole
