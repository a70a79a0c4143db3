"""Notes whose addresses belong to the house: each gets another by itself, and none is lost."""

from collections.abc import Iterable

from shared.garden.note import Note
from shared.garden.problem import Problems
from shared.garden.woven.slugs import RESERVED, elsewhere, href, owner

ADVICE = "A line `slug: another-name` in its front matter says what you would rather have"


def make_way(note: Note) -> str:
    """Give a note a free address; return the slug that it would have had, if that was taken."""
    wanted = note.slug
    note.slug = elsewhere(wanted)
    if note.slug == wanted:
        return ""
    note.href = href(note.slug)
    return wanted


def make_all_way(notes: Iterable[Note], problems: Problems) -> None:
    """Give all notes free addresses, and say which they are: of a folder once."""
    folders: dict[str, list[Note]] = {}
    for note in notes:
        if wanted := make_way(note):
            first, _, below = wanted.partition("/")
            is_folder = below and first.casefold() in RESERVED
            folders.setdefault(first if is_folder else wanted, []).append(note)
    for wanted, moved in folders.items():
        note, rest = moved[0], len(moved) - 1
        where = f"this note and {rest} more are below /{note.slug.partition('/')[0]}/"
        said = f"{owner(wanted)}; {where if rest else f'the note is at {note.href}'}. {ADVICE}"
        problems.warn(note.path, *note.place_of("slug"), said)
