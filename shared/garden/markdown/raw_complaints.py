"""What a page goes without of the HTML in a note, said to who has written it."""

import re

from shared.garden.markdown.comments_in_html import ENDLESS
from shared.garden.markdown.nesting import DEEPEST
from shared.garden.markdown.raw import DEEP, SAYS, TAG
from shared.garden.markdown.tree import Node

# Without these a reader misses something, or a gardener believes that something works.
MISSED = (
    "script", "style", "iframe", "img", "video", "audio", "object", "embed", "svg",
    "canvas", "form", "input", "button", "select", "textarea", "link", "meta", "base", "template",
    "noscript",
)  # fmt: skip
QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
HIDDEN = re.compile(r"[\s\"']hidden(?=[\s=/]|$)", re.IGNORECASE)
NO_BOX = re.compile(r"\bdisplay\s*+:\s*+none\b", re.IGNORECASE)
HANDLER = re.compile(r"\son[a-z]+\s*=", re.IGNORECASE)


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
    if any(hides(rest) for name, rest in found if name not in missed):
        said.append("what HTML hides is shown; write %%a comment%% instead")
    return said


def hides(rest: str) -> bool:
    """Tell whether a browser would hide an element, by what follows the name of its tag."""
    styles = ["".join(values) for name, *values in SAYS.findall(rest) if name.lower() == "style"]
    return bool(HIDDEN.search(QUOTED.sub("''", rest))) or any(map(NO_BOX.search, styles))
