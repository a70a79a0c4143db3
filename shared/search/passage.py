"""Cut out of a note's page what a query was found in, and the heading under which it stands.

The page is what every reader loads, so there is nothing else to make or to keep of a text.
`templates/garden/search-passage.js` does the same; a test compares the two.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from shared.search.forms import alike
from shared.search.marks import found_at
from shared.search.wanted import Wanted

READ = 100_000  # characters of a page; what comes after is not looked through
LONGEST = 200  # columns of a passage; a Chinese character takes two
WIDE = "\u2e80"  # from here on one character is about as wide as two letters
BEGIN, END = '<div class="prose">', "</article>"
PIECE = re.compile(r"<(/?)([a-z][a-z0-9-]*+)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)>|([^<]+)|<")
# What stands within a sentence, and what is no part of the text: the index has it neither.
INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i",
    "img", "ins", "kbd", "label", "mark", "q", "ruby", "s", "samp", "small", "span", "strong",
    "sub", "sup", "time", "u", "var", "wbr",
}  # fmt: skip
SILENT = {
    "button", "math", "nav", "rp", "rt", "script", "style", "svg", "template",
}  # fmt: skip
NOT_TEXT = re.compile(r'class="(?:back|embed|footnote|math|not-shown)"')
ID = re.compile(r'\bid="([^"]*)"')
HEADING = re.compile("h[1-6]")
SPACES = re.compile("[\t\n\f\r ]+")
STOPS = tuple("。！？.!?")
SENTENCE = re.compile("[。！？]|[.!?](?= )")
ESCAPED = re.compile("&(?:#([0-9]{1,7})|(amp|lt|gt|quot|nbsp));")  # all that the generator writes
SIGNS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "nbsp": "\u00a0"}


@dataclass(slots=True)
class Section:
    """A heading and what stands under it, in pieces short enough to be shown."""

    id: str = ""
    heading: str = ""
    pieces: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Passage:
    """What is shown of a note: some of its text, and where that stands."""

    text: str
    heading: str  # empty above the first one, and so is its id
    id: str


def passage(page: str, terms: Sequence[Wanted]) -> Passage | None:
    """Return the passage that has most of the terms; None when none of them is in the text."""
    best, most = None, (0, 0)
    for section in sections(page[:READ]):
        above = found_in(section.heading, terms)
        for number, piece in enumerate(section.pieces or [""]):
            inside = found_in(piece, terms)
            found = len(above | inside), len(inside)
            if found > most:
                best, most = (section, number if inside else 0), found
        if most[0] == most[1] == len(terms):
            break
    if best is None:
        return None
    section, number = best
    return Passage(shown(section.pieces, number), section.heading, section.id)


def found_in(text: str, terms: Sequence[Wanted]) -> set[int]:
    """Return the numbers of the terms that are found in a text."""
    same = alike(text)
    return {
        number
        for number, each in enumerate(terms)
        for form in each.forms
        if form.term in same and next(found_at(same, form), None) is not None
    }


def sections(page: str) -> list[Section]:
    """Take the text of a page apart."""
    found = [Section()]
    for name, attributes, block in blocks(page):
        text = SPACES.sub(" ", unescaped(block)).strip(" ")
        if HEADING.fullmatch(name):
            place = ID.search(attributes)
            found.append(Section(unescaped(place[1]) if place else "", text))
        else:
            found[-1].pieces += pieces(text)
    return found


def unescaped(written: str) -> str:
    """Return a text as it is read."""
    return ESCAPED.sub(sign_of, written)


def sign_of(found: re.Match[str]) -> str:
    """Return what is escaped; what cannot be a character becomes the sign for that."""
    code = int(found[1] or 0)
    is_none = code > 0x10FFFF or 0xD800 <= code <= 0xDFFF
    return SIGNS.get(found[2]) or ("\ufffd" if is_none else chr(code))


def blocks(page: str) -> Iterator[tuple[str, str, str]]:
    """Yield what stands between two tags of blocks: the tag before it, its attributes, the text."""
    begin = page.find(BEGIN)
    end = page.find(END, begin)
    text = page[begin + len(BEGIN) : end if end >= 0 else None] if begin >= 0 else ""
    name, attributes = "", ""
    said: list[str] = []
    silent, depth = "", 0  # within what is no text, and how deep in others of its kind
    for closes, tag, more, words in chain(PIECE.findall(text), [("", "p", "", "")]):
        if silent:
            depth += (tag == silent) * (-1 if closes else 1)
            silent = silent if depth else ""
        elif not tag:
            said.append(words)
        elif not closes and (tag in SILENT or NOT_TEXT.search(more)):
            silent, depth = tag, 1
        elif tag == "br" or tag in ("td", "th"):
            said.append(" ")
        elif tag not in INLINE:
            yield name, attributes, "".join(said)
            name, attributes, said = ("", "", []) if closes else (tag, more, [])


def pieces(text: str) -> Iterator[str]:
    """Cut a text where sentences or words end, into pieces of no more than may be shown."""
    while text:
        end = length(text)
        yield text[:end].strip(" ")
        text = text[end:].strip(" ")


def shown(every: Sequence[str], number: int) -> str:
    """Return a piece and as much of what follows as there is room for."""
    text = " ".join(every[number : number + LONGEST])
    end = length(text)
    said = text[:end].strip(" ")
    if end == len(text) or said.endswith(STOPS):
        return said
    return said.rstrip(" ,;:，、；：") + "…"


def length(text: str) -> int:
    """Return how many characters of a text are shown: at best to the end of a sentence."""
    width = 0
    for number, sign in enumerate(text[: LONGEST + 1]):
        width += 2 if sign >= WIDE else 1
        if width > LONGEST:
            kept = text[:number]
            ends = [found.end() for found in SENTENCE.finditer(kept)]
            if ends and ends[-1] > number // 2:
                return ends[-1]
            space = kept.rfind(" ")
            return space if space > number // 2 and sign < WIDE else number
    return len(text)
