"""Print the pages that have changed since the last build, and take over all others from it."""

import os
import shutil
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager, suppress
from errno import ENOSPC
from functools import partial
from pathlib import Path

from msgspec import msgpack

from shared.garden import crew
from shared.garden.harvest import encode
from shared.garden.pages.sheets import Sheet
from shared.garden.problem import Problems
from shared.garden.store import Page, Store

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL

pages_of = msgpack.Decoder(list[Page]).decode


@contextmanager
def printing(
    sheets: Iterable[Sheet], folder: Path, last: Path, store: Store, problems: Problems
) -> Generator[None]:
    """Write every page into `folder`, while the block does what else there is to do.

    `last` is the finished build before it, if there is one.
    """
    known = {page.file: page for page in store.pages()}
    kept: list[Page] = []
    changed: list[Sheet] = []
    for sheet in sheets:
        page = known.get(sheet.file)
        if page and page.key == sheet.key and take_over(page, last, folder):
            kept.append(page)
        else:
            changed.append(sheet)
    work = partial(print_share, folder=folder, problems=problems)
    with crew.sharing(changed, work) as shares:
        yield
    for printed in shares:
        kept += pages_of(printed)
    for page in kept:
        problems.warnings += page.warnings
    for gone in known.keys() - {page.file for page in kept}:
        remove(folder, gone)
    store.keep_pages(kept)


def remove(folder: Path, file: str) -> None:
    """Remove a page of the last build that is none of this, and what folders it leaves empty."""
    place = folder / file
    with suppress(OSError):
        place.unlink()
        while place.parent != folder:
            place = place.parent
            place.rmdir()


def print_share(sheets: Sequence[Sheet], folder: Path, problems: Problems) -> bytes:
    """Print some pages, and say of each what it is now and what is wrong with it."""
    printed: list[Page] = []
    for sheet in sheets:
        problems.warnings, before = [], problems.warnings
        file = folder / sheet.file
        html = sheet.make().encode()
        write(file, html)
        printed.append(Page(sheet.file, sheet.key, stamp(file), problems.warnings))
        problems.warnings = before
    return encode(printed)


def write(file: Path, content: bytes) -> None:
    """Write a new file, and the folders it lies in; one of the last build stays what it is."""
    name = os.fspath(file)
    make_folder(os.path.dirname(name))
    try:
        descriptor = os.open(name, NEW, 0o644)
    except FileExistsError:
        os.unlink(name)
        descriptor = os.open(name, NEW, 0o644)
    try:
        if os.write(descriptor, content) < len(content):
            raise OSError(ENOSPC, os.strerror(ENOSPC), name)
    finally:
        os.close(descriptor)


def make_folder(name: str) -> None:
    """Make a folder, unless it is there; mostly it is not, and the one that it lies in is."""
    try:
        os.mkdir(name)
    except FileExistsError:
        pass
    except FileNotFoundError:
        os.makedirs(name, exist_ok=True)


def take_over(page: Page, last: Path, folder: Path) -> bool:
    """Let a page of the last build be one of this, unless somebody has touched it since."""
    source, place = last / page.file, folder / page.file
    try:
        if stamp(source) != page.stamp:
            return False
        if not place.exists():  # what is there already is the same file
            link(source, place)
    except FileNotFoundError:
        return False
    return True


def link(source: Path, place: Path) -> None:
    """Give a file a second place; where the disk cannot do that, copy it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, place)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copy2(source, place)


def stamp(file: Path) -> str:
    """Return what changes with a page."""
    found = file.stat()
    return f"{found.st_mtime_ns}.{found.st_size}"
