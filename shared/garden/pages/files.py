"""Files within notes: pictures of the size that was asked for, films, sounds, and the rest."""

import re
from html import escape
from typing import TYPE_CHECKING

from shared.garden.note import Attachment, Link, Shown

if TYPE_CHECKING:
    from shared.garden.pages.fill import Filler

PICTURES = {"png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp", "ico"}
MOVING = {"mp4": "video", "webm": "video", "ogv": "video", "mov": "video"}
SOUND = {"mp3": "audio", "ogg": "audio", "wav": "audio", "m4a": "audio", "flac": "audio"}
PLAYED = MOVING | SOUND
PART = re.compile(r"#((?:page|t)=[\d.,:]{1,20})")  # a page of a document, or a moment of a film
DRAWN = re.compile(r"\.excalidraw(?:\.(?:light|dark))?$")  # what says that it was a drawing
SIZE = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?")
ASKED = re.compile(rf"{SIZE.pattern}|\d{{1,3}}%")  # of which a share of the page changes nothing
COLUMN = 688  # pixels, of the text of a page
LETTER = 560  # pixels, of the text of a letter


def show_file(filler: "Filler", file: Attachment, link: Link) -> str:
    """Return an embedded file: shown, played, or linked."""
    name, _, ending = file.path.rpartition("/")[2].rpartition(".")
    url, said = filler.root + file.href, link.label
    kind = ending.lower()
    words, size = sized("" if said == link.url else said)
    if kind in PICTURES:
        return show_picture(filler, file, words or DRAWN.sub("", name), size)
    words = words or f"{name}.{ending}"
    if not file.href:
        return escape(words)
    found = PART.search(link.url)
    url = escape(url + (f"#{found[1]}" if found else ""))
    if filler.for_mail:
        return f'<a href="{url}">{escape(words)}</a>'
    if kind in PLAYED:
        player, name = PLAYED[kind], escape(words)
        wide = f' width="{size.partition("x")[0]}"' if SIZE.fullmatch(size) else ""
        said = f'src="{url}" aria-label="{name}"{wide if player == "video" else ""}'
        return f'<{player} controls preload="metadata" {said}></{player}>'
    linked = f'<a href="{url}">{escape(words)}</a>'
    return leaf_through(linked, url, escape(words)) if is_opened(filler, file) else linked


def sized(said: str) -> tuple[str, str]:
    """Return what is said of a file, and the size that is asked for at its end or beginning."""
    parts = [part.strip() for part in said.split("|")]
    for place in (-1, 0):
        if ASKED.fullmatch(parts[place]):
            size = parts.pop(place)
            return "|".join(parts), size
    return said, ""


def is_opened(filler: "Filler", file: Attachment) -> bool:
    """Tell whether a file is a document that a page can show in place."""
    return file.path.lower().endswith(".pdf") and bool(file.href) and not filler.for_mail


def leaf_through(linked: str, url: str, name: str) -> str:
    """Return a document that can be opened in place; until then nothing of it is loaded."""
    shown = f'<iframe src="{url}" title="{name}" loading="lazy"></iframe>'
    return f'<details class="pdf"><summary>{name}</summary><p>{linked}</p>{shown}</details>'


def show_picture(filler: "Filler", file: Attachment, alt: str, size: str) -> str:
    """Return a picture from beside the notes; its words where it cannot be shown."""
    shown = file.shown
    if shown is None or (filler.for_mail and not shown.mailed):
        words = escape(alt or file.path.rpartition("/")[2])
        return f'<a href="{escape(filler.root + file.href)}">{words}</a>' if file.href else words
    asked = SIZE.fullmatch(size.strip())
    if filler.for_mail:
        # A letter is narrow, and only a height that was asked for is safe from being kept.
        width = asked[1] if asked else str(min(shown.width, LETTER) or "")
        return image(filler.root + shown.mailed, alt, width, (asked and asked[2]) or "")
    width, height = dimensions(shown, asked)
    shown_as = image(filler.root + shown.src, alt, str(width or ""), str(height or ""))
    shown_as = shown_as[:-1] + loading(filler) + ">"
    if not shown.srcset:
        return shown_as
    files = ", ".join(f"{filler.root}{url} {wide}w" for url, wide in shown.srcset)
    seen = width if asked else min(width, COLUMN)
    sizes = f"(max-width: {seen}px) 100vw, {seen}px"
    source = f'<source type="image/webp" srcset="{escape(files)}" sizes="{sizes}">'
    return f"<picture>{source}{shown_as}</picture>"


def dimensions(shown: Shown, asked: re.Match[str] | None) -> tuple[int, int]:
    """Return width and height in pixels: those asked for, else the picture's own."""
    if not asked:
        return shown.width, shown.height
    width = int(asked[1])
    if asked[2]:
        return width, int(asked[2])
    return width, round(width * shown.height / shown.width) if shown.width else 0


def picture(filler: "Filler", url: str, alt: str, size: str) -> str:
    """Return a picture from elsewhere, of the size that was asked for."""
    asked = SIZE.fullmatch(size.strip())
    width, height = (asked[1], asked[2] or "") if asked else ("", "")
    return image(url, alt, width, height)[:-1] + loading(filler) + ">"


def image(url: str, alt: str, width: str, height: str) -> str:
    """Return an `<img>`."""
    sized = f' width="{width}"' if width else ""
    sized += f' height="{height}"' if height else ""
    return f'<img src="{escape(url)}" alt="{escape(alt)}"{sized}>'


def loading(filler: "Filler") -> str:
    """Return the attribute that lets a picture wait until a reader comes near; not the first."""
    filler.pictures += 1
    return ' loading="lazy"' if filler.pictures > 1 and not filler.for_mail else ""
