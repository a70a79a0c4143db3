"""Which files the public notes use, how, and where they say so."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from shared.garden.note import Attachment, Note
from shared.garden.pages.files import PICTURES


@dataclass(slots=True)
class Use:
    """How one file is used."""

    is_picture: bool
    is_linked: bool = False  # that somebody can ask for the whole of it
    places: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])


def uses_of(notes: Iterable[Note]) -> dict[Attachment, Use]:
    """Return every file that notes show or link to. Private notes are never among them."""
    uses: dict[Attachment, Use] = {}
    for note in notes:
        for link, target in zip(note.links, note.targets, strict=True):
            if not isinstance(target, Attachment):
                continue
            use = uses.get(target)
            if use is None:
                ending = target.path.rpartition(".")[2].lower()
                use = uses[target] = Use(is_picture=ending in PICTURES)
            use.is_linked |= link.kind in ("link", "wikilink")
            use.places.append((note.path, link.line, link.column))
    return uses
