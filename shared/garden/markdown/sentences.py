"""Find the sentence in which a link stands, for the backlinks of the note that it leads to."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable

from shared.garden.markdown.tree import SILENT, SPACES, Node
from shared.garden.markdown.typed_formula import in_line
from shared.garden.note import Link, Note

# What is read in one go; everything else that holds text holds one of these.
READ = {"paragraph", "plain", "heading", "callout-title", "row", "head"}
LONGEST = 200  # characters of a sentence that are shown
NEAR = 24  # characters within which a cut looks for a space
# A full stop ends a sentence before a space, unless a small letter follows, as after `e.g.`.
# One class of signs comes first: it is what the search runs through a text for.
END = re.compile(
    r"[.!?…؟۔।。！？；｡]"
    r"(?:(?<=[。！？；｡])[」』”’）】》〉]*\s*|[\"'”’»)\]]*\s+(?![a-z]))"
)
UNREAD = {*SILENT, "wikilink"}  # an embed has no words, but a place
WRITTEN: dict[str, Callable[[str], str]] = {"tag": "#{}".format, "math": in_line}
LEADING = {"wikilink", "link", "embed"}
ELSEWHERE = ("http:", "https:", "mailto:", "tel:")
CELLS_APART = " · "
BLANK = " ·\n\t"

Place = tuple[int, int, int]  # the number of a link, where its words begin, where they end


def quote_links(note: Note, blocks: Iterable[Node]) -> None:
    """Give the links of a note the sentences they stand in; each address gets one."""
    quoted: set[str] = set()
    for block in blocks:
        pieces: list[str] = []
        places: list[Place] = []
        spell(block, pieces, places, 0)
        text = "".join(pieces)
        ends: list[int] | None = None
        for number, begin, end in places:
            link = note.links[number]
            if link.url in quoted or link.url.startswith(ELSEWHERE):
                continue
            quoted.add(link.url)
            if ends is None:
                is_whole = block.kind != "paragraph" and len(text) <= LONGEST
                ends = [] if is_whole else [found.end() for found in END.finditer(text)]
            quote(link, text, begin, end, ends)


def spell(node: Node, pieces: list[str], places: list[Place], at: int) -> int:
    """Write down the words below a node and where links stand in them; return the length."""
    for child in node.children:
        kind = child.kind
        begin, words = at, ""
        if kind == "text" or kind == "wikilink":
            words = child.text
        elif child.children and kind not in SILENT:
            at = spell(child, pieces, places, at)
            words = CELLS_APART if kind == "cell" else ""
        elif kind not in SILENT:  # an embed has no words, but a place
            words = SPACES.get(kind) or WRITTEN.get(kind, str)(child.text)
        if words:
            pieces.append(words)
            at += len(words)
        if child.number >= 0 and kind != "image":
            places.append((child.number, begin, at))
    return at


def quote(link: Link, text: str, begin: int, end: int, ends: list[int]) -> None:
    """Write on a link the sentence around it, unless that says no more than the link itself."""
    first, last = 0, len(text)
    if ends:
        before, after = bisect_right(ends, begin), bisect_left(ends, end)
        first = ends[before - 1] if before else 0
        last = ends[after] if after < len(ends) else last
    opening = closing = ""
    if last - first > LONGEST:
        start, stop = nearest(text, begin, end, first, last)
        opening, closing = "…" * (start > first), "…" * (stop < last)
        first, last = start, stop
    tail = text[end:last].rstrip(BLANK)
    head = text[first:begin].lstrip()
    if head or tail:
        head = opening + head
        link.begin = len(head)
        link.end = link.begin + end - begin
        link.said = head + text[begin:end] + tail + closing


def nearest(text: str, begin: int, end: int, first: int, last: int) -> tuple[int, int]:
    """Return what fits of a long sentence, with the link in it, cut at spaces where there are."""
    room = max(LONGEST - (end - begin), 2 * NEAR)
    before = min(begin - first, max(room // 2, room - (last - end)))
    after = min(last - end, room - before)
    start, stop = begin - before, end + after
    if start > first:
        space = text.find(" ", start, min(start + NEAR, begin))
        start = space + 1 if space >= 0 else start
    if stop < last:
        space = text.rfind(" ", max(stop - NEAR, end), stop)
        stop = space if space >= 0 else stop
    return start, stop
