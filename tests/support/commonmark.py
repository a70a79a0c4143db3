"""The examples of CommonMark's specification, and what a page makes of one without other notes.

`spec.txt` is that of version 0.31.2 as it is published, under CC BY-SA 4.0 by its own first lines.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from shared.garden.markdown.outline import Body, outline
from shared.garden.markdown.parser import parse
from shared.garden.note import Note
from shared.garden.seed import WRITE, Sower
from shared.garden.vault.config import Config
from shared.garden.writing.ink import Close, Ink, Open, Parted, Picture, Tag, Vary
from shared.garden.writing.writer import Writer

SPEC = Path(__file__).parents[1] / "garden" / "commonmark" / "spec.txt"
EXAMPLE = re.compile(r"^`{32} example\n(.*?)^\.\n(.*?)^`{32}$", re.DOTALL | re.MULTILINE)
TELLING = {"a": ("href",), "img": ("src", "alt"), "ol": ("start",)}
OURS = {"span", "div", "tbody"}  # around what is also without
BLOCKS = {
    "p", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "hr", "br", "table",
    "thead", "tr", "td", "th", "details", "summary",
}  # fmt: skip


def examples() -> dict[int, tuple[str, str]]:
    """Return Markdown and HTML of each example, by its number."""
    text = SPEC.read_text("utf-8").split("<!-- END TESTS -->")[0].replace("→", "\t")
    return {number: found for number, found in enumerate(EXAMPLE.findall(text), 1)}


@lru_cache
def empty_note() -> Note:
    """Return a note that says nothing."""
    seed, _ = Sower(Config(Path(), "")).sow("a.md", b"")
    assert seed.note
    return seed.note


def page(markdown: str) -> str:
    """Return what a page shows of Markdown, in which every link leads where it says."""
    tree, note = parse(markdown), empty_note()
    note.links, note.ids, note.headings, note.blocks = [], {}, {}, {}
    outline(note, tree, Body(markdown, 1))
    text = Writer(WRITE, "en", lambda node, offset, message: None).document(tree, set())
    return "".join(filled(block.ink, note) for block in text.blocks)


def filled(ink: Ink, note: Note) -> str:
    """Return ink with its gaps filled."""
    return "".join(piece if isinstance(piece, str) else gap(piece, note) for piece in ink)


def gap(piece: object, note: Note) -> str:
    """Return what stands in a gap."""
    match piece:
        case Open(link):
            return f'<a href="{escape(note.links[link].url)}">'
        case Close():
            return "</a>"
        case Vary(page):
            return page
        case Picture(link, words):
            return f'<img src="{escape(note.links[link].url)}" alt="{escape(words)}">'
        case Tag(name):
            return f"#{name}"
        case Parted(_, parts):
            return "".join(filled([*part], note) for part in parts)
        case _:
            return ""


def shape(html: str) -> list[tuple[str, ...]]:
    """Return what HTML says to a reader: elements, where links lead, and words."""
    reader = Shape()
    reader.feed(html)
    reader.close()
    return [piece for piece in reader.pieces if piece[1].strip()]


@dataclass
class Shape(HTMLParser):
    """Reads HTML as far as a reader sees it; the only first heading of a page is its title."""

    pieces: list[tuple[str, ...]] = field(default_factory=list)
    kept: int = 0  # elements that keep their spaces

    def __post_init__(self):
        super().__init__()

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        keys = [key for key in TELLING.get(tag, ()) if key in said]
        self.put("begin", tag, *(f"{key}={unquote(said[key] or '')}" for key in keys))
        self.kept += tag == "pre"

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag):
        self.kept -= tag == "pre"
        self.put("end", tag)

    def put(self, which, tag, *telling):
        if tag in OURS:
            return
        tag = "h2" if tag == "h1" else tag
        if tag in BLOCKS and not self.kept and self.pieces and self.pieces[-1][0] == "text":
            self.pieces[-1] = "text", self.pieces[-1][1].rstrip()
        self.pieces.append((which, tag, *telling))

    def handle_data(self, data):
        before = self.pieces[-1] if self.pieces else ("begin", "p")
        if not self.kept:
            data = re.sub(r"\s+", " ", data)
            data = data.lstrip() if before[0] != "text" and before[1] in BLOCKS else data
        if before[0] == "text" and self.pieces:
            self.pieces[-1] = "text", before[1] + data
        elif data:
            self.pieces.append(("text", data))
