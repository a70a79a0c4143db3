"""What each kind of node of the parser becomes in our tree."""

import re
from collections.abc import Callable
from typing import Any

import comrak

from shared.garden.markdown.raw import raw_block
from shared.garden.markdown.tree import Node

# Comments, which are not shown where the source of a diagram or a formula is.
OF_DIAGRAMS = re.compile(r"(?<!\})%%(?!\{).*")
OF_FORMULAS = re.compile(r"(?<!\\)((?:\\\\)*)%.*")


def of_kind(kind: str) -> Callable[[Any], Node]:
    """Make a node that needs nothing but its kind."""
    return lambda value: Node(kind)


def with_text(kind: str) -> Callable[[Any], Node]:
    """Make a node from a value that is text itself."""
    return lambda value: Node(kind, value.value)


def with_url(kind: str) -> Callable[[Any], Node]:
    """Make a link or an image."""

    def make(value: Any) -> Node:
        node = Node(kind)
        node.url = value.value.url
        return node

    return make


def make_heading(value: Any) -> Node:
    """Make a heading with its level."""
    node = Node("heading")
    node.level = value.value.level
    return node


def make_list(value: Any) -> Node:
    """Make a list: `level` is 0 for bullets, else the first number plus one."""
    node = Node("list", "tight" if value.value.tight else "loose")
    ordered = value.value.list_type == comrak.ListType.Ordered
    node.level = value.value.start + 1 if ordered else 0
    return node


def make_task(value: Any) -> Node:
    """Make an item with a box; `level` says whether it is ticked, `text` by which sign."""
    node = Node("task", value.value.symbol or "")
    node.level = int(value.value.symbol is not None)
    return node


def make_code_block(value: Any) -> Node:
    """Make a block of code; `url` holds its language, `level` is 1 where it is only indented."""
    node = Node("code-block", value.value.literal)
    node.level = int(not value.value.fenced)
    words = value.value.info.split()
    node.url = words[0].strip("{}.").lower() if words else ""
    if node.url == "mermaid":
        node.text = OF_DIAGRAMS.sub("", node.text)
    return node


def make_math(value: Any) -> Node:
    """Make a formula; `level` is 1 for one that stands alone."""
    node = Node("math", OF_FORMULAS.sub(r"\1", value.value.literal))
    node.level = int(value.value.display_math)
    return node


def make_table(value: Any) -> Node:
    """Make a table; `text` has one letter of alignment for each column."""
    return Node("table", "".join(map(letter, value.value.alignments)))


def letter(alignment: "comrak.TableAlignment") -> str:
    """Return the first letter of left, right or center, else a dash."""
    sides = comrak.TableAlignment
    known = (("l", sides.Left), ("c", sides.Center), ("r", sides.Right))
    return next((name for name, side in known if alignment == side), "-")


def make_callout(value: Any) -> Node:
    """Make a callout; `level` is 0 when it does not fold, 1 when open, 2 when closed."""
    node = Node("callout", value.value.callout_type)
    fold = value.value.fold
    node.level = 1 if fold == comrak.CalloutFold.Expanded else 0
    node.level = 2 if fold == comrak.CalloutFold.Collapsed else node.level
    return node


def make_footnote(value: Any) -> Node:
    """Make the text of a footnote; `level` counts how often it is referred to."""
    node = Node("footnote", value.value.name)
    node.level = value.value.total_references
    return node


def make_footnote_reference(value: Any) -> Node:
    """Make the mark of a footnote: `level` is its number, `id` which mention this is."""
    node = Node("footnote-reference", value.value.name)
    node.level, node.id = value.value.ix, str(value.value.ref_num)
    return node


def make_wikilink(value: Any) -> Node:
    """Make a wikilink, or an embed."""
    node = Node("embed" if value.value.embed else "wikilink")
    node.url = value.value.url
    return node


Makers = dict[type, Callable[[Any], Node]]

MAKERS: Makers = {
    comrak.Text: with_text("text"),
    comrak.Escaped: of_kind("literal"),
    comrak.SoftBreak: of_kind("soft"),
    comrak.LineBreak: of_kind("break"),
    comrak.Code: lambda value: Node("code", value.value.literal),
    comrak.Math: make_math,
    comrak.HtmlInline: with_text("html"),
    comrak.HtmlBlock: lambda value: raw_block(value.value.literal),
    comrak.Paragraph: of_kind("paragraph"),
    comrak.Heading: make_heading,
    comrak.BlockQuote: of_kind("quote"),
    comrak.List: make_list,
    comrak.Item: of_kind("item"),
    comrak.TaskItem: make_task,
    comrak.CodeBlock: make_code_block,
    comrak.ThematicBreak: of_kind("rule"),
    comrak.Table: make_table,
    comrak.TableRow: lambda value: Node("head" if value.value else "row"),
    comrak.TableCell: of_kind("cell"),
    comrak.Emph: of_kind("emphasis"),
    comrak.Strong: of_kind("strong"),
    comrak.Strikethrough: of_kind("deleted"),
    comrak.Highlight: of_kind("highlight"),
    comrak.Link: with_url("link"),
    comrak.Image: with_url("image"),
    comrak.WikiLink: make_wikilink,
    comrak.Callout: make_callout,
    comrak.CalloutTitle: of_kind("callout-title"),
    comrak.FootnoteDefinition: make_footnote,
    comrak.FootnoteReference: make_footnote_reference,
}
KEEPING_LINES: Makers = {**MAKERS, comrak.SoftBreak: of_kind("break")}
