"""Comments in HTML that go on after a blank line, with which a block of HTML ends for the parser.

Who writes one sees nothing of it in a browser, nor does anybody else here.
"""

from collections.abc import Iterator

from shared.garden.markdown.tree import Node

BEGINS, ENDS = "<!--", "-->"
BLOCK = "html-block"
ENDLESS = "endless"


def hush(nodes: list[Node]) -> list[Node]:
    """Leave out of siblings what stands between the beginning of a comment and its end."""
    if not any(node.kind == BLOCK and is_open(node.text) for node in nodes):
        return nodes
    return list(spoken(nodes))


def spoken(nodes: list[Node]) -> Iterator[Node]:
    """Yield the siblings that are no part of a comment; where one has no end, none after it."""
    begun: Node | None = None
    for node in nodes:
        if begun is None:
            yield node
            begun = node if node.kind == BLOCK and is_open(node.text) else None
        elif any(ENDS in each.text for each in node.walk()) and not is_open(node.text):
            begun = None
    if begun is not None:
        begun.url = ENDLESS


def is_open(text: str) -> bool:
    """Tell whether a comment begins in a text and does not end there."""
    return text.rfind(BEGINS) > text.rfind(ENDS)
