"""A note's tree as HTML: the body of its page, and a fragment for letters and the feed."""

from collections.abc import Mapping

import nh3

from shared.garden.blocks import BLOCKS, footnotes
from shared.garden.embeds import embed
from shared.garden.inline import INLINE
from shared.garden.note import Note
from shared.garden.problem import Problems
from shared.garden.writer import Write, Writer

WRITE: dict[str, Write] = {**INLINE, **BLOCKS, "embed": embed}

MAILED = {
    "p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "a", "img", "em", "strong", "b", "i", "u", "s",
    "del", "ins", "mark", "small", "sub", "sup", "kbd", "code", "pre", "blockquote", "ul", "ol",
    "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
MAILED_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt", "width", "height"},
    "ol": {"start"},
    "th": {"align"},
    "td": {"align"},
}
CLEANER = nh3.Cleaner(
    tags=MAILED,
    attributes=MAILED_ATTRIBUTES,
    url_schemes={"http", "https", "mailto", "tel"},
    link_rel=None,
)


def page_body(
    note: Note, root: str, tag_pages: Mapping[str, str], not_shown: str, problems: Problems
) -> str:
    """Return the body of a note's page."""
    writer = Writer(note, root, WRITE, problems, tag_pages, not_shown)
    writer.children(note.tree)
    footnotes(writer, note.tree.children)
    return writer.take()


def mail_blocks(note: Note, site_url: str, not_shown: str) -> list[str]:
    """Return a note block by block, sanitised, with whole addresses."""
    writer = Writer(note, site_url, WRITE, Problems(), {}, not_shown, for_mail=True)
    blocks: list[str] = []
    for block in note.tree.children:
        WRITE[block.kind](writer, block)
        blocks.append(sanitise(writer.take()))
    footnotes(writer, note.tree.children)
    blocks.append(sanitise(writer.take()))
    return [block for block in blocks if block.strip()]


def sanitise(html: str) -> str:
    """Let through what mail programs show and nothing that acts."""
    return CLEANER.clean(html)
