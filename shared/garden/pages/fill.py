"""Fill the gaps in a note's ink: for its own page, as a copy on another page, or for mail."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from shared.garden.note import Attachment, Note
from shared.garden.pages.embeds import Copied, embed, lack
from shared.garden.pages.files import is_opened, picture, show_picture
from shared.garden.problem import Problems
from shared.garden.writing.ink import Close, Embed, Ink, Open, Parted, Picture, Run, Tag, Vary
from shared.garden.writing.text import Footnote, Text


@dataclass(slots=True)
class Filler:
    """Fills in one page, or the same note for mail and feed.

    While an embedded note is written, `source` is that note
    and `inside` holds it and those around it.
    """

    note: Note  # whose page this is
    root: str  # what comes before every path: the site's own path, or its whole address in mail
    texts: Mapping[Note, Text]
    tag_pages: Mapping[str, str]  # what is written: path of its page
    problems: Problems
    copied_in_all: Copied
    for_mail: bool = False
    out: list[str] = field(default_factory=list[str])
    inside: list[tuple[Note, str]] = field(default_factory=list[tuple[Note, str]])
    embeds: int = 0
    copied: int = 0  # characters of embedded notes
    pictures: int = 0
    ends: list[str] = field(default_factory=list[str])  # of the links that are open

    @property
    def source(self) -> Note:
        """Return the note whose ink is being filled."""
        return self.inside[-1][0] if self.inside else self.note

    def put(self, html: str) -> None:
        """Write HTML that is safe already."""
        self.out.append(html)

    def fill(self, ink: Ink | Run) -> None:
        """Write ink, filling its gaps."""
        out = self.out
        for piece in ink:
            if piece.__class__ is str:
                out.append(piece)  # pyright: ignore[reportArgumentType] - its class was looked at
            else:
                GAPS[piece.__class__](self, piece)

    def footnotes(self, footnotes: list[Footnote]) -> None:
        """Write the texts of footnotes, on the note's own page each with a way back."""
        if not footnotes:
            return
        self.put('<section class="footnotes"><ol>')
        numbered = not (self.inside or self.for_mail)
        for number, footnote in enumerate(footnotes, 1):
            self.put(f'<li id="fn-{number}">' if numbered else "<li>")
            self.fill(footnote.ink)
            if numbered and footnote.is_marked:
                self.put(f'<a class="back" href="#fnref-{number}" aria-label="{number}">↩</a>')
            self.put("</li>\n")
        self.put("</ol></section>\n")

    def url_of(self, note: Note, fragment: str) -> str:
        """Return the address of a note, or of a place on this very page."""
        if note is self.note and fragment and not self.for_mail:
            return f"#{fragment}"
        return f"{self.root}{note.href}" + (f"#{fragment}" if fragment else "")

    def address(self, link: int) -> str:
        """Return where a link leads, or nothing."""
        match self.source.target(link):
            case Note() as note:
                return self.url_of(note, self.source.fragments[link]) or "/"
            case Attachment() as attachment:
                return self.root + attachment.href if attachment.href else ""
            case str() as url:
                return self.root + url if url.startswith("/") else url
            case None:
                return ""

    def take(self) -> str:
        """Return what was written, and begin anew."""
        html, self.out = "".join(self.out), []
        return html


def open_link(filler: Filler, piece: Open) -> None:
    """Begin a link that leads somewhere."""
    url = filler.address(piece.link)
    if url:
        filler.out.append(f'<a href="{escape(url)}">')
    filler.ends.append("</a>" if url else "")


def close_link(filler: Filler, _: Close) -> None:
    """End a link that leads somewhere."""
    filler.out.append(filler.ends.pop())


def vary(filler: Filler, piece: Vary) -> None:
    """Write what belongs on this kind of page."""
    if filler.for_mail:
        filler.put(piece.mail)
    else:
        filler.put(piece.copy if filler.inside else piece.page)


def tag(filler: Filler, piece: Tag) -> None:
    """Write an inline tag, linked when it has a page."""
    page = "" if filler.for_mail else filler.tag_pages.get(piece.name, "")
    words = f"#{escape(piece.name, quote=False)}"
    filler.put(f'<a class="tag" href="{escape(filler.root + page)}">{words}</a>' if page else words)


def image(filler: Filler, piece: Picture) -> None:
    """Write a Markdown image; of one that cannot be shown its words stay."""
    target = filler.source.target(piece.link)
    if isinstance(target, Attachment):
        filler.put(show_picture(filler, target, piece.words, piece.size))
        return
    url = filler.address(piece.link)
    if url and ":" in url[:7] and not url.lower().startswith("http"):
        url = ""
    filler.put(picture(filler, url, piece.words, piece.size) if url else escape(piece.words))


def parted(filler: Filler, piece: Parted) -> None:
    """Write a paragraph; an embedded note parts it, for it has paragraphs of its own."""
    own = not (filler.inside or filler.for_mail)
    name = f' id="{escape(piece.id)}"' if piece.id and own else ""
    if said := only_lack(filler, piece.parts):
        filler.put(f'<p{name} class="not-shown">{said}</p>')
        return
    if not any(is_note(filler, part) for part in piece.parts):
        filler.put(f"<p{name}>")
        for part in piece.parts:
            filler.fill(part)
        filler.put("</p>")
        return
    filler.put(f"<div{name}>")
    for parts in between_notes(filler, piece.parts):
        if is_note(filler, parts[0]):
            filler.fill(parts[0])
        elif any(
            not isinstance(each, str) or each.strip() for part in begun(parts) for each in part
        ):
            filler.put("<p>")
            for part in begun(parts):
                filler.fill(part)
            filler.put("</p>")
    filler.put("</div>")


def only_lack(filler: Filler, parts: list[Run]) -> str:
    """Return what is said where a paragraph is one embed, and that cannot be shown."""
    match parts:
        case [[Embed() as piece]]:
            return lack(filler, piece)
        case _:
            return ""


def begun(parts: list[Run]) -> list[Run]:
    """Return parts without a line break before everything else: a block has just ended there."""
    first, *rest = parts
    if first and isinstance(first[0], str):
        return [[first[0].removeprefix("<br>"), *first[1:]], *rest]
    return parts


def between_notes(filler: Filler, parts: list[Run]) -> list[list[Run]]:
    """Gather what stands between embedded notes; each of those is alone."""
    gathered: list[list[Run]] = []
    for part in parts:
        if not gathered or is_note(filler, part) or is_note(filler, gathered[-1][-1]):
            gathered.append([part])
        else:
            gathered[-1].append(part)
    return gathered


def is_note(filler: Filler, part: Run) -> bool:
    """Tell whether a part becomes blocks: a note or a document."""
    match part:
        case [Embed() as piece]:
            target = filler.source.target(piece.link)
            is_file = isinstance(target, Attachment)
            return is_opened(filler, target) if is_file else not lack(filler, piece)
        case _:
            return False


GAPS: dict[type, Callable[[Filler, Any], None]] = {
    Open: open_link,
    Close: close_link,
    Vary: vary,
    Tag: tag,
    Picture: image,
    Embed: embed,
    Parted: parted,
}
