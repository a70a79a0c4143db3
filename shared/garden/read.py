"""Walk a vault: which files are notes, which are attachments, and which are nobody's business."""

import os
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

from shared.garden.config import Config
from shared.garden.foreign.unbuilt import passing_over
from shared.garden.note import Attachment
from shared.garden.problem import Problems
from shared.garden.written import FILE

NOTES = (".md", ".markdown")
UNREAD = {"node_modules", "__pycache__"}
# In a vault that has no folder for its notes alone.
BESIDE_NOTES = (FILE, "[Tt]emplates")


@dataclass(slots=True)
class Vault:
    """The files of a garden, in a stable order."""

    notes: list[tuple[str, Path]] = field(default_factory=list[tuple[str, Path]])
    attachments: list[Attachment] = field(default_factory=list[Attachment])


def read_vault(site: Path, out: Path, config: Config, problems: Problems) -> Vault:
    """List the notes, and what may be shown in them: files beside them and in `assets`."""
    vault = Vault()
    is_plain = config.notes == site
    ignore = (*config.ignore, *BESIDE_NOTES) if is_plain else config.ignore
    is_passed_over = passing_over(site, config.notes, config.rules)
    for path, file in files(config.notes, out, ignore, problems):
        if file.suffix.lower() in NOTES:
            if not is_passed_over(file):
                vault.notes.append((path, file))
        else:
            vault.attachments.append(Attachment(path, file))
    if not is_plain:
        for path, file in files(site / "assets", out, config.ignore, problems):
            vault.attachments.append(Attachment(f"assets/{path}", file))
    return vault


def files(
    root: Path, out: Path, ignore: tuple[str, ...], problems: Problems
) -> Iterator[tuple[str, Path]]:
    """Yield files below a folder by path; what a symlink smuggles in from outside stays out."""
    home, built = root.resolve(), out.resolve()
    for folder, folders, names in os.walk(root):
        here = Path(folder)
        folders[:] = sorted(
            name
            for name in folders
            if wanted(root, here / name, ignore) and (here / name).resolve() != built
        )
        for name in sorted(names):
            file = here / name
            path = unicodedata.normalize("NFC", file.relative_to(root).as_posix())
            if not wanted(root, file, ignore):
                continue
            if path != path.encode(errors="replace").decode():
                problems.warn(ascii(path), 1, 1, "has a name that is no text; left out")
            elif file.is_symlink() and not file.resolve().is_relative_to(home):
                problems.warn(path, 1, 1, "is a link to a file outside the garden; left out")
            elif file.is_file():
                yield path, file


def wanted(root: Path, file: Path, ignore: tuple[str, ...]) -> bool:
    """Tell whether a file or folder belongs to the garden."""
    path = file.relative_to(root).as_posix()
    if file.name.startswith(".") or file.name in UNREAD:
        return False
    return not any(fnmatch(path, pattern) or fnmatch(file.name, pattern) for pattern in ignore)
