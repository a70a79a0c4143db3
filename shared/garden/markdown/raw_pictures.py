"""Pictures and films that a gardener writes as HTML: `<img>` and `<iframe>`, as if in Markdown."""

import re
from html import unescape

from shared.garden.markdown.elsewhere import make_link, page_of
from shared.garden.markdown.raw import clean
from shared.garden.markdown.tree import Node

ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+"
SHOWN = re.compile(
    rf"<(img)(?=[\s/])({ATTRIBUTES})>|<(iframe)(?=\s)({ATTRIBUTES})>(?:[^<]*</iframe\s*>)?",
    re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"([a-z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
PIXELS = re.compile(r"\s*(\d{1,5})(?:px)?\s*", re.IGNORECASE)
BEGIN, END = "\ufdd0", "\ufdd1"  # of no script, so that no text has them
PLACE = re.compile(rf"{BEGIN}(\d+){END}")
# These two in a text, also as the references that the cleaning would make them of.
NOT_OURS = re.compile(
    rf"[{BEGIN}{END}]|&#(?:x0*fdd[01](?![0-9a-f])|0*6497[67](?![0-9]));?", re.IGNORECASE
)


def show(nodes: list[Node]) -> None:
    """Let each `<img>` among siblings be an image, and each film in a frame a link to it."""
    for node in nodes:
        if node.kind == "html" and "<i" in node.text[:2].lower():
            if found := SHOWN.fullmatch(node.text.strip()):
                become(node, found)
        elif node.kind == "html-block" and "<i" in node.text.lower():
            show_within(node)


def show_within(block: Node) -> None:
    """Put the pictures of a block under it, and in its text the place of each.

    What the cleaning would drop, such as what is in a comment, shows nothing.
    """
    shown: list[Node] = []
    line, column, seen = block.line, block.column, 0
    source = NOT_OURS.sub("\ufffd", block.text)

    def keep(found: re.Match[str]) -> str:
        nonlocal line, column, seen
        before, seen = source[seen : found.start()], found.start()
        breaks = before.count("\n")
        line, column = line + breaks, (1 if breaks else column)
        column += len(before.rpartition("\n")[2].encode())
        node = Node("html", line=line, column=column)
        if not become(node, found):
            return found[0]
        shown.append(node)
        return f"{BEGIN}{len(shown) - 1}{END}"

    text = SHOWN.sub(keep, source)
    there = {int(number) for number in PLACE.findall(clean_around(text))}
    kept = {old: new for new, old in enumerate(sorted(there))}
    block.children = [shown[old] for old in kept]
    block.text = PLACE.sub(lambda found: placed(kept.get(int(found[1]))), text)


def clean_around(text: str) -> str:
    """Return what is harmless of a block with places in it, none of them in an attribute."""
    return clean(text, lambda tag, name, value: PLACE.sub("", value))


def placed(number: int | None) -> str:
    """Return what stands for a picture in a text."""
    return "" if number is None else f"{BEGIN}{number}{END}"


def become(node: Node, found: re.Match[str]) -> bool:
    """Turn a node into what its tag shows; tell whether it shows anything."""
    said = attributes(found[2] or found[4] or "")
    url = said.get("src", "").strip()
    if not url:
        return False
    if found[3]:
        page = page_of(url)
        if page:
            make_link(node, *page, said.get("title", ""))
        return page is not None
    width, height = (PIXELS.fullmatch(said.get(name, "")) for name in ("width", "height"))
    size = f"|{width[1]}" + (f"x{height[1]}" if height else "") if width else ""
    node.kind, node.text, node.url = "image", "", url
    node.children = [Node("text", " ".join(said.get("alt", "").split()) + size)]
    return True


def attributes(written: str) -> dict[str, str]:
    """Return the attributes of a tag; of two of a name the first counts, as in HTML."""
    found: dict[str, str] = {}
    for name, *values in ATTRIBUTE.findall(written):
        found.setdefault(name.lower(), unescape("".join(values)))
    return found
