"""Old names of notes: each becomes a page that leads to the new address."""

from collections.abc import Sequence

from shared.garden.note import Note
from shared.garden.problem import Problems
from shared.garden.woven.slugs import HOME, complaint, slug_of


def moved(notes: Sequence[Note], problems: Problems) -> dict[str, Note]:
    """Return the note that each old slug leads to; a real page is never overwritten."""
    pages = {note.slug.casefold(): note for note in notes}
    leads: dict[str, Note] = {}
    places: dict[str, Note] = {}
    for note in notes:
        for alias in dict.fromkeys(slug for slug in map(slug_of, note.aliases) if slug):
            page, earlier = pages.get(alias.casefold()), leads.get(alias.casefold())
            if page or earlier or complaint(alias):
                complain(alias, note, page, earlier, problems)
            else:
                leads[alias.casefold()] = places[alias] = note
    home = pages.get(HOME)
    return places | ({HOME: home} if home else {})


def complain(
    alias: str, note: Note, page: Note | None, earlier: Note | None, problems: Problems
) -> None:
    """Say why an alias gets no page."""
    place = note.place_of("aliases" if "aliases" in note.places else "alias")
    said = f"alias {alias!r} of {note.path}"
    if page is note:
        problems.warn(note.path, *place, f"{said} is its own address already")
    elif page:
        problems.error(note.path, *place, f"{said} is the address of {page.path}; it gets no page")
    elif earlier is None:
        problems.warn(note.path, *place, f"{said} gets no page: {complaint(alias)}")
    elif earlier is not note:
        problems.warn(note.path, *place, f"{said} leads to {earlier.path} already")
