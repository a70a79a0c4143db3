"""Inside a paragraph: emphasis, code, links, images, tags, marks of footnotes."""

import re
from html import escape

from shared.garden.markdown.raw_complaints import complaints
from shared.garden.markdown.tree import Node
from shared.garden.words import words_for
from shared.garden.writing.dialect import definitions, only_defines
from shared.garden.writing.ink import Close, Embed, Open, Picture, Tag, Vary
from shared.garden.writing.mathml import BadFormula, mathml
from shared.garden.writing.writer import Write, Writer

CLOSE = Close()
PLAIN = re.compile(r"[^<>&]*").fullmatch
SIZE = re.compile(r"\d{1,5}(?:x\d{1,5})?")
MATH = "<math>"  # within a line; one that stands alone has its class first
MARKS = ".,;:!?)]’”»…、。，；：！？）」』"
STOPS = frozenset(MARKS)
UPRIGHT = {"ja", "ko", "zh"}  # languages whose own signs do not slant
WIDE = "\u1100"  # from here on most signs are of such a script
LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def text(writer: Writer, node: Node) -> None:
    """Write plain text."""
    text = node.text
    if text[:1] in STOPS and writer.out and writer.out[-1].__class__ is Vary:
        text = hold(writer, text)
    writer.out.append(text if PLAIN(text) else escape(text, quote=False))


def hold(writer: Writer, text: str) -> str:
    """Keep a stop on the line of the formula before it; return what follows the stop."""
    before = writer.out[-1]
    if not (isinstance(before, Vary) and before.page.startswith(MATH)):
        return text
    rest = text.lstrip(MARKS)
    marks = escape(text[: len(text) - len(rest)], quote=False)
    held = f'<span class="held">{before.page}{marks}</span>'
    writer.out[-1] = Vary(held, held, before.mail + marks)
    return rest


def code(writer: Writer, node: Node) -> None:
    """Write code within a line."""
    writer.put(f"<code>{escape(node.text, quote=False)}</code>")


def math(writer: Writer, node: Node) -> None:
    """Write a formula; a mail, and a page where it cannot be set, has its source."""
    formula = node.text.strip()
    if only_defines(formula):
        writer.define(definitions(formula))
        return
    source = f'<code class="math">{escape(formula)}</code>'
    shown = source
    try:
        shown = mathml(formula, stands_alone=bool(node.level), macros=writer.macros_in(formula))
    except BadFormula as error:
        begin = node.text.index(formula) + min(error.offset, len(formula))
        writer.warn(node, begin, f"this formula is shown as its source: {error}")
    writer.define(definitions(formula))
    shown = f'<span class="formula" tabindex="0">{shown}</span>' if node.level else shown
    writer.put(Vary(shown, shown, source))


def html(writer: Writer, node: Node) -> None:
    """Keep a line break, and tags that shape words and are closed again."""
    if LINE_BREAK.fullmatch(node.text.strip()):
        writer.put("<br>")
        return
    writer.put(node.url)
    for said in complaints(node):
        writer.warn(node, 0, said)


def link(writer: Writer, node: Node) -> None:
    """Write a Markdown link; without a target only its words stay."""
    writer.put(Open(node.number))
    writer.children(node)
    writer.put(CLOSE)


def film(writer: Writer, node: Node) -> None:
    """Write where a film is to be seen, before what the gardener says of it."""
    words = words_for(writer.language).watch.format(node.url)
    writer.text(words if node.level else words.rstrip(": ："))


def wikilink(writer: Writer, node: Node) -> None:
    """Write a wikilink; without a target only the gardener's own words stay."""
    writer.out += (Open(node.number), escape(node.text), CLOSE)


def image(writer: Writer, node: Node) -> None:
    """Write a Markdown image; a size may follow its description after a pipe."""
    words, _, size = node.words().rpartition("|")
    if not SIZE.fullmatch(size.strip()):
        words, size = node.words(), ""
    writer.put(Picture(node.number, words, size.strip()))


def footnote_reference(writer: Writer, node: Node) -> None:
    """Write the number of a footnote."""
    number = node.level
    writer.marked.add(node.text)
    mention = "" if node.id == "1" else f"-{node.id}"
    linked = f'<a href="#fn-{number}" id="fnref-{number}{mention}">{number}</a>'
    plain = f"<sup>{number}</sup>"
    writer.put(Vary(f'<sup class="footnote">{linked}</sup>', plain, plain))


def emphasis(writer: Writer, node: Node) -> None:
    """Write emphasis; words of a slanting script among others that have none keep their slant."""
    is_slanted = writer.language[:2] in UPRIGHT and not any(each >= WIDE for each in node.words())
    writer.wrap(node, "em", ' class="slanted"' if is_slanted else "")


def ruby(writer: Writer, node: Node) -> None:
    """Write words with small ones beside them; brackets are for those who show them in the line."""
    writer.put("<ruby>")
    for child in node.children:
        if child.kind == "annotation":
            begin, end = ("<rp>（</rp>", "<rp>）</rp>") if node.level else ("", "")
            writer.put(f"{begin}<{child.url}>")
            writer.children(child)
            writer.put(f"</{child.url}>{end}")
        else:
            writer.write[child.kind](writer, child)
    writer.put("</ruby>")


def around(tag_name: str) -> Write:
    """Write an element without attributes."""
    return lambda writer, node: writer.wrap(node, tag_name)


INLINE: dict[str, Write] = {
    "text": text,
    "literal": lambda writer, node: writer.children(node),
    "soft": lambda writer, node: writer.put("\n"),
    "break": lambda writer, node: writer.put("<br>\n"),
    "code": code,
    "math": math,
    "html": html,
    "tag": lambda writer, node: writer.put(Tag(node.text)),
    "link": link,
    "film": film,
    "wikilink": wikilink,
    "image": image,
    "embed": lambda writer, node: writer.put(Embed(node.number)),
    "footnote-reference": footnote_reference,
    "emphasis": emphasis,
    "strong": around("strong"),
    "deleted": around("del"),
    "highlight": around("mark"),
    "ruby": ruby,
}
