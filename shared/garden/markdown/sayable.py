"""Characters that XML has no room for, and that a note may still spell as references: `&#1;`.

One of them in a feed, and no reader can read anything of it (XML 1.0, sections 2.2 and 4.1).
"""

import re

from shared.garden.markdown.tree import Node
from shared.garden.vault.front_matter import CONTROLS

REFERENCE = re.compile(
    r"&#(?:x0*+([0-9a-f]{1,5})(?![0-9a-f])|0*+([0-9]{1,6})(?![0-9]));?", re.IGNORECASE
)
RAW = ("html", "html-block")


def drop_unsayable(document: Node) -> None:
    """Drop such characters from a tree, and from its HTML what would become them."""
    for node in document.walk():
        node.text, node.url = CONTROLS.sub("", node.text), CONTROLS.sub("", node.url)
        if node.kind in RAW:
            node.text = REFERENCE.sub(spelt, node.text)


def spelt(found: re.Match[str]) -> str:
    """Return a reference as it is written, unless nothing may be said by it."""
    number = int(found[1], 16) if found[1] else int(found[2])
    return "" if CONTROLS.match(chr(number)) else found[0]
