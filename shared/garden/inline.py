"""Inside a paragraph: emphasis, code, links, images, tags, marks of footnotes."""

import re
from html import escape

from shared.garden.note import Attachment, Note
from shared.garden.tree import Node
from shared.garden.writer import Write, Writer

PICTURES = {"png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp", "ico"}
MOVING = {"mp4": "video", "webm": "video", "ogv": "video", "mov": "video"}
SOUND = {"mp3": "audio", "ogg": "audio", "wav": "audio", "m4a": "audio", "flac": "audio"}
PLAYED = MOVING | SOUND
SIZE = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?")
LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def text(writer: Writer, node: Node) -> None:
    """Write plain text."""
    writer.out.append(escape(node.text, quote=False))


def code(writer: Writer, node: Node) -> None:
    """Write code within a line."""
    writer.put(f"<code>{escape(node.text, quote=False)}</code>")


def math(writer: Writer, node: Node) -> None:
    """Write a formula as its source, readable anywhere."""
    formula = f'<code class="math">{escape(node.text.strip())}</code>'
    writer.put(f'<span class="formula">{formula}</span>' if node.level else formula)


def html(writer: Writer, node: Node) -> None:
    """Keep a line break; no other tag within a line is worth its danger."""
    if LINE_BREAK.fullmatch(node.text.strip()):
        writer.put("<br>")


def tag(writer: Writer, node: Node) -> None:
    """Write an inline tag, linked when it has a page."""
    page = writer.tag_pages.get(node.text)
    if page and not writer.for_mail:
        writer.put(f'<a class="tag" href="{escape(writer.root + page)}">#{escape(node.text)}</a>')
    else:
        writer.text(f"#{node.text}")


def link(writer: Writer, node: Node) -> None:
    """Write a Markdown link; without a target only its words stay."""
    url = address(writer, node)
    if not url:
        writer.children(node)
        return
    writer.put(f'<a href="{escape(url)}">')
    writer.children(node)
    writer.put("</a>")


def wikilink(writer: Writer, node: Node) -> None:
    """Write a wikilink; without a target only the gardener's own words stay."""
    url = address(writer, node)
    words = escape(node.label())
    writer.put(f'<a href="{escape(url)}">{words}</a>' if url else words)


def address(writer: Writer, node: Node) -> str:
    """Return where a link leads, or nothing."""
    match node.target:
        case Note() as note:
            return writer.url_of(note, node.fragment) or "/"
        case Attachment() as attachment:
            return writer.root + attachment.href
        case str() as url:
            return writer.root + url if url.startswith("/") else url
        case _:
            return ""


def image(writer: Writer, node: Node) -> None:
    """Write a Markdown image; a size may follow its description after a pipe."""
    words, _, size = node.words().rpartition("|")
    if not SIZE.fullmatch(size.strip()):
        words, size = node.words(), ""
    url = address(writer, node)
    if url and ":" in url[:7] and not url.lower().startswith("http"):
        url = ""
    writer.put(picture(url, words, size) if url else escape(words))


def show_file(writer: Writer, node: Node, file: Attachment) -> None:
    """Write an embedded file: shown, played, or linked."""
    name, _, ending = file.path.rpartition("/")[2].rpartition(".")
    url, said = writer.root + file.href, node.label()
    kind = ending.lower()
    if kind in PICTURES:
        size = said.split("|")[0].strip()
        known = SIZE.fullmatch(size)
        alt = name if known or said == node.url or size.endswith("%") else said.split("|")[0]
        writer.put(picture(url, alt, size))
    elif kind in PLAYED and not writer.for_mail:
        player = PLAYED[kind]
        writer.put(f'<{player} controls preload="metadata" src="{escape(url)}"></{player}>')
    else:
        words = f"{name}.{ending}" if said == node.url else said
        writer.put(f'<a href="{escape(url)}">{escape(words)}</a>')


def picture(url: str, alt: str, size: str) -> str:
    """Return an image, of the size that was asked for."""
    found = SIZE.fullmatch(size.strip())
    width = f' width="{found[1]}"' if found else ""
    height = f' height="{found[2]}"' if found and found[2] else ""
    return f'<img src="{escape(url)}" alt="{escape(alt)}"{width}{height} loading="lazy">'


def footnote_reference(writer: Writer, node: Node) -> None:
    """Write the number of a footnote."""
    number = node.level
    if writer.inside or writer.for_mail:
        writer.put(f"<sup>{number}</sup>")
        return
    mention = "" if node.id == "1" else f"-{node.id}"
    writer.put(
        f'<sup class="footnote"><a href="#fn-{number}" id="fnref-{number}{mention}">'
        f"{number}</a></sup>"
    )


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
    "tag": tag,
    "link": link,
    "wikilink": wikilink,
    "image": image,
    "footnote-reference": footnote_reference,
    "emphasis": around("em"),
    "strong": around("strong"),
    "deleted": around("del"),
    "highlight": around("mark"),
}
