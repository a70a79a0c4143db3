"""Tables in HTML that blank lines part: the whole element is one block again.

Each part by itself would lose its cells, for a cell is nothing outside of its table. What is
Markdown between the parts is shown in its place.
"""

import re
from collections.abc import Sequence

from shared.garden.markdown.raw import raw_block
from shared.garden.markdown.raw_boxes import BOXES
from shared.garden.markdown.raw_boxes import TAG as ANY_TAG
from shared.garden.markdown.raw_pictures import BEGIN, END, NOT_OURS
from shared.garden.markdown.tree import Node

BLOCK = "html-block"
AROUND = {*BOXES, "table", "thead", "tbody", "tfoot", "tr", "td", "th"}
ENDS_ALONE = re.compile(r"(?:\s*</[a-z]+\s*>)+\s*", re.IGNORECASE)
INDENTED = re.compile(r"\s*</?[a-z]", re.IGNORECASE)


def whole(nodes: list[Node]) -> list[Node]:
    """Make one block of each table whose parts are among siblings."""
    if not any(node.kind == BLOCK for node in nodes):
        return nodes
    read_indented(nodes)
    parts: list[Node] = []
    end = 0
    for begin, last in parted(nodes):
        if begin >= end:
            parts += [*nodes[end:begin], joined(nodes[begin : last + 1])]
            end = last + 1
    return [*parts, *nodes[end:]] if end else nodes


def read_indented(nodes: Sequence[Node]) -> None:
    """Read tags that are indented within an element as HTML: there they are no code."""
    if not any(node.kind == "code-block" and node.level for node in nodes):
        return
    depth = 0
    for node in nodes:
        if node.kind == "code-block" and node.level and depth and INDENTED.match(node.text):
            block = raw_block(node.text)
            node.kind, node.text, node.url, node.level = BLOCK, block.text, block.url, 0
        if node.kind == BLOCK:
            for tag in ANY_TAG.finditer(node.text):
                if (tag[2] or "").lower() in AROUND:
                    depth = max(0, depth - 1) if tag[1] else depth + 1


def parted(nodes: Sequence[Node]) -> list[tuple[int, int]]:
    """Return the outermost tables that begin in one block and end in another: from where to where.

    Of several that are open the last ends; one that has no end is no table.
    """
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for place, node in enumerate(nodes):
        if node.kind != BLOCK or "table" not in node.text.lower():
            continue
        for tag in ANY_TAG.finditer(node.text):
            if (tag[2] or "").lower() != "table":
                continue
            if not tag[1]:
                opened.append(place)
            elif opened:
                begin = opened.pop()
                found += [(begin, place)] if begin != place else []
    return sorted(found, key=lambda each: (each[0], -each[1]))


def joined(parts: Sequence[Node]) -> Node:
    """Return one block of several siblings, in which each line is where it was."""
    first = parts[0]
    written: list[str] = []
    children: list[Node] = []
    line = first.line
    for node in parts:
        if node.kind == BLOCK:
            missing = max(0, node.line - line)
            written += ["\n" * missing, NOT_OURS.sub("\ufffd", node.text)]
            line += missing + node.text.count("\n")
        else:
            written.append(f"{BEGIN}{len(children)}{END}")
            children.append(without_ends(node))
    block = raw_block("".join(written))
    block.line, block.column = first.line, first.column
    block.children = children if block.text else []
    return block


def without_ends(block: Node) -> Node:
    """Return a block of Markdown without the ends of cells that are indented into its lists."""
    for node in block.walk():
        last = node.children[-1] if node.children else None
        if last and last.kind == "code-block" and last.level and ENDS_ALONE.fullmatch(last.text):
            node.children = node.children[:-1]
    return block
