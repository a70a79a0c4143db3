"""Small letters beside words that say how these are read: `<ruby>`, `<rt>` and `<rp>` in a line.

HTML, 4.5.10 to 4.5.12. The annotation belongs to the page and to mail, but to no excerpt, search or
quoted sentence, where it would stand in the middle of a word.
"""

import re

from shared.garden.markdown.tree import Node

TAG = re.compile(r"<(/?)(ruby|rt|rp)(?=[\s/>])[^>]*>", re.IGNORECASE)
BASE, ABOVE, BESIDE = "ruby", "rt", "rp"


def annotate(nodes: list[Node]) -> list[Node]:
    """Put what stands in a line from `<ruby>` to `</ruby>` under a node of its own.

    Without an end it is left as it is. `</rt>` may be missing, as HTML allows.
    """
    found: list[Node] = []
    begin = -1
    for node in nodes:
        tag = tag_of(node)
        found.append(node)
        if tag == BASE:
            begin = len(found) - 1
        elif tag == f"/{BASE}" and begin >= 0:
            found[begin:] = [ruby(found[begin + 1 : -1])]
            begin = -1
    return found


def tag_of(node: Node) -> str:
    """Return the tag that a node is, with its slash; nothing for all others."""
    tag = TAG.fullmatch(node.text.strip()) if node.kind == "html" else None
    return f"{tag[1]}{tag[2]}".lower() if tag else ""


def ruby(inside: list[Node]) -> Node:
    """Return words with what annotates them; each annotation is one node, its tag its `url`."""
    made = Node(BASE)
    base: list[Node] = []
    within = base
    for node in inside:
        tag = tag_of(node)
        if tag in (ABOVE, BESIDE):
            annotation = Node("annotation")
            annotation.url, within = tag, []
            annotation.children = within
            base.append(annotation)
        elif tag:
            within = base
        else:
            within.append(node)
    made.children = base
    # Who does not show annotations beside the words shows them in brackets after these.
    made.level = not any(child.url == BESIDE for child in base if child.kind == "annotation")
    return made
