"""Pictures, films and links that a gardener writes as HTML, as if they were Markdown."""

import re
from html import unescape

from shared.garden.markdown.elsewhere import make_link, page_of
from shared.garden.markdown.raw import clean, cleaner
from shared.garden.markdown.tree import Node

ATTRIBUTES = r"(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+"
IMAGE = rf"<(img)(?=[\s/])({ATTRIBUTES})>"
FRAME = rf"<(iframe)(?=\s)({ATTRIBUTES})>(?:[^<]*</iframe\s*>)?"
# A link ends before the next begins, so that none is looked at twice.
LINK = rf"<(a)(?=\s)({ATTRIBUTES})>((?:[^<]++|<(?!/?a[\s/>])[^<]*+)*+)</a\s*>"
SHOWN = re.compile(f"{IMAGE}|{FRAME}|{LINK}", re.IGNORECASE)
WITHIN_LINK = re.compile(rf"{IMAGE}|<[^<>]*>", re.IGNORECASE)
ATTRIBUTE = re.compile(
    r"(?<![a-z-])([a-z-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE
)
PIXELS = re.compile(r"\s*(\d{1,5})(?:px)?\s*", re.IGNORECASE)
BEGIN, END = "\ufdd0", "\ufdd1"  # of no script, so that no text has them
PLACE = re.compile(rf"{BEGIN}(\d+){END}")
CLEANER = cleaner(lambda tag, name, value: PLACE.sub("", value))
# These two in a text, also as the references that the cleaning would make them of.
NOT_OURS = re.compile(
    rf"[{BEGIN}{END}]|&#(?:x0*fdd[01](?![0-9a-f])|0*6497[67](?![0-9]));?", re.IGNORECASE
)


def show(nodes: list[Node]) -> None:
    """Let each `<img>` among siblings be an image, and each film in a frame a link to it.

    In a block each `<a>` is a link, too.
    """
    for node in nodes:
        if node.kind == "html" and "<i" in node.text[:2].lower():
            if found := SHOWN.fullmatch(node.text.strip()):
                become(node, found)
        elif node.kind == "html-block" and (node.children or has_shown(node.text.lower())):
            show_within(node)


def has_shown(text: str) -> bool:
    """Tell quickly whether a block may have a picture, a film or a link in it."""
    return "<i" in text or "<a" in text


def show_within(block: Node) -> None:
    """Put the pictures of a block under it, after what is there, and in its text the place of each.

    What the cleaning would drop, such as what is in a comment, shows nothing.
    """
    shown = list(block.children)
    line, column, seen = block.line, block.column, 0
    source = block.text if shown else NOT_OURS.sub("\ufffd", block.text)

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
    there = dict.fromkeys(map(int, PLACE.findall(clean_around(text))))
    kept = {old: new for new, old in enumerate(there)}
    block.children = [shown[old] for old in kept]
    block.text = PLACE.sub(lambda found: placed(kept.get(int(found[1]))), text)


def clean_around(text: str) -> str:
    """Return what is harmless of a block with places in it, none of them in an attribute."""
    return clean(text, CLEANER)


def placed(number: int | None) -> str:
    """Return what stands for a picture in a text."""
    return "" if number is None else f"{BEGIN}{number}{END}"


def become(node: Node, found: re.Match[str]) -> bool:
    """Turn a node into what its tag shows; tell whether it shows anything."""
    said = attributes(found[2] or found[4] or found[6] or "")
    url = said.get("href" if found[5] else "src", "").strip()
    if not url or BEGIN in (found[7] or ""):
        return False
    if found[5]:
        node.kind, node.text, node.url = "link", "", url
        node.children = within_link(found[7], node)
        return True
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


def within_link(html: str, link: Node) -> list[Node]:
    """Return the words and the pictures between the tags of a link."""
    found: list[Node] = []
    end = 0
    for tag in WITHIN_LINK.finditer(html):
        found.append(Node("text", unescape(html[end : tag.start()])))
        end = tag.end()
        image = Node("html", line=link.line, column=link.column)
        if tag[1] and (src := SHOWN.match(tag[0])) and become(image, src):
            found.append(image)
    found.append(Node("text", unescape(html[end:])))
    return [node for node in found if node.kind == "image" or node.text]


def attributes(written: str) -> dict[str, str]:
    """Return the attributes of a tag; of two of a name the first counts, as in HTML."""
    found: dict[str, str] = {}
    for name, *values in ATTRIBUTE.findall(written):
        found.setdefault(name.lower(), unescape("".join(values)))
    return found
