"""Keys: short digests that change when what was made of something would be made differently."""

import hashlib
from collections.abc import Mapping

from shared.garden.harvest import encode
from shared.garden.note import Attachment, Note
from shared.garden.pages.embeds import DEEPEST


def digest(*things: object) -> bytes:
    """Return a short digest of plain things."""
    return hashlib.blake2b(encode(things), digest_size=16).digest()


class TextKeys:
    """What the texts of notes are made of, with all that is filled into them."""

    def __init__(self, tag_pages: Mapping[str, str]) -> None:
        self.tag_pages = tag_pages
        self.known: dict[Note, bytes] = {}

    def of(self, note: Note) -> bytes:
        """Return the key of a text, and of every text that is embedded in it."""
        embedded = embeds(note)
        if not embedded:
            return self.alone(note)
        found = {note: self.alone(note)}
        for _ in range(DEEPEST + 1):  # the last is shown as a link
            fresh = dict.fromkeys(below for below in embedded if below not in found)
            found |= {below: self.alone(below) for below in fresh}
            embedded = [further for below in fresh for further in embeds(below)]
        return digest(found[note], sorted(found.values()))

    def alone(self, note: Note) -> bytes:
        """Return the key of a text without what it embeds."""
        if note not in self.known:
            leads = [seen(target) for target in note.targets]
            tags = [self.tag_pages.get(tag) for tag in note.written_tags]
            about = (note.path, note.title, note.content_hash, leads, note.fragments, tags)
            self.known[note] = digest(about)
        return self.known[note]


def seen(target: Note | Attachment | str | None) -> object:
    """Return what a text shows of what it links to."""
    match target:
        case Note():
            return target.href, target.title
        case Attachment():
            return target.href, target.shown
        case _:
            return target


def embeds(note: Note) -> list[Note]:
    """Return the notes that a text embeds."""
    return [
        target
        for link, target in zip(note.links, note.targets, strict=True)
        if link.kind == "embed" and isinstance(target, Note)
    ]
