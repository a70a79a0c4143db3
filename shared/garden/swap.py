"""Put a finished build in the place of the old one, whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

MARK = "notes.json"  # every build has one; a folder without it is somebody's


class Occupied(ValueError):
    """The place for the build holds something that no build has made."""


@contextmanager
def swapped(out: Path, site: Path) -> Generator[Path]:
    """Give a fresh folder beside `out`, which takes its place when all went well."""
    out = out.absolute()
    refuse_strangers(out, site.resolve())
    out.parent.mkdir(parents=True, exist_ok=True)
    old = out.with_name(f".{out.name}.old")
    if old.exists() and not out.exists():
        old.rename(out)  # a crash between the two renames below
    fresh = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        yield fresh
        fresh.chmod(0o755)
        exchange(fresh, out, old)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def exchange(fresh: Path, out: Path, old: Path) -> None:
    """Move the old build aside, the new one in, and clear up."""
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        out.rename(old)
    os.rename(fresh, out)
    shutil.rmtree(old, ignore_errors=True)


def refuse_strangers(out: Path, site: Path) -> None:
    """Never replace a folder that something else filled, least of all the notes."""
    if site.is_relative_to(out.resolve()):
        raise Occupied(f"{out} holds the notes themselves; choose another place for the build")
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise Occupied(f"{out} is not a folder; choose another place for the build")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise Occupied(f"{out} is not empty and holds no build; choose another place for it")
