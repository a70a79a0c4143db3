"""The text of a note as it is kept: HTML, with gaps for what only the whole garden knows.

A note is written once, by itself. Where its links lead, what it embeds and which tags have a page
depends on the other notes, and is filled in for every page, copy and letter.
"""

from typing import cast

from msgspec import Struct


class Open(Struct, tag="a", frozen=True, array_like=True, gc=False):
    """Where a link begins, if it leads anywhere; `link` is its number in its note."""

    link: int


class Close(Struct, tag="/a", frozen=True, array_like=True, gc=False):
    """Where the link ends that was opened last."""


class Vary(Struct, tag="v", frozen=True, array_like=True, gc=False):
    """HTML that differs on the note's own page, in a copy on another page, and in mail."""

    page: str
    copy: str
    mail: str


class Tag(Struct, tag="t", frozen=True, array_like=True, gc=False):
    """An inline tag, linked once it is known to have a page."""

    name: str


class Picture(Struct, tag="i", frozen=True, array_like=True, gc=False):
    """An image in Markdown's own spelling."""

    link: int
    words: str
    size: str


class Embed(Struct, tag="e", frozen=True, array_like=True, gc=False):
    """A note or a file that is shown in place."""

    link: int


Run = list[str | Open | Close | Vary | Tag | Picture | Embed]


class Parted(Struct, frozen=True, array_like=True, tag="p"):
    """A paragraph that embeds something; a note among it parts it, for that has its own paragraphs.

    A part is one embed alone, or what stands between two of them.
    """

    id: str
    parts: list[Run]


Gap = Open | Close | Vary | Tag | Picture | Embed | Parted
Ink = list[str | Open | Close | Vary | Tag | Picture | Embed | Parted]


def joined(pieces: Ink) -> Ink:
    """Return ink with neighbouring texts made one."""
    try:
        return ["".join(cast("list[str]", pieces))]
    except TypeError:
        pass  # there is a gap, as in every fifth block
    ink: Ink = []
    run: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            run.append(piece)
            continue
        if run:
            ink.append("".join(run))
            run = []
        ink.append(piece)
    return [*ink, "".join(run)] if run else ink
