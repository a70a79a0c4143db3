"""Where the privacy notice is to which every form links: a note, or a page elsewhere."""

from collections.abc import Iterable
from urllib.parse import urlsplit

from shared.garden.note import Note
from shared.garden.problem import Problems
from shared.garden.vault.config import Config
from shared.garden.vault.written import FILE
from shared.garden.woven.nearest import Nearest

WEB = ("https", "http")


def notice(notes: Iterable[Note], config: Config, problems: Problems) -> str:
    """Return a path of the garden or an address elsewhere; nothing where `privacy` says none.

    A note that is not public is none, and what cannot be followed is an error: a form without the
    notice is what the gardener has just ruled out.
    """
    said = config.privacy
    if said is None or not said.text:
        return ""
    if ":" in said.text:
        if is_address(said.text):
            return said.text
        problems.error(
            FILE, *said.place, f"privacy is {said.text!r}; write an address as https://…"
        )
        return ""
    slug = said.text.strip("/")
    by_slug = {note.slug: note.href for note in notes}
    if slug not in by_slug:
        meant = Nearest(sorted(by_slug)).nearest(slug)
        hint = f"; did you mean {meant!r}?" if meant else ""
        told = f"privacy is {said.text!r}, the slug of no public note{hint}"
        problems.error(FILE, *said.place, told)
    return by_slug.get(slug, "")


def is_address(said: str) -> bool:
    """Tell whether a text is the address of a page on the web."""
    try:
        parts = urlsplit(said)
        return parts.scheme in WEB and bool(parts.hostname) and not set(said) & set(" \"'<>\\")
    except ValueError:
        return False
