"""HTML that a gardener writes: its structure is kept, all that acts or asks others is not."""

import re
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from html import escape, unescape

import nh3

from shared.garden.markdown.comments_in_source import without
from shared.garden.markdown.nesting import is_deep
from shared.garden.markdown.tree import Node

WITHIN_LINES = {
    "b", "i", "em", "strong", "u", "s", "del", "ins", "mark", "small", "sub", "sup", "kbd", "abbr",
    "bdi", "code", "q", "cite", "dfn", "var", "samp", "progress", "meter",
}  # fmt: skip
WITHIN_CELLS = {*WITHIN_LINES, "p", "div", "ul", "ol", "li"}
# What raw HTML may say: structure, and of attributes what belongs to that.
ALLOWED = {
    *WITHIN_CELLS, "br", "wbr", "hr", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "dl", "dt",
    "dd", "details", "summary", "figure", "figcaption", "table", "caption", "colgroup", "col",
    "thead", "tbody", "tfoot", "tr", "th", "td", "ruby", "rt", "rp",
}  # fmt: skip
ALIGNED = {name: {"align"} for name in ("p", "div", "h2", "h3", "h4", "h5", "h6", "tr", "caption")}
KEPT = ALIGNED | {
    "details": {"open"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan", "scope"},
    "col": {"span"},
    "colgroup": {"span"},
    "ol": {"start", "reversed", "type"},
    "li": {"value"},
    "progress": {"value", "max"},
    "meter": {"value", "min", "max", "low", "high", "optimum"},
}
FREE = {"title", "lang"}  # of every element; their values are words
NUMBER = r"-?\d{1,6}(?:\.\d{1,6})?"
VALUE = re.compile(
    rf"{NUMBER}|[1aAiI]|left|right|center|justify|(?:row|col)(?:group)?|open|reversed|", re.ASCII
).fullmatch
SPANS, WIDEST = {"colspan", "rowspan", "span"}, 100
FIRST = re.compile(r"<(/?)h1(?=[\s>])", re.IGNORECASE)
CENTER = re.compile(r"<(/?)center(?=[\s>])", re.IGNORECASE)
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)(?=[\s/>])([^>]*)")
UNSEEN = {"script", "style", "template", "noscript", "title"}  # nor is what stands in them
TABLE = re.compile(r"<table(?=[\s>])")
EMPTY_HEAD = re.compile(r"<th\b([^<>]*)>\s*</th>")
SAYS = re.compile(r"[\s\"']([a-z]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
LISTS = {"ul", "ol"}
WITHIN = 20  # tags within a line that are open at once; what would be deeper goes without
DEEP = "deep"
Attribute = Callable[[str, str, str], str | None]


@dataclass(slots=True)
class Opened:
    """A tag within a line that is open, and the items of it that have ended."""

    name: str
    node: Node
    items: list[tuple[Node, Node]] = field(default_factory=list[tuple[Node, Node]])


def raw_block(html: str) -> Node:
    """Make a block of HTML; one that is nested without end loses its text."""
    node = Node("html-block", html)
    if is_deep(html):
        node.text, node.url = "", DEEP
    return node


def cleaner(words: Attribute | None = None) -> nh3.Cleaner:
    """Return what cleans blocks of HTML; `words` looks at attributes whose values are some."""
    return nh3.Cleaner(
        tags=ALLOWED,
        attributes=KEPT,
        clean_content_tags=UNSEEN,
        attribute_filter=lambda tag, name, value: kept_value(name, value, words, tag),
    )


def clean(html: str, by: nh3.Cleaner | None = None) -> str:
    """Return what is harmless of a block of HTML.

    The only first heading of a page is its title. A table has a box that scrolls, and a head that
    says nothing is a cell like others.
    """
    html = CENTER.sub(lambda tag: "</div" if tag[1] else '<div align="center"', html)
    shown = (by or CLEANER).clean(FIRST.sub(r"<\1h2", html))
    if "<table" not in shown:
        return shown
    shown = EMPTY_HEAD.sub(r"<td\1></td>", shown)
    return TABLE.sub(r'<div class="table" tabindex="0">\g<0>', shown).replace(
        "</table>", "</table></div>"
    )


def kept_value(name: str, value: str, attribute: Attribute | None, tag: str) -> str | None:
    """Return the value of an attribute where it is one that belongs there."""
    if name in FREE:
        value = without(value)
        return attribute(tag, name, value) if attribute else value
    if VALUE(value.strip()) is None or (name in SPANS and not 0 < int_of(value) <= WIDEST):
        return None
    return value.strip()


def int_of(value: str) -> int:
    """Return a number that is written in digits alone; 0 for all else."""
    return int(value) if value.isascii() and value.isdigit() else 0


def keep_pairs(nodes: list[Node], names: Set[str] = WITHIN_LINES) -> list[Node]:
    """Let tags within a line stand that open and close among the same siblings.

    Tags of these names are kept, of all others the words between. An item is kept with its list
    alone.
    """
    opened: list[Opened] = []
    for node in nodes:
        found = TAG.match(node.text) if node.kind == "html" else None
        name = found[2].lower() if found else ""
        if found is None or name not in names:
            continue
        if not found[1]:
            opened += [Opened(name, node)] if len(opened) < WITHIN else []
        elif opened and opened[-1].name == name:
            close(opened, node)
    return nodes


def close(opened: list[Opened], node: Node) -> None:
    """Let the element stand that was opened last."""
    last = opened.pop()
    pair = last.node, node
    if last.name != "li":
        for begin, end in [*last.items, pair]:
            begin.url, end.url = tag_of(begin), tag_of(end)
    elif opened and opened[-1].name in LISTS:
        opened[-1].items.append(pair)


def tag_of(node: Node) -> str:
    """Return a tag as it stands on a page."""
    found = TAG.match(node.text)
    if found is None:
        return ""
    tag = found[2].lower()
    names = {"title"} if tag == "abbr" else KEPT.get(tag, set[str]())
    said = {name.lower(): unescape("".join(values)) for name, *values in SAYS.findall(found[3])}
    kept = ((name, kept_value(name, said[name], None, tag)) for name in said if name in names)
    shown = "".join(f' {name}="{escape(value)}"' for name, value in kept if value is not None)
    return f"<{found[1]}{tag}{shown}>"


CLEANER = cleaner()
