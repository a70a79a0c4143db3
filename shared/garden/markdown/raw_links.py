"""Links that a gardener writes as HTML in a line: from `<a href>` to `</a>`, as if in Markdown."""

import re
from collections.abc import Iterator

from shared.garden.markdown.raw_pictures import ATTRIBUTES, attributes
from shared.garden.markdown.tree import Node

BEGINS = re.compile(rf"<a(?=\s)({ATTRIBUTES})>", re.IGNORECASE)
ENDS = re.compile(r"</a\s*>", re.IGNORECASE)
OTHERS = {"wikilink", "embed", "link"}


def linked(nodes: list[Node]) -> list[Node]:
    """Make a link of what stands between two tags; one in another is none."""
    if not any(node.kind == "html" and node.text[:2] in ("<a", "<A") for node in nodes):
        return nodes
    found: list[Node] = []
    begin = -1
    for node in nodes:
        found.append(node)
        if node.kind != "html":
            continue
        if BEGINS.fullmatch(node.text):
            begin = len(found) - 1
        elif begin >= 0 and ENDS.fullmatch(node.text):
            found[begin:] = made(found[begin], found[begin + 1 : -1]) or found[begin:]
            begin = -1
    return found


def made(tag: Node, within: list[Node]) -> list[Node]:
    """Return a link, nothing when it leads nowhere or has another in it."""
    written = BEGINS.fullmatch(tag.text)
    url = attributes(written[1]).get("href", "").strip() if written else ""
    inside = list(bare(within))
    if not url or any(node.kind in OTHERS for each in inside for node in each.walk()):
        return []
    return [Node("link", "", inside, url, line=tag.line, column=tag.column)]


def bare(nodes: list[Node]) -> Iterator[Node]:
    """Yield nodes; of an address, which is a link by itself, the words alone."""
    for node in nodes:
        if node.kind == "link" and node.words() in node.url:
            yield from node.children
        else:
            yield node
