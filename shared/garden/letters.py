"""Letters that the gardener writes: Markdown in `letters/`, and no notes.

A letter that is no draft can be mailed. It has a page once it says `public: true`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from shared.garden.note import Note
from shared.garden.pages.html import Printer
from shared.garden.problem import Problems
from shared.garden.seed import Seed, Sower
from shared.garden.vault.config import Config
from shared.garden.vault.dates import day
from shared.garden.vault.front_matter import BadFrontMatter, load, split, tidy
from shared.garden.vault.letter_files import LETTERS
from shared.garden.vault.private import UnknownAnswer, decide
from shared.garden.woven.slugs import href, slug_of, writable
from shared.garden.writing.text import Text


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as it was read. Its links are woven like those of a note."""

    note: Note
    text: Text
    is_public: bool

    @property
    def name(self) -> str:
        """Return what the gardener calls it: its path in `letters/`, without the ending."""
        return self.note.name.removeprefix(f"{LETTERS}/")

    def mail(self, printer: Printer) -> dict[str, object]:
        """Return it as the functions take it."""
        note = self.note
        return {
            "id": note.path,
            "title": note.title,
            "date": day(note.planted_at).isoformat() if note.planted_at else None,
            "language": note.language,
            "excerpt": note.excerpt,
            "content_hash": note.content_hash,
            "mail_html": "".join(printer.mail(note)),
            "url": printer.site_url + note.href if self.is_public else None,
        }


def read_letters(
    written: Iterable[tuple[str, Path]], config: Config, problems: Problems
) -> list[Letter]:
    """Read every letter that is no draft, the latest first; `written` are those of the vault."""
    sower = Sower(replace(config, publish="all", rules=None), are_letters=True)
    found: list[Letter] = []
    for path, file in written:
        seed, text = sow(sower, path, file)
        problems.add(seed.errors, seed.warnings)
        note = seed.note
        if note is None or text is None:
            continue
        note.slug = slug_of(note.name)  # its path is its name, and no front matter moves it
        note.href = href(note.slug)
        if not writable(note.slug):
            problems.error(
                note.path, 1, 1, f"no page can have the URL {note.href}; rename the file"
            )
            continue
        if note.href in {letter.note.href for letter in found}:
            problems.error(note.path, 1, 1, f"another letter has the URL {note.href}")
            continue
        found.append(Letter(note, text, is_public=is_public(note.path, file, problems)))
    return sorted(found, key=lambda letter: (when(letter), letter.note.path), reverse=True)


def sow(sower: Sower, path: str, file: Path) -> tuple[Seed, Text | None]:
    """Read one file."""
    try:
        return sower.sow(path, file.read_bytes())
    except OSError as error:
        return sower.unreadable(path, error), None


def when(letter: Letter) -> str:
    """Return the day of a letter, by which they are in order."""
    return day(letter.note.planted_at).isoformat() if letter.note.planted_at else ""


def is_public(path: str, file: Path, problems: Problems) -> bool:
    """Tell whether a letter says that it has a page; what cannot be understood says no."""
    try:
        source, _, _ = split(tidy(file.read_bytes().decode("utf-8")))
        marks = load(source).every("public")
        return bool(marks) and all([decide(mark) for mark in marks])
    except UnknownAnswer as error:
        problems.error(path, error.value.line, error.value.column, str(error))
    except (BadFrontMatter, OSError, UnicodeDecodeError):
        pass  # said when it was read as a note
    return False


def public(letters: Sequence[Letter]) -> list[Note]:
    """Return the letters that have a page."""
    return [letter.note for letter in letters if letter.is_public]
