"""HTML that a gardener writes: its structure is kept, all that acts or asks others is not."""

import re
from collections.abc import Callable

import nh3

from shared.garden.markdown.comments import ENDLESS
from shared.garden.markdown.nesting import DEEPEST, is_deep
from shared.garden.markdown.tree import Node

# What raw HTML may say: structure, and never an attribute.
ALLOWED = {
    "p", "br", "hr", "b", "i", "em", "strong", "u", "s", "del", "ins", "mark", "small", "sub",
    "sup", "kbd", "abbr", "code", "pre", "blockquote", "ul", "ol", "li", "dl", "dt", "dd",
    "details", "summary", "table", "thead", "tbody", "tr", "th", "td", "ruby", "rt", "rp",
    "bdi",
}  # fmt: skip
KEPT = {"details": {"open"}}
WITHIN_LINES = {
    "b", "i", "em", "strong", "u", "s", "del", "ins", "mark", "small", "sub", "sup", "kbd", "abbr",
    "bdi",
}  # fmt: skip
# Without these a reader misses something, or a gardener believes that something works.
MISSED = (
    "script", "style", "iframe", "img", "video", "audio", "object", "embed", "svg",
    "canvas", "form", "input", "button", "select", "textarea", "link", "meta", "base",
)  # fmt: skip
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)(?=[\s/>])([^>]*)")
HANDLER = re.compile(r"\son[a-z]+\s*=", re.IGNORECASE)
WITHIN = 20  # tags within a line that are open at once; what would be deeper goes without
DEEP = "deep"


def raw_block(html: str) -> Node:
    """Make a block of HTML; one that is nested without end loses its text."""
    node = Node("html-block", html)
    if is_deep(html):
        node.text, node.url = "", DEEP
    return node


def clean(html: str, attribute: Callable[[str, str, str], str] | None = None) -> str:
    """Return what is harmless of a block of HTML; `attribute` looks at the values that stay."""
    return nh3.clean(html, tags=ALLOWED, attributes=KEPT, attribute_filter=attribute)


def keep_pairs(nodes: list[Node]) -> list[Node]:
    """Let tags within a line stand that open and close among the same siblings.

    Tags that only shape words are kept without attributes; of all others the words between stay.
    """
    opened: list[tuple[str, Node]] = []
    for node in nodes:
        found = TAG.match(node.text) if node.kind == "html" else None
        name = found[2].lower() if found else ""
        if found is None or name not in WITHIN_LINES:
            continue
        if not found[1]:
            if len(opened) < WITHIN:
                opened.append((name, node))
        elif opened and opened[-1][0] == name:
            opened.pop()[1].url, node.url = f"<{name}>", f"</{name}>"
    return nodes


def complaints(node: Node) -> list[str]:
    """Return what of HTML a page goes without."""
    if node.url == DEEP:
        return [f"HTML is nested more than {DEEPEST} levels deep and left out"]
    if "<" not in node.text:
        return []
    unclosed = ["<details> is never closed; it ends with its block of HTML"] if node.level else []
    if node.url == ENDLESS:
        unclosed.append("a comment is never closed; all that follows is left out")
    found = [(name.lower(), rest) for closes, name, rest in TAG.findall(node.text) if not closes]
    missed = dict.fromkeys(name for name, _ in found if name in MISSED)
    said = [*unclosed, *(f"<{name}> in HTML is left out" for name in missed)]
    if any(HANDLER.search(rest) for name, rest in found if name not in missed):
        said.append("what HTML would do when it is used is left out")
    return said
