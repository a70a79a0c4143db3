"""Where the parser reads more into signs than who wrote them: tildes, addresses, empty brackets."""

import re
from typing import Any

from shared.garden.markdown.tree import Node

MEANT = frozenset(("deleted", "link", "wikilink", "embed", "heading"))
UNASKED, ONE_TILDE = -1, 1
# Signs of Chinese and Japanese, in front of which an address ends that nothing is around.
WIDE_SIGN = re.compile(r"[\u3000-\u3004\u3008-\u3020\u2018-\u201f\u2026\uff01-\uff0f\uff1a-\uff1f]")


def inset_of(node: Node, ast: Any) -> int:
    """Return how far behind its beginning the first child begins, in bytes; where it matters."""
    if node.kind != "deleted" and not (node.kind == "link" and WIDE_SIGN.search(node.url)):
        return UNASKED
    children = ast.children
    return children[0].sourcepos.start.column - ast.sourcepos.start.column if children else UNASKED


def as_meant(node: Node, inset: int) -> list[Node]:
    """Return what a node stands for, most often itself; `inset` is where its first child begins."""
    match node.kind:
        case "deleted" if inset == ONE_TILDE:
            return [Node("text", "~"), *node.children, Node("text", "~")]
        case "link" if not node.children:
            node.children = [Node("text", node.url)]
        case "link" if inset == 0 and len(node.children) == 1:
            return ended(node, node.children[0])
        case "wikilink" | "embed" if not node.url.strip() and not node.children:
            return [Node("text", "[[]]" if node.kind == "wikilink" else "![[]]")]
        case "heading" if not node.children:
            return []
        case _:
            pass
    return [node]


def ended(link: Node, words: Node) -> list[Node]:
    """Return a link that ends where its sentence goes on in Chinese: 見https://a.example。"""
    found = WIDE_SIGN.search(words.text)
    if found is None or not link.url.endswith(words.text):
        return [link]
    rest = words.text[found.start() :]
    link.url = link.url[: -len(rest)]
    words.text = words.text[: found.start()]
    return [link, Node("text", rest)]
