"""Between paragraphs: headings, lists, quotes, callouts, code, tables."""

import re
from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import cast

from shared.garden.markdown.raw import WITHIN_LINES, clean
from shared.garden.markdown.raw_complaints import complaints
from shared.garden.markdown.raw_pictures import PLACE, clean_around
from shared.garden.markdown.tree import Node
from shared.garden.words import words_for
from shared.garden.writing.callouts import kind_of, title_of
from shared.garden.writing.ink import Parted, Run, Vary
from shared.garden.writing.inline import around
from shared.garden.writing.tasks import box, mailed
from shared.garden.writing.writer import Write, Writer

ELEMENT = re.compile(r"<([a-z][a-z0-9]*)")
IN_LINES = {*WITHIN_LINES, "br", "wbr", "ruby", "rt", "rp"}
ALIGNED = {"l": "left", "c": "center", "r": "right"}


def paragraph(writer: Writer, node: Node) -> None:
    """Write a paragraph; one that embeds something may have to be parted."""
    if "embed" not in [child.kind for child in node.children]:
        writer.wrap(node, "p")
    else:
        groups = groupby(node.children, key=lambda child: child.kind == "embed" and id(child))
        parts = [
            writer.apart(lambda children=children: run(writer, children)) for _, children in groups
        ]
        writer.put(Parted(node.id, cast("list[Run]", parts)))
    writer.put("\n")


def run(writer: Writer, nodes: Iterable[Node]) -> None:
    """Write nodes one after another."""
    for node in nodes:
        writer.write[node.kind](writer, node)


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
    """Write an item of a to-do list; a mail has no boxes."""
    writer.put('<li class="task"')
    writer.id_of(node)
    writer.put(vary(">" + box(node.text, writer.language), ">" + mailed(node.text)))
    writer.children(node)
    writer.put("</li>")


def callout(writer: Writer, node: Node) -> None:
    """Write a callout; one that folds needs no script for it."""
    titled = bool(node.children) and node.children[0].kind == "callout-title"
    title = node.children[0] if titled else None
    rest = node.children[1:] if titled else node.children
    outer, inner = ("details", "summary") if node.level else ("div", "p")
    begin = f'<{outer} class="callout" data-kind="{kind_of(node.text)}"'
    begin += ("" if node.level else ' role="note"') + (" open" if node.level == 1 else "")
    writer.put(Vary(begin, begin, "<blockquote"))
    writer.id_of(node)
    writer.put(">")
    writer.put(vary(f'<{inner} class="callout-title"><strong>', "<p><strong>"))
    if titled:
        run(writer, title.children[0].children if title and title.children else ())
    else:
        writer.text(title_of(node.text, writer.language))
    writer.put(vary(f"</strong></{inner}>\n", "</strong></p>\n"))
    run(writer, rest)
    writer.put(vary(f"</{outer}>\n", "</blockquote>\n"))


def vary(page: str, mail: str) -> Vary:
    """Write one thing on every page and another in mail."""
    return Vary(page, page, mail)


def code_block(writer: Writer, node: Node) -> None:
    """Write code, in colours where its language is known; the box of it can be scrolled by keys."""
    if node.url == "mermaid":
        diagram(writer, node)
        return
    from shared.garden.writing.highlight import highlight  # 8 ms; many gardens have no code

    name = escape(node.url)
    said = f' data-language="{name}"' if name else ""
    language = f' class="language-{name}"' if name else ""
    writer.put(f'<div class="code"{said}><pre tabindex="0"')
    writer.id_of(node)
    writer.put(f"><code{language}>{highlight(node.text, node.url)}</code></pre></div>\n")


def diagram(writer: Writer, node: Node) -> None:
    """Write a diagram as a picture with its source below; a mail has the source alone."""
    from shared.garden.diagrams.mermaid import drawn  # 8 ms; most gardens have no diagrams

    words = words_for(writer.language)
    picture = drawn(node.text, words.diagram)
    before = f'<div class="drawn" tabindex="0">{picture}</div><details>' if picture else ""
    before += f"<summary>{words.source}</summary>" if picture else ""
    writer.put(vary('<figure class="diagram"', "<pre"))
    writer.id_of(node)
    writer.put(vary(f'>{before}<pre class="mermaid" tabindex="0">', ">"))
    writer.put(f"<code>{escape(node.text, quote=False)}</code></pre>")
    writer.put(vary("</details></figure>\n" if picture else "</figure>\n", "\n"))


def raw_html(writer: Writer, node: Node) -> None:
    """Write what is harmless of a block of HTML, and the pictures in it."""
    if node.children:
        with_pictures(writer, node)
    else:
        html = clean(node.text)
        writer.put(f"<p>{html.strip()}</p>\n" if html.strip() and is_words(html) else html)
    for said in complaints(node):
        writer.warn(node, 0, said)


def is_words(html: str) -> bool:
    """Tell whether HTML has nothing but words in it, and elements within lines."""
    return IN_LINES.issuperset(ELEMENT.findall(html))


def element(writer: Writer, node: Node) -> None:
    """Write an element of HTML around Markdown; mail programs cannot fold."""
    name = node.text
    is_folded = name == "details"
    begin = f"<{name}{node.url}" + (" open" if is_folded and node.level else "")
    writer.put(Vary(begin, begin, "<blockquote") if is_folded else begin)
    writer.id_of(node)
    writer.put(">\n")
    writer.children(node)
    end = f"</{name}>\n"
    writer.put(vary(end, "</blockquote>\n") if is_folded else end)


def with_pictures(writer: Writer, node: Node) -> None:
    """Write a block of HTML with its pictures where they stand; alone they are a paragraph."""
    html = clean_around(node.text)
    begin, end = ("<p>", "</p>\n") if is_words(html) else ("", "")
    writer.put(begin)
    for place, piece in enumerate(PLACE.split(html)):
        if place % 2:  # what stands between two texts is the number of a picture
            run(writer, [node.children[int(piece)]])
        else:
            writer.put(piece)
    writer.put(end)


def table(writer: Writer, node: Node) -> None:
    """Write a table in a box that scrolls when the page is narrow."""
    writer.put('<div class="table" tabindex="0"')
    writer.id_of(node)
    writer.put("><table>")
    open_body = False
    for row in node.children:
        if row.kind == "row" and not open_body:
            writer.put("<tbody>")
            open_body = True
        writer.put("<thead><tr>" if row.kind == "head" else "<tr>")
        for letter, cell in zip(node.text, row.children, strict=False):
            is_head = row.kind == "head" and cell.children  # a head that says nothing is none
            write_cell(writer, cell, "th" if is_head else "td", ALIGNED.get(letter))
        writer.put("</tr></thead>\n" if row.kind == "head" else "</tr>\n")
    writer.put(("</tbody>" if open_body else "") + "</table></div>\n")


def write_cell(writer: Writer, cell: Node, tag: str, side: str | None) -> None:
    """Write one cell; mail programs know no classes of ours."""
    if side:
        writer.put(vary(f'<{tag} class="{side}">', f'<{tag} align="{side}">'))
    else:
        writer.put(f"<{tag}>")
    writer.children(cell)
    writer.put(f"</{tag}>")


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
    "box": element,
}
