"""Walk a vault: which files are notes, which are attachments, and which are nobody's business."""

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from shared.garden.foreign.unbuilt import passing_over
from shared.garden.note import Attachment
from shared.garden.problem import Problems
from shared.garden.vault import obsidian
from shared.garden.vault.config import Config
from shared.garden.vault.letter_files import LETTERS, parted
from shared.garden.vault.written import FILE

NOTES = (".md", ".markdown")
UNREAD = {"node_modules", "__pycache__"}
# In a vault that has no folder for its notes alone.
BESIDE_NOTES = (FILE, "[Tt]emplates")


@dataclass(slots=True)
class Vault:
    """The files of a garden, in a stable order. Letters have paths that begin with `letters/`."""

    notes: list[tuple[str, Path]] = field(default_factory=list[tuple[str, Path]])
    letters: list[tuple[str, Path]] = field(default_factory=list[tuple[str, Path]])
    attachments: list[Attachment] = field(default_factory=list[Attachment])


def read_vault(site: Path, out: Path, config: Config, problems: Problems) -> Vault:
    """List the notes, and what may be shown in them: files beside them and in `assets`.

    The folder of the notes may itself be a link: whose garden it is has put it there.
    """
    vault = Vault()
    is_plain = config.notes == site
    ignore = (*config.ignore, *BESIDE_NOTES) if is_plain else config.ignore
    is_passed_over = passing_over(site, config.notes, config.rules, problems)
    is_none = obsidian.passing_over(site, config.notes, problems)
    for path, file in files(config.notes, out, ignore, problems):
        if file.suffix.lower() in NOTES:
            if not (is_passed_over(file) or is_none(file)):
                vault.notes.append((path, file))
        else:
            vault.attachments.append(Attachment(path, file))
    if not is_plain:
        for path, file in files(site / "assets", out, config.ignore, problems):
            vault.attachments.append(Attachment(f"assets/{path}", file))
    vault.notes, vault.letters = parted(vault.notes, site, config, problems)
    if not is_plain and config.letters is not False:
        for name in folders_of_letters(site, config.notes):
            vault.letters += [
                (f"{LETTERS}/{path}", file)
                for path, file in files(site / name, out, config.ignore, problems)
                if file.suffix.lower() in NOTES
            ]
    return vault


def folders_of_letters(site: Path, notes: Path) -> list[str]:
    """Return how folders of letters are called that lie in another, beside the notes."""
    return [
        entry.name
        for entry in entries(site)
        if entry.name.casefold() == LETTERS
        and not leads_around(entry)
        and entry.is_dir()
        and not notes.is_relative_to(site / entry.name)
    ]


def files(
    root: Path, out: Path, ignore: tuple[str, ...], problems: Problems
) -> Iterator[tuple[str, Path]]:
    """Yield files below a folder by path; what a link in it smuggles in from outside stays out."""
    home, built = root.resolve(), out.resolve()
    folders = [("", root)]
    while folders:
        below, here = folders.pop(0)
        deeper: list[tuple[str, Path]] = []
        for entry in entries(here):
            written, file = below + entry.name, here / entry.name
            if not wanted(written, entry.name, ignore):
                continue
            if leads_around(entry):
                problems.warn(written, 1, 1, "is a link to a folder, or to itself; left out")
            elif not entry.is_dir():
                if path := checked(written, entry, file, home, problems):
                    yield path, file
            elif file.resolve() != built:
                deeper.append((f"{written}/", file))
        folders[:0] = deeper


def leads_around(entry: os.DirEntry[str]) -> bool:
    """Tell whether an entry links to a folder, which may hold this one, or to itself."""
    try:
        return entry.is_symlink() and entry.is_dir()
    except OSError:
        return True


def checked(
    written: str, entry: os.DirEntry[str], file: Path, home: Path, problems: Problems
) -> str | None:
    """Return the path of a file that is one, and lies in the garden."""
    path = unicodedata.normalize("NFC", written)
    if path != path.encode(errors="replace").decode():
        problems.warn(ascii(path), 1, 1, "has a name that is no text; left out")
    elif entry.is_symlink() and not file.resolve().is_relative_to(home):
        problems.warn(path, 1, 1, "is a link to a file outside the garden; left out")
    elif entry.is_file():
        return path
    return None


def entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return what lies in a folder by name; in one that may not be read or is gone, nothing."""
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError:
        return []


def wanted(path: str, name: str, ignore: tuple[str, ...]) -> bool:
    """Tell whether a file or folder belongs to the garden."""
    if name.startswith(".") or name in UNREAD:
        return False
    return not any(fnmatch(path, pattern) or fnmatch(name, pattern) for pattern in ignore)
