"""A garden that is tended as in development, without a database and without a server."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from time import monotonic
from urllib.parse import unquote

from functions.dev.home import Home
from functions.dev.tending import Tending
from tests.support.settings import settings_for

URL = "http://127.0.0.1:8000"  # a garden on this very machine has no cards to paint
SOON = 60.0


def new_tending(folder: Path, **notes: str) -> Tending:
    """Return what tends a new garden, which is built and which nobody watches."""
    site = folder / "site"
    site.mkdir()
    (site / "garden.toml").write_text('title = "Marginalia"\npublish = "all"\n', "utf-8")
    for name, text in notes.items():
        (site / f"{name}.md").write_text(text, "utf-8")
    settings = settings_for("", "smtp://mail.invalid", URL, functions_url=URL)
    tending = Tending(Home(folder / "data"), site, settings, say=lambda line: None)
    tending.home.prepare()
    asyncio.run(tending.rebuild())
    return tending


class Tended:
    """A garden that is watched."""

    def __init__(self, tending: Tending) -> None:
        self.tending = tending
        self.site = tending.site
        self.said: list[str] = []
        tending.say = self.said.append

    @property
    def problems(self) -> Sequence[str]:
        """Return what the open pages show."""
        return self.tending.builds.problems

    def builds(self) -> int:
        """Return how often the garden was built since it is watched."""
        return sum("rebuilt" in line for line in self.said)

    def write(self, name: str, text: str) -> None:
        """Write a file as editors do: a new one takes the place of the old."""
        file = self.site / name
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.tmp")
        fresh.write_text(text, "utf-8")
        fresh.replace(file)

    def page(self, path: str) -> str:
        """Return a page, nothing where there is none."""
        try:
            return (self.tending.home.dist / unquote(path) / "index.html").read_text("utf-8")
        except OSError:
            return ""


@asynccontextmanager
async def watched(tending: Tending) -> AsyncGenerator[Tended]:
    """Watch a garden with a note `probe` until the block ends; its watch has begun by then."""
    tended, stopping = Tended(tending), asyncio.Event()
    watching = asyncio.create_task(tending.watch(stopping))
    turns = count()
    try:
        await until(
            lambda: "Turn" in tended.page("probe"),
            meanwhile=lambda: tended.write("probe.md", f"Turn {next(turns)}.\n"),
        )
        yield tended
    finally:
        stopping.set()
        await watching


async def until(
    condition: Callable[[], object], *, meanwhile: Callable[[], object] = lambda: None
) -> None:
    """Wait for something, and do something about it again and again."""
    end = monotonic() + SOON
    while not condition():
        assert monotonic() < end, "it did not come true in time"
        meanwhile()
        await asyncio.sleep(0.1)
