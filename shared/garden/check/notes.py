"""Notes by themselves: those that nothing leads to or from, and pictures without words."""

from collections.abc import Iterator, Sequence

from shared.garden.check.finding import Finding
from shared.garden.note import Attachment, Link, Note
from shared.garden.pages.files import PICTURES, SIZE
from shared.garden.woven.slugs import HOME


def orphans(notes: Sequence[Note]) -> Iterator[Finding]:
    """Yield listed notes that link to no other note, and to which no other note links."""
    joined: set[Note] = set()
    for note in notes:
        others = {target for target in note.targets if isinstance(target, Note)} - {note}
        joined |= others | {note} if others else set()
    for note in notes:
        if note.should_index and note not in joined and note.slug != HOME:
            yield Finding(note.path, 1, 1, "orphan", "no note links here, and it links to none")


def without_words(notes: Sequence[Note]) -> Iterator[Finding]:
    """Yield pictures that say nothing to who cannot see them (WCAG 2.2, 1.1.1)."""
    for note in notes:
        for link, target in zip(note.links, note.targets, strict=True):
            if is_picture(link, target) and not words_of(link):
                yield Finding(note.path, link.line, link.column, "missing-alt", advice(link))


def is_picture(link: Link, target: object) -> bool:
    """Tell whether a link shows a picture."""
    if link.kind == "image":
        return target is not None
    if link.kind != "embed" or not isinstance(target, Attachment):
        return False
    return target.path.rpartition(".")[2].lower() in PICTURES


def words_of(link: Link) -> str:
    """Return what is said of a picture besides its size and its name."""
    if link.kind == "embed" and link.label == link.url:
        return ""
    parts = [part.strip() for part in link.label.split("|")]
    return " ".join(part for part in parts if part and not SIZE.fullmatch(part))


def advice(link: Link) -> str:
    """Say how words are put to a picture."""
    sizes = [part for each in link.label.split("|") if SIZE.fullmatch(part := each.strip())]
    words = "|".join(["what it shows", *sizes[:1]])
    if link.kind == "embed":
        return f"picture without words; write ![[{link.url}|{words}]]"
    return f"picture without words; write ![{words}]({link.url})"
