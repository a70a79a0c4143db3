"""Old names of notes: each becomes a page that leads to the new address."""

from collections.abc import Sequence

from shared.garden.note import Note
from shared.garden.problem import Problems
from shared.garden.slugs import HOME, complaint, slug_of


def moved(notes: Sequence[Note], problems: Problems) -> dict[str, Note]:
    """Return the note that each old slug leads to; a real page is never overwritten."""
    pages = {note.slug.casefold(): note for note in notes}
    leads: dict[str, Note] = {}
    places: dict[str, Note] = {}
    for note in notes:
        for alias in dict.fromkeys(map(slug_of, note.aliases)):
            wrong = clash(alias, note, pages, leads)
            if wrong:
                problems.error(note.path, 1, 1, wrong)
            elif alias.casefold() == note.slug.casefold():
                problems.warn(note.path, 1, 1, f"alias {alias!r} is the note's own address")
            elif alias and alias.casefold() not in leads:
                leads[alias.casefold()] = note
                places[alias] = note
    home = pages.get(HOME)
    return places | ({HOME: home} if home else {})


def clash(alias: str, note: Note, pages: dict[str, Note], leads: dict[str, Note]) -> str | None:
    """Say why an alias cannot lead to its note, or return None."""
    if alias and complaint(alias):
        return f"alias {alias!r}: {complaint(alias)}"
    taken = pages.get(alias.casefold()) or leads.get(alias.casefold())
    if taken and taken is not note:
        return f"alias {alias!r} of {note.path} is taken by {taken.path}"
    return None
