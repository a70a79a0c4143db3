"""What no reader may see of a note once it is parsed: the comments that the parser does not know.

It knows `%%comments%%` within a paragraph and as blocks, but not in HTML, in the words of a
wikilink, or from one block into another. Here every sign that is left begins one or ends one, in
the order in which they were written; signs in code are none. One without an end hides all that
follows, as in Obsidian.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

import comrak

from shared.garden.markdown.comments_in_source import SIGN, without

Place = tuple[int, int]  # a line of what was parsed, and a column in bytes

TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
IN_HTML = re.compile(rf"<!--.*?(?:-->|\Z)|{SIGN}", re.DOTALL)
IN_TEXT = re.compile(SIGN)
LINKS = (comrak.Link, comrak.Image, comrak.WikiLink)
INLINE = "__inline_"  # as the parser calls a footnote within a line, whose text has no place


def silence(root: "comrak.AstNode") -> Place | None:
    """Take comments out of what the parser returned; say where one begins that has no end."""
    nodes = list(below(root))
    for node in nodes:
        if isinstance(node.node_value, LINKS):
            bare_link(node)
    ear = Ear()
    for leaf in in_order(nodes):
        ear.hear(leaf)
    if ear.unheard:
        prune(nodes, ear.unheard)
    return ear.begun


def below(root: "comrak.AstNode") -> Iterator[Any]:
    """Yield a node and all below it, each before what is in it."""
    waiting = [cast(Any, root)]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def in_order(nodes: Iterable[Any]) -> Sequence[Any]:
    """Return what has nothing below it, as it was written: the parser moves footnotes."""
    leaves: list[tuple[int, Any]] = []
    has_footnotes, line = False, 0
    for node in nodes:
        if isinstance(node.node_value, comrak.FootnoteDefinition):
            has_footnotes = True
            is_inline = node.node_value.value.name.startswith(INLINE)
            line = node.sourcepos.start.line if is_inline else 0
        if not node.children:
            leaves.append((line or node.sourcepos.start.line, node))
    if has_footnotes:
        leaves.sort(key=lambda leaf: leaf[0])
    return [leaf for _, leaf in leaves]


def bare_link(node: Any) -> None:
    """Take comments out of an address, and comments in HTML out of the words of a wikilink."""
    value = node.node_value.value
    if isinstance(node.node_value, comrak.WikiLink):
        url = without(value.url).partition(SIGN)[0]
        node.node_value = comrak.WikiLink(comrak.NodeWikiLink(url, value.embed))
        for child in node.children:
            if isinstance(child.node_value, comrak.Text) and "<!--" in child.node_value.value:
                child.node_value.value = without(child.node_value.value)
    elif SIGN in value.url:
        node.node_value = type(node.node_value)(comrak.NodeLink(without(value.url), value.title))


class Ear:
    """Hears one piece after another, and nothing of what is in a comment."""

    def __init__(self) -> None:
        self.begun: Place | None = None  # where the comment begins that is open
        self.unheard: set[Any] = set()

    def hear(self, leaf: Any) -> None:
        """Leave of a piece what is in no comment."""
        value = leaf.node_value
        match value:
            case comrak.Text():
                value.value = self.said(leaf, value.value, IN_TEXT)
                is_said = bool(value.value)
            case comrak.HtmlInline():
                said = self.said(leaf, bare_tags(value.value), IN_HTML)
                leaf.node_value = comrak.HtmlInline(said)
                is_said = bool(said)
            case comrak.HtmlBlock():
                said = self.said(leaf, bare_tags(value.value.literal), IN_HTML)
                leaf.node_value = comrak.HtmlBlock(
                    comrak.NodeHtmlBlock(value.value.block_type, said)
                )
                is_said = bool(said.strip())
            case comrak.MultilineComment() if not value.value.closed:
                self.said(leaf, SIGN, IN_TEXT)
                return
            case _:
                is_said = self.begun is None
        if not is_said:
            self.unheard.add(leaf)

    def said(self, leaf: Any, text: str, signs: re.Pattern[str]) -> str:
        """Return what is said of a text, with as many lines as it had."""
        kept: list[str] = []
        at = 0
        while True:
            if self.begun:
                end = text.find(SIGN, at)
                if end < 0:
                    return "".join([*kept, "\n" * text.count("\n", at)])
                kept.append("\n" * text.count("\n", at, end))
                self.begun, at = None, end + len(SIGN)
            found = next((each for each in signs.finditer(text, at) if each[0] == SIGN), None)
            if found is None:
                return "".join([*kept, text[at:]])
            kept.append(text[at : found.start()])
            self.begun, at = place_of(leaf, text[: found.start()]), found.end()


def bare_tags(html: str) -> str:
    """Take comments out of the attributes of tags; a sign alone is none there."""
    return TAG.sub(lambda tag: without(tag[0]), html) if SIGN in html else html


def place_of(leaf: Any, before: str) -> Place:
    """Return where a text goes on after what stands before."""
    start = leaf.sourcepos.start
    lines = before.count("\n")
    column = 1 if lines else start.column
    return start.line + lines, column + len(before.rpartition("\n")[2].encode())


def prune(nodes: Sequence[Any], unheard: set[Any]) -> None:
    """Cut off what is in a comment, and what has nothing else in it; rows keep all their cells."""
    for node in reversed(nodes):
        if not (children := node.children):
            continue
        said = [child for child in children if child not in unheard]
        if len(said) == len(children):
            continue
        if not said:
            unheard.add(node)
        is_row = said and isinstance(node.node_value, comrak.TableRow)
        node.children = children if is_row else said
    forget_footnotes(nodes, unheard)


def forget_footnotes(nodes: Sequence[Any], unheard: set[Any]) -> None:
    """Cut off footnotes that nothing refers to any more but comments and other footnotes."""
    names: set[str] = set()
    lost = in_footnote = False
    for node in nodes:
        value = node.node_value
        in_footnote = in_footnote or isinstance(value, comrak.FootnoteDefinition)
        if isinstance(value, comrak.FootnoteReference):
            lost = lost or node in unheard
            names |= {value.value.name} if not (in_footnote or node in unheard) else set()
    if lost:
        root = nodes[0]
        root.children = [
            child
            for child in root.children
            if not isinstance(child.node_value, comrak.FootnoteDefinition)
            or child.node_value.value.name in names
        ]
