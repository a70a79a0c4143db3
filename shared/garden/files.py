"""Files within notes: pictures of the size that was asked for, films, sounds, and the rest."""

import re
from html import escape

from shared.garden.note import Attachment, Link

PICTURES = {"png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "bmp", "ico"}
MOVING = {"mp4": "video", "webm": "video", "ogv": "video", "mov": "video"}
SOUND = {"mp3": "audio", "ogg": "audio", "wav": "audio", "m4a": "audio", "flac": "audio"}
PLAYED = MOVING | SOUND
SIZE = re.compile(r"(\d{1,5})(?:x(\d{1,5}))?")


def show_file(file: Attachment, link: Link, root: str, *, for_mail: bool) -> str:
    """Return an embedded file: shown, played, or linked."""
    name, _, ending = file.path.rpartition("/")[2].rpartition(".")
    url, said = root + file.href, link.label
    kind = ending.lower()
    if kind in PICTURES:
        size = said.split("|")[0].strip()
        known = SIZE.fullmatch(size)
        alt = name if known or said == link.url or size.endswith("%") else said.split("|")[0]
        return picture(url, alt, size)
    if kind in PLAYED and not for_mail:
        player = PLAYED[kind]
        return f'<{player} controls preload="metadata" src="{escape(url)}"></{player}>'
    words = f"{name}.{ending}" if said == link.url else said
    return f'<a href="{escape(url)}">{escape(words)}</a>'


def picture(url: str, alt: str, size: str) -> str:
    """Return an image, of the size that was asked for."""
    found = SIZE.fullmatch(size.strip())
    width = f' width="{found[1]}"' if found else ""
    height = f' height="{found[2]}"' if found and found[2] else ""
    return f'<img src="{escape(url)}" alt="{escape(alt)}"{width}{height} loading="lazy">'
