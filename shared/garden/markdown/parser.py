"""Markdown to our tree: how the parser is called, and what of its answer is kept."""

import re
from typing import Any, cast

import comrak

from shared.garden.markdown.comments_in_html import BEGINS, ENDLESS, hush
from shared.garden.markdown.comments_in_source import SIGN, hide
from shared.garden.markdown.comments_in_tree import Place, silence
from shared.garden.markdown.deep import NoRoom, with_room
from shared.garden.markdown.elsewhere import lead_there
from shared.garden.markdown.footnotes import is_far_reaching
from shared.garden.markdown.meant import MEANT, as_meant, inset_of
from shared.garden.markdown.parsed import KEEPING_LINES, MAKERS, Makers
from shared.garden.markdown.pipes import escape_pipes
from shared.garden.markdown.raw import WITHIN_CELLS, WITHIN_LINES, keep_pairs
from shared.garden.markdown.raw_boxes import DEEPEST as DEEPEST_BOX
from shared.garden.markdown.raw_boxes import boxed, cut
from shared.garden.markdown.raw_links import linked
from shared.garden.markdown.raw_pictures import show
from shared.garden.markdown.raw_tables import whole
from shared.garden.markdown.ruby import annotate
from shared.garden.markdown.sayable import drop_unsayable
from shared.garden.markdown.tree import DEEPEST, Node, TooDeep
from shared.garden.vault.answers import Lines

EXTENSIONS = comrak.ExtensionOptions(
    table=True,
    strikethrough=True,
    autolink=True,
    tasklist=True,
    footnotes=True,
    inline_footnotes=True,
    math_dollars=True,
    ofm_callouts=True,
    ofm_comments=True,
    wikilinks_title_after_pipe=True,
    highlight=True,
    cjk_friendly_emphasis=True,
)
PARSING = comrak.ParseOptions(escaped_char_spans=True, relaxed_tasklist_matching=True)
RENDERING = comrak.RenderOptions(escaped_char_spans=True)

# The parser is recursive in C and dies where Python would raise. What nests begins a line.
NESTED = r">[ \t]*|[-+*][ \t]+|\d{1,9}[.)][ \t]+|\[\^[^\]]+\]:[ \t]*"
TOO_MANY = 250
TOO_DEEP = re.compile(rf"[ \t]*(?:{NESTED}){{{TOO_MANY}}}").match
LONG = 100_000  # characters; in less nothing can be indented deeply enough to matter
DEEPEST_INDENT = 4_000
NESTING = ("*", "_", "=", "~", "![", "^[")  # each may open one more level within a paragraph
MANY = 10_000
MOST = 4_000_000
STACK = 300  # bytes for one of them, twice what was measured

# Signs of Chinese and Japanese, and their punctuation; Korean has spaces between its words.
UNSPACED = re.compile(r"[\u2e80-\u312f\u31a0-\u9fff\uf900-\ufaff\uff01-\uff65]{2}").fullmatch

LEAVES = {"text", "soft", "break", "code", "math", "html", "html-block", "code-block", "rule"}
LEAVES.add("footnote-reference")
PLACED = frozenset(("link", "image", "wikilink", "embed"))
RAW = frozenset(("html", "html-block"))
LOOKED_AT = frozenset(("soft", "math", "html", "html-block", "code-block"))


def parse(source: str, first_line: int = 1, line_breaks: Lines = "joined") -> Node:
    """Return the tree of a note's body, which begins at `first_line` of its file.

    Lines of a paragraph are joined, as in CommonMark 0.31, 6.8, or kept, as Obsidian shows them.

    Raises:
        TooDeep: where nesting would exhaust the stack.

    """
    lines = source.split("\n")
    refuse_deep(source, lines, first_line)
    if SIGN in source:
        lines = hide(lines)
        source = "\n".join(lines)
    source = escape_pipes(source, lines)
    marks = sum(map(source.count, NESTING)) if len(source) > MANY else 0
    makers = MAKERS if line_breaks == "joined" else KEEPING_LINES
    if marks <= MANY:
        return parsed(source, first_line, makers)
    if marks > MOST:
        raise TooDeep(first_line)
    try:
        return with_room(marks * STACK, lambda: parsed(source, first_line, makers))
    except NoRoom:
        raise TooDeep(first_line) from None


def refuse_deep(source: str, lines: list[str], first_line: int) -> None:
    """Refuse what is nested too deeply, as its lines show it.

    Raises:
        TooDeep: it is.

    """
    for number, line in enumerate(lines, first_line):
        if len(line) >= TOO_MANY and TOO_DEEP(line):
            raise TooDeep(number)
    if len(source) > LONG and any(map(is_far_in, lines)):
        raise TooDeep(first_line)
    if len(source) > MANY and is_far_reaching(source):
        raise TooDeep(first_line)


def is_far_in(line: str) -> bool:
    """Tell whether a line is indented as only a list of many levels is."""
    return len(line) > DEEPEST_INDENT and len(line) - len(line.lstrip()) > DEEPEST_INDENT


def parsed(source: str, first_line: int, makers: Makers) -> Node:
    """Return the tree of a body."""
    root = comrak.parse_document(source, EXTENSIONS, PARSING, RENDERING)
    document = Node("document")
    endless = silence(root) if SIGN in source or BEGINS in source else None
    try:
        children = convert_below(root, makers, first_line - 1, 0)
    except TooDeep:
        take_apart(root)
        raise
    document.children = [*children, unended(endless, first_line - 1)] if endless else children
    if "&#" in source:
        drop_unsayable(document)
    return document


def unended(place: Place, offset: int) -> Node:
    """Return what stands for a comment that has no end, so that it is told."""
    line, column = place
    return Node("html-block", BEGINS, url=ENDLESS, line=line + offset, column=column)


def take_apart(root: "comrak.AstNode") -> None:
    """Part every node from its parent and children: together they are freed by recursion in C."""
    waiting = [cast(Any, root)]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        node.parent, node.children = None, []


def convert_below(parent: "comrak.AstNode", makers: Makers, offset: int, depth: int) -> list[Node]:
    """Convert the children of a node, leaving out what readers never see."""
    parsed: list[Any] = parent.children
    if depth > DEEPEST:
        raise TooDeep(parent.sourcepos.start.line + offset)
    converted: list[Node] = []
    is_tidy = True
    for ast in parsed:
        value = ast.node_value
        if value.__class__ is comrak.Text:  # as more than half are
            converted.append(Node("text", value.value))
            continue
        maker = makers.get(value.__class__)
        if maker is None:
            continue  # comments
        node = maker(value)
        if node.kind in MEANT:
            converted += meant(node, ast, makers, offset, depth)
            continue
        if node.kind not in LEAVES:
            node.children = convert_below(ast, makers, offset, depth + 1)
            finish(node, ast, offset)
        elif node.kind in LOOKED_AT:
            place(node, ast, offset)
            is_tidy = False
        converted.append(node)
    # The parser's nodes know their parents: a circle, which no garbage collection ever finds.
    parent.children = []
    return converted if is_tidy else tidied(converted, depth, is_cell=is_cell(parent))


def is_cell(ast: Any) -> bool:
    """Tell whether a node of the parser's is a cell of a table."""
    return ast.node_value.__class__ is comrak.TableCell


def meant(node: Node, ast: Any, makers: Makers, offset: int, depth: int) -> list[Node]:
    """Convert what is below a node whose signs may mean something else; return what they mean."""
    inset = inset_of(node, ast)
    node.children = convert_below(ast, makers, offset, depth + 1)
    finish(node, ast, offset)
    return as_meant(node, inset)


def finish(node: Node, ast: "comrak.AstNode", offset: int) -> None:
    """Do what is left to do once the children of a node are known."""
    if node.kind in PLACED:
        place(node, ast, offset)
        if node.kind == "image":
            lead_there(node)
    elif node.kind == "list" and node.text == "tight":
        tighten(node)


def tidied(nodes: list[Node], depth: int, *, is_cell: bool) -> list[Node]:
    """Join lines that go on without a space, 一行接一行, and keep the tags that come in pairs."""
    kept: list[Node] = []
    for node in nodes:
        if node.kind == "text" and len(kept) > 1 and kept[-1].kind == "soft":
            before = kept[-2].text[-1:] if kept[-2].kind == "text" else ""
            if UNSPACED(before + node.text[:1]):
                kept.pop()
        kept.append(node)
    if not any(each.kind in RAW for each in kept):
        return kept
    kept = whole(hush(kept))
    parts = cut(kept) if depth <= DEEPEST_BOX else kept
    show(parts)
    names = WITHIN_CELLS if is_cell else WITHIN_LINES
    return keep_pairs(linked(annotate(boxed(parts))), names)


def place(node: Node, ast: "comrak.AstNode", offset: int) -> None:
    """Remember where something stands, for the report."""
    start = ast.sourcepos.start
    node.line, node.column = start.line + offset, start.column


def tighten(node: Node) -> None:
    """Take the paragraphs out of a list without blank lines."""
    for item in node.children:
        for child in item.children:
            if child.kind == "paragraph":
                child.kind = "plain"
