"""Notice that something in a folder has changed, also when the folder itself was replaced."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from pathlib import Path

from watchfiles import awatch  # pyright: ignore[reportUnknownVariableType] - of its types one is trio's

from shared.garden.foreign.eleventy_ignores import GITIGNORE, IGNORES
from shared.garden.vault import obsidian
from shared.garden.vault.ignoring import UNREAD

STEP = 50  # milliseconds in which changes count as one
PAUSE = 0.5
# What editors write beside a file while they have it open, or save it.
PASSING = re.compile(r"~$|\.sw.$|^#.*#$|^4913$|\.tmp$", re.IGNORECASE)
# Of all that is hidden, what is read. Obsidian writes much more, whenever a window is moved.
READ = {
    IGNORES,
    GITIGNORE,
    *(f"{obsidian.FOLDER}/{name}" for name, _ in (*obsidian.TEMPLATES, obsidian.DAILY)),
    f"{obsidian.FOLDER}/{obsidian.EXCLUDED[0]}",
}


async def changes(folder: Path, stopping: asyncio.Event) -> AsyncGenerator[set[Path]]:
    """Yield after every change which files it was, if that is known, until `stopping` is set.

    A watch clings to the folder that it began with. When that is removed or replaced, as by an
    unpacked archive or another branch, the new one is watched as soon as it is there.
    """
    watched, is_new = identity(folder), False
    while not stopping.is_set():
        if watched is None:
            await pause(stopping)
        else:
            async with aclosing(watch(folder, stopping)) as noticed:
                async for changed in noticed:
                    if identity(folder) != watched:
                        break
                    if changed or is_new:  # what was written before the watch began counts, too
                        is_new = False
                        yield changed
        before, watched = watched, identity(folder)
        if watched != before:
            is_new = True
            yield set()


async def watch(folder: Path, stopping: asyncio.Event) -> AsyncGenerator[set[Path]]:
    """Yield what has changed, at least once a second."""
    looks = awatch(
        folder,
        watch_filter=lambda _, path: matters(folder, Path(path)),
        stop_event=stopping,
        step=STEP,
        rust_timeout=1000,
        yield_on_timeout=True,
    )
    async with aclosing(looks) as found:
        async for changed in found:
            yield {Path(path) for _, path in changed}


def matters(folder: Path, file: Path) -> bool:
    """Tell whether a garden may look otherwise because a file has changed."""
    try:
        parts = file.relative_to(folder).parts
    except ValueError:
        return True
    if any(PASSING.search(part) for part in parts):
        return False
    hidden = [at for at, part in enumerate(parts) if part.startswith(".") or part in UNREAD]
    return not hidden or "/".join(parts[hidden[0] :]) in READ


def identity(folder: Path) -> tuple[int, int] | None:
    """Return what tells a folder from another of the same name, None if there is none."""
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


async def pause(stopping: asyncio.Event) -> None:
    """Wait a moment, or less when it is time to stop."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PAUSE):
            await stopping.wait()
