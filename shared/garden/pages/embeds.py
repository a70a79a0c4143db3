"""Notes within notes: the whole, a section or a block, and a guard against loops."""

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from shared.garden.note import Attachment, Link, Note
from shared.garden.pages.files import show_file
from shared.garden.words import words_for
from shared.garden.writing.ink import Embed
from shared.garden.writing.text import cut, mentioned

if TYPE_CHECKING:
    from shared.garden.pages.fill import Filler

DEEPEST = 5
MOST = 100  # on one page; notes that embed each other twice would double without end
LARGEST = 2_000_000  # characters of copies on one page; a book has less
# And on all pages that one process makes, besides some for each note of the garden.
LARGEST_OF_ALL, MORE = 30_000_000, 50_000
BLOCK = 10  # characters that are copied in the time that it takes to look at a block
LOOPS = "loops, or is nested too deep"
LONG = "makes the page too long"
VAST = "makes the garden too large, as others do"
STOPS = ".。"


@dataclass(slots=True)
class Copied:
    """How much of notes was written within others, on all pages so far."""

    characters: int = 0


def embed(filler: "Filler", piece: Embed) -> None:
    """Write an embedded note or file, or within the sentence that it is not there."""
    source = filler.source
    link = source.links[piece.link]
    if said := lack(filler, piece):
        filler.put(f'<span class="not-shown">[{said.rstrip(STOPS)}]</span>')
        return
    match source.target(piece.link):
        case Attachment() as file:
            filler.put(show_file(filler, file, link))
        case Note() as note:
            embed_note(filler, link, note, source.fragments[piece.link])
        case _:  # whose lack was told
            pass


def lack(filler: "Filler", piece: Embed) -> str:
    """Return what is said where nothing can be embedded, and tells nothing; else nothing."""
    source = filler.source
    link, words = source.links[piece.link], words_for(filler.note.language)
    match source.target(piece.link):
        case Attachment():
            return ""
        case Note() as note:
            is_part = bool(link.url.partition("#")[2].strip())
            if source.fragments[piece.link] or not is_part:
                return ""
            return words.no_such_part.format(link_to(filler, link, note, ""))
        case _:
            return escape(words.not_shown)


def embed_note(filler: "Filler", link: Link, note: Note, fragment: str) -> None:
    """Write another note here, unless it is being written already."""
    here = (note, fragment)
    leads = link_to(filler, link, note, fragment)
    filler.embeds += 1
    if wrong := hindrance(filler, here):
        if not filler.for_mail:
            warn(filler, link, note, wrong)
        filler.put(f'<p class="not-shown">↻ {leads}</p>\n')
        return
    copied, begin = filler.copied, len(filler.out)
    around = filler.source.language
    spoken = "" if note.language == around else f' lang="{escape(note.language)}"'
    filler.put(f'<blockquote class="embed"{spoken}>\n<p class="embed-title">{leads}</p>\n')
    filler.inside.append(here)
    text = filler.texts[note]
    filler.copied_in_all.characters += BLOCK * len(text.blocks)
    blocks = cut(text, fragment, note.title_id)
    for block in blocks:
        filler.fill(block.ink)
    filler.footnotes(mentioned(text, blocks))
    filler.inside.pop()
    filler.put("</blockquote>\n")
    filler.copied = copied + sum(map(len, filler.out[begin:]))
    if not filler.inside:
        filler.copied_in_all.characters += filler.copied - copied


def hindrance(filler: "Filler", here: tuple[Note, str]) -> str:
    """Return why a note is not written here once more; mostly nothing."""
    if loops(filler, here) or len(filler.inside) >= DEEPEST:
        return LOOPS
    if filler.embeds > MOST or filler.copied > LARGEST:
        return LONG
    most = LARGEST_OF_ALL + MORE * len(filler.texts)
    return VAST if filler.copied_in_all.characters > most else ""


def loops(filler: "Filler", here: tuple[Note, str]) -> bool:
    """Tell whether this part, or the whole note around it, is being written already."""
    written = [*filler.inside, (filler.note, "")]
    return here in written or (here[0], "") in filler.inside


def warn(filler: "Filler", link: Link, note: Note, wrong: str) -> None:
    """Report where the embed stands what is wrong with it."""
    message = f'embed "{link.url}" {wrong}; a link to {note.path} stands there'
    filler.problems.warn(filler.source.path, link.line, link.column, message)


def link_to(filler: "Filler", link: Link, note: Note, fragment: str) -> str:
    """Return a link to the embedded note."""
    heading = link.url.partition("#")[2].strip()
    words = note.title if heading[:1] in ("", "^") else f"{note.title} › {heading}"
    return f'<a href="{escape(filler.url_of(note, fragment) or "/")}">{escape(words)}</a>'
