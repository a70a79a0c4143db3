"""Walk a folder of a vault: its files in order, and no link to what is nobody's business."""

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from shared.garden.problem import Problems
from shared.garden.vault.ignoring import all_wanted, wanted
from shared.garden.vault.private import is_kept_apart

NOTES = (".md", ".markdown")
OUTSIDE = "is a link to a file outside the garden; left out"
AT_HOME = "is a link to what is hidden, ignored, private or a note; left out"


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
                said = refusal(file, home, ignore) if entry.is_symlink() else ""
                if path := checked(written, entry, said, problems):
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


def refusal(link: Path, home: Path, ignore: tuple[str, ...]) -> str:
    """Say why a link is not followed: it leads out, or by another name to what is kept at home."""
    file = link.resolve()
    if not file.is_relative_to(home):
        return OUTSIDE
    inside = file.relative_to(home).as_posix()
    is_note = file.suffix.lower() in NOTES and link.suffix.lower() not in NOTES
    is_kept = is_note or is_kept_apart(inside) or not all_wanted(inside, ignore)
    return AT_HOME if is_kept else ""


def checked(written: str, entry: os.DirEntry[str], said: str, problems: Problems) -> str | None:
    """Return the path of a file that is one, unless something is said against it."""
    path = unicodedata.normalize("NFC", written)
    if path != path.encode(errors="replace").decode():
        problems.warn(ascii(path), 1, 1, "has a name that is no text; left out")
    elif said:
        problems.warn(path, 1, 1, said)
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


def lies_within(folder: Path, site: Path, problems: Problems) -> bool:
    """Tell whether a folder is the garden's own; one that is a link may lead anywhere."""
    if folder.resolve().is_relative_to(site.resolve()):
        return True
    problems.warn(folder.name, 1, 1, "is a link to a folder outside the garden; left out")
    return False
