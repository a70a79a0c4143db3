"""The table of contents of a note: its headings, once there are enough of them to get lost in."""

from shared.garden.markdown.tree import Node
from shared.garden.note import Heading

FEWEST = 3
RANKS = 3  # deeper headings would make it as long as the text


def contents(tree: Node) -> list[Heading]:
    """Return the upper three ranks of headings, the highest being 1; nothing when they are few."""
    found = [node for node in tree.children if node.kind == "heading"]
    if len(found) < FEWEST:
        return []
    above = min(node.level for node in found) - 1
    return [
        Heading(node.level - above, node.id, words)
        for node in found
        if node.level - above <= RANKS and (words := " ".join(node.words().split()))
    ]
