"""Put a finished build in the place of the old one, whole or not at all."""

import os
import re
import shutil
import tempfile
import time
from collections.abc import Generator, Iterable, Set
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path

MARK = "notes.json"  # every build has one; a folder without it is somebody's
OURS = re.compile(rb'\{\s*"version":\s*\d+,\s*"site":\s*\{')  # how each of them begins
UNFINISHED = ".building"
HERE, EXCHANGE = -100, 2  # AT_FDCWD of Linux; RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS
DAY = 24 * 3600  # seconds; no build takes as long


class Occupied(ValueError):
    """The place for the build holds something that no build has made."""


@contextmanager
def swapped(out: Path, homes: Iterable[Path], pages: Set[str] | None = None) -> Generator[Path]:
    """Give a folder beside `out`, which takes its place when all went well.

    No folder that the gardener has filled is ever replaced, least of all one of these `homes`.
    Where the `pages` of the last build are known, the build before it is not removed, but given to
    the next, with nothing in it but those of these pages that are the same files as in `out`: to
    make and to remove thousands of folders is dear.
    """
    out = out.absolute()
    old = out.with_name(f".{out.name}.old")
    refuse_homes(out, homes)
    for place in (out, old):
        refuse_strangers(place)
    out.parent.mkdir(parents=True, exist_ok=True)
    if old.exists() and not out.exists():
        old.rename(out)  # a crash between the two renames below
    sweep(out)
    fresh = Path(tempfile.mkdtemp(UNFINISHED, f".{out.name}.", out.parent))
    try:
        if pages is not None:
            with suppress(OSError):  # there is none, or somebody else has it
                old.rename(fresh)
                os.utime(fresh)
            strip(fresh, out, pages)
        with named(out):
            yield fresh
        fresh.chmod(0o755)
        exchange(fresh, out, old)
        if pages is None:
            shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


@contextmanager
def named(out: Path) -> Generator[None]:
    """Say where it was when a file that was open could not be written: a disk is full."""
    try:
        yield
    except OSError as error:
        if error.errno and error.filename is None:
            error.filename = os.fspath(out)
        raise


def strip(folder: Path, out: Path, pages: Set[str]) -> None:
    """Leave in an older build only the pages that are the same files in the last one."""
    for here, _, names in os.walk(folder, topdown=False):
        below = os.path.relpath(here, folder).replace(os.sep, "/")
        for name in names:
            file, path = os.path.join(here, name), name if below == "." else f"{below}/{name}"
            if path not in pages or not is_same(file, os.path.join(out, path)):
                os.unlink(file)
        if below != ".":
            with suppress(OSError):  # something is still in it
                os.rmdir(here)


def is_same(file: str, other: str) -> bool:
    """Tell whether two names lead to one file."""
    try:
        return os.path.samefile(file, other)
    except OSError:
        return False


def exchange(fresh: Path, out: Path, old: Path) -> None:
    """Move the last build aside, and the new one in."""
    shutil.rmtree(old, ignore_errors=True)
    if at_once(fresh, out):
        fresh.rename(old)
    elif out.exists():
        out.rename(old)
        os.rename(fresh, out)
    else:
        os.rename(fresh, out)
        return
    old.chmod(0o700)  # it may hold what is private by now, and lie where pages are served


def at_once(one: Path, other: Path) -> bool:
    """Let two folders change their places in one step, where the system knows how to.

    Between two renames there would be a moment without a site: see renameat2(2) of Linux, and
    renamex_np(2) of macOS.
    """
    import ctypes  # for this alone

    names = os.fsencode(one), os.fsencode(other)
    system = ctypes.CDLL(None)
    with suppress(AttributeError):
        return system.renameat2(HERE, names[0], HERE, names[1], EXCHANGE) == 0
    with suppress(AttributeError):
        return system.renamex_np(*names, EXCHANGE) == 0
    return False


def sweep(out: Path) -> None:
    """Remove what builds into `out` have left that were killed days ago."""
    for left in out.parent.glob(f".{escape(out.name)}.*{UNFINISHED}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > DAY:
                shutil.rmtree(left)


def refuse_homes(out: Path, homes: Iterable[Path]) -> None:
    """Never replace a folder in which the notes lie, or what belongs to them."""
    for home in homes:
        if home.resolve().is_relative_to(out.resolve()):
            raise Occupied(f"{out} holds {home} itself; choose another place for the build")


def refuse_strangers(place: Path) -> None:
    """Never replace a folder that something else has filled."""
    if place.is_symlink() or (place.exists() and not place.is_dir()):
        raise Occupied(f"{place} is not a folder; choose another place for the build")
    if place.is_dir() and any(place.iterdir()) and not is_ours(place):
        raise Occupied(f"{place} is not empty and holds no build; choose another place for it")


def is_ours(folder: Path) -> bool:
    """Tell whether a build has made a folder."""
    try:
        with (folder / MARK).open("rb") as file:
            return bool(OURS.match(file.read(100)))
    except OSError:
        return False
