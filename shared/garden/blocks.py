"""Between paragraphs: headings, lists, quotes, callouts, code, tables."""

from collections.abc import Sequence
from html import escape
from itertools import groupby

import nh3

from shared.garden.highlight import highlight
from shared.garden.inline import around
from shared.garden.note import Attachment
from shared.garden.tree import Node
from shared.garden.writer import Write, Writer

# What raw HTML may say: structure, and never an attribute.
ALLOWED = {
    "p", "br", "hr", "b", "i", "em", "strong", "u", "s", "del", "ins", "mark", "small", "sub",
    "sup", "kbd", "abbr", "code", "pre", "blockquote", "ul", "ol", "li", "dl", "dt", "dd",
    "details", "summary", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
ALIGNED = {"l": "left", "c": "center", "r": "right"}


def paragraph(writer: Writer, node: Node) -> None:
    """Write a paragraph; an embedded note parts it, for it has paragraphs of its own."""
    if not any(map(is_embedded_note, node.children)):
        writer.wrap(node, "p")
        writer.put("\n")
        return
    writer.put(f"<div{writer.id_of(node)}>")
    for embedded, children in groupby(node.children, key=is_embedded_note):
        part = Node("paragraph")
        part.children = list(children)
        if embedded:
            writer.children(part)
        elif any(child.kind != "soft" and child.text.strip() != "" for child in part.walk()):
            writer.wrap(part, "p")
    writer.put("</div>\n")


def is_embedded_note(node: Node) -> bool:
    """Tell whether a node becomes blocks: a note, or the placeholder of one."""
    return node.kind == "embed" and not isinstance(node.target, Attachment)


def heading(writer: Writer, node: Node) -> None:
    """Write a heading; the only first-level heading of a page is its title."""
    writer.wrap(node, f"h{max(2, node.level)}")
    writer.put("\n")


def bullets(writer: Writer, node: Node) -> None:
    """Write a list."""
    start = f' start="{node.level - 1}"' if node.level > 2 or node.level == 1 else ""
    writer.wrap(node, "ol" if node.level else "ul", start)
    writer.put("\n")


def task(writer: Writer, node: Node) -> None:
    """Write an item of a to-do list."""
    if writer.for_mail:
        writer.put("<li>" + ("☑ " if node.level else "☐ "))
    else:
        ticked = " checked" if node.level else ""
        writer.put(f'<li class="task"><input type="checkbox" disabled{ticked}> ')
    writer.children(node)
    writer.put("</li>")


def callout(writer: Writer, node: Node) -> None:
    """Write a callout; one that folds needs no script for it."""
    titled = bool(node.children) and node.children[0].kind == "callout-title"
    title = node.children[0] if titled else None
    rest = node.children[1:] if titled else node.children
    folds = node.level and not writer.for_mail
    outer, inner = ("details", "summary") if folds else ("aside", "p")
    kind = f' class="callout" data-kind="{escape(node.text.lower())}"'
    if writer.for_mail:
        outer, kind = "blockquote", ""
    writer.put(f"<{outer}{kind}{' open' if folds and node.level == 1 else ''}{writer.id_of(node)}>")
    writer.put(f'<{inner} class="callout-title"><strong>')
    for child in title.children[0].children if title and title.children else ():
        writer.write[child.kind](writer, child)
    if not titled:
        writer.text(node.text.capitalize())
    writer.put(f"</strong></{inner}>\n")
    for child in rest:
        writer.write[child.kind](writer, child)
    writer.put(f"</{outer}>\n")


def code_block(writer: Writer, node: Node) -> None:
    """Write code, in colours where its language is known."""
    name = escape(node.url)
    content = escape(node.text, quote=False) if writer.for_mail else highlight(node.text, node.url)
    language = f' class="language-{name}"' if name else ""
    writer.put(f"<pre{writer.id_of(node)}><code{language}>{content}</code></pre>\n")


def raw_html(writer: Writer, node: Node) -> None:
    """Write what is harmless of a block of HTML."""
    writer.put(nh3.clean(node.text, tags=ALLOWED, attributes={}))


def table(writer: Writer, node: Node) -> None:
    """Write a table in a box that scrolls when the page is narrow."""
    writer.put(f'<div class="table"{writer.id_of(node)}><table>')
    open_body = False
    for row in node.children:
        if row.kind == "row" and not open_body:
            writer.put("<tbody>")
            open_body = True
        writer.put("<thead><tr>" if row.kind == "head" else "<tr>")
        for letter, cell in zip(node.text, row.children, strict=False):
            side = ALIGNED.get(letter)
            align = "align" if writer.for_mail else "class"
            writer.wrap(
                cell, "th" if row.kind == "head" else "td", f' {align}="{side}"' if side else ""
            )
        writer.put("</tr></thead>\n" if row.kind == "head" else "</tr>\n")
    writer.put(("</tbody>" if open_body else "") + "</table></div>\n")


def footnotes(writer: Writer, blocks: Sequence[Node]) -> None:
    """Write the texts of the footnotes that are referred to, each with a way back."""
    notes = [block for block in blocks if block.kind == "footnote" and block.level]
    if not notes:
        return
    writer.put('<section class="footnotes"><ol>')
    for number, note in enumerate(notes, 1):
        numbered = not (writer.inside or writer.for_mail)
        writer.put(f'<li id="fn-{number}">' if numbered else "<li>")
        writer.children(note)
        if numbered:
            writer.put(f'<a class="back" href="#fnref-{number}" aria-label="{number}">↩</a>')
        writer.put("</li>\n")
    writer.put("</ol></section>\n")


BLOCKS: dict[str, Write] = {
    "paragraph": paragraph,
    "plain": lambda writer, node: writer.wrap(node, "span") if node.id else writer.children(node),
    "heading": heading,
    "quote": around("blockquote"),
    "list": bullets,
    "item": around("li"),
    "task": task,
    "callout": callout,
    "callout-title": lambda writer, node: None,  # its callout writes it
    "code-block": code_block,
    "rule": lambda writer, node: writer.put("<hr>\n"),
    "table": table,
    "footnote": lambda writer, node: None,  # they stand together at the end
    "html-block": raw_html,
}
