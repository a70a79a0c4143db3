"""Where derived files are kept between builds, each under a name that tells its content."""

import os
import shutil
import time
from pathlib import Path

OLD = 30 * 24 * 3600  # seconds; what no build has as long is made anew when it is wanted


def put(file: Path, content: bytes) -> None:
    """Write a file whole or not at all, also when two builds write it at once."""
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(file)


def names_in(folder: Path) -> set[str]:
    """Make a folder, and return the names of what is in it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return set(os.listdir(folder))


def link(source: Path, place: Path) -> None:
    """Give a file a second place; where the disk cannot do that, copy it."""
    try:
        os.link(source, place)
    except (FileNotFoundError, FileExistsError):
        raise
    except OSError:
        shutil.copy2(source, place)


def sweep(folder: Path, kept: set[str]) -> None:
    """Remove files that are old and that no build shows, neither this nor another."""
    now = time.time()
    with os.scandir(folder) as entries:
        for entry in entries:
            found = entry.stat(follow_symlinks=False)
            if now - found.st_mtime > OLD and found.st_nlink == 1 and entry.name not in kept:
                Path(entry.path).unlink(missing_ok=True)
