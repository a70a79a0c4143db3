"""Build a garden anew after each change, and show a saved note while that takes its time."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from time import monotonic
from unicodedata import normalize

from functions.dev.home import Home
from functions.dev.left_out import LeftOut
from functions.dev.memory import give_back
from functions.dev.problems import counted, errors_of, lines_of, warnings_of
from functions.dev.reloading import Builds
from functions.dev.watching import changes
from shared.garden.build import build
from shared.garden.glimpse import Glimpse
from shared.garden.report import Report
from shared.settings import Settings

log = logging.getLogger("thistledown.dev")

QUIET = 0.2  # seconds without a change after which the garden is built
PATIENCE = 2.0  # seconds after which it is built though changes go on
FEW = 10  # files that change at once; of more a build tells sooner


def one_thread() -> ThreadPoolExecutor:
    """Return where builds run: each thread of a process keeps memory of its own."""
    return ThreadPoolExecutor(1, "build")


@dataclass(slots=True, repr=False)
class Tending:
    """A garden that is built whenever something in it changes; `say` prints a line.

    `also` is done with each build that has written anything.
    """

    home: Home
    site: Path
    settings: Settings
    say: Callable[[str], None]
    also: Callable[[Report], None] = lambda report: None
    shows_warnings: bool = True  # in the pages
    builds: Builds = field(default_factory=Builds)  # of which open pages hear
    left_out: LeftOut = field(default_factory=LeftOut)
    told: list[str] = field(default_factory=list[str])  # the problems said last
    errors: list[str] = field(default_factory=list[str])  # those that pages show
    warnings: list[str] = field(default_factory=list[str])  # the same
    report: Report | None = None  # of the last build that wrote anything
    unbuilt: set[Path] = field(default_factory=set[Path])  # changed since a build began
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    built: asyncio.Event = field(default_factory=asyncio.Event)  # for the first time
    showing: asyncio.Lock = field(default_factory=asyncio.Lock)
    builder: ThreadPoolExecutor = field(default_factory=one_thread)

    def begin_with(self, report: Report) -> None:
        """Go on from a first build, of which the gardener was told."""
        if report.is_built:
            self.report = report
            self.left_out.settle(report, self.site)
        self.errors, self.told = errors_of(self.site, report), lines_of(self.site, report)
        self.built.set()

    async def watch(self, stopping: asyncio.Event) -> None:
        """Show what is saved, and build, until `stopping` is set.

        Notes are shown while a build is running, too: what was saved last is what one looks for.
        """
        building = asyncio.create_task(self.keep_building(stopping))
        try:
            async for changed in changes(self.site, stopping):
                self.unbuilt |= changed
                await self.glance(changed)
                self.changed.set()
        finally:
            self.built.set()
            self.changed.set()
            await building

    async def keep_building(self, stopping: asyncio.Event) -> None:
        """Build after every change, or after many that come together."""
        await self.built.wait()
        while not stopping.is_set():
            await self.changed.wait()
            await self.quiet()
            if stopping.is_set():
                return
            try:
                report = await self.rebuild()
            except Exception as error:  # a broken note must not end the server
                log.info("the garden could not be rebuilt", exc_info=True)
                self.errors = [f"The garden could not be rebuilt: {error}"]
                self.say(self.errors[0])
                self.builds.tell(self.errors, self.warnings)
            else:
                what = "rebuilt" if report.is_built else "not rebuilt, the garden stays as it was"
                self.say(f"{datetime.now():%H:%M:%S} {what}: {in_short(report)}.")  # noqa: DTZ005 - the gardener's clock

    async def quiet(self) -> None:
        """Wait until nothing more changes: files that come together are built together."""
        end = monotonic() + PATIENCE
        while self.changed.is_set() and monotonic() < end:
            self.changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(QUIET):
                    await self.changed.wait()
        self.changed.clear()

    async def rebuild(self) -> Report:
        """Build the garden and say what is newly wrong with it."""
        self.keep_pages(self.unbuilt)
        self.unbuilt.clear()
        report = await asyncio.get_running_loop().run_in_executor(self.builder, self.build)
        if report.is_built:
            await self.take(report)
            self.left_out.settle(report, self.site)
            self.also(report)
        self.built.set()
        await self.show(set(self.unbuilt))  # the build may have read these before
        self.errors = errors_of(self.site, report)
        self.warnings = warnings_of(self.site, report) if self.shows_warnings else []
        self.builds.tell(self.errors, self.warnings)
        problems = lines_of(self.site, report)
        for problem in problems:
            if problem not in self.told:
                self.say(problem)
        self.told = problems
        self.builder.submit(give_back)
        return report

    def build(self) -> Report:
        """Build the garden."""
        return build(
            self.site,
            self.home.dist,
            site_url=self.settings.site_url,
            functions_url=self.settings.functions_url,
            cache=self.home.cache,
            pictures=self.home.pictures,
        )

    def keep_pages(self, changed: set[Path]) -> None:
        """Keep the pages of a few notes, which may have an error by now."""
        if self.report and len(changed) <= FEW:
            paths = [path for file in changed if (path := self.below(file))]
            self.left_out.remember(self.report, self.home.dist, paths)

    async def take(self, report: Report) -> None:
        """Show notes from now on as they are in a new build."""
        async with self.showing:
            before, self.report = self.report, report
            if report.glimpse:
                report.glimpse.rest()
            if before and before.glimpse:
                before.glimpse.let_go()

    async def glance(self, changed: set[Path]) -> None:
        """Show notes that were saved at once; all else waits until the garden is built."""
        if await self.show(changed):
            self.builds.tell(self.errors, self.warnings)

    async def show(self, changed: set[Path]) -> bool:
        """Print the pages of those notes among a few files that the last build knows."""
        if len(changed) > FEW:
            return False
        async with self.showing:
            glimpse = self.report.glimpse if self.report else None
            if glimpse is None:
                return False
            shown = [await asyncio.to_thread(self.print, file, glimpse) for file in changed]
        return any(shown)

    def print(self, file: Path, glimpse: Glimpse) -> bool:
        """Print the page of a note, if it is one and its page can tell by itself."""
        try:
            path, content = self.below(file), file.read_bytes()
            # An empty file is about to be written.
            return bool(path and content) and glimpse.show(path, content)
        except OSError:  # it is gone
            return False
        except Exception:  # what goes wrong here the build will tell
            log.info("a note could not be shown before the build", exc_info=True)
            return False

    def below(self, file: Path) -> str:
        """Return the path of a file below the folder of notes; nothing where it lies elsewhere."""
        folder = (self.report.folder if self.report else self.site).resolve()
        file = file.resolve()
        below = file.relative_to(folder).as_posix() if file.is_relative_to(folder) else ""
        return normalize("NFC", below)


def in_short(report: Report) -> str:
    """Return how a build went."""
    parts = [counted(len(report.notes), "note")] if report.is_built else []
    parts += [counted(len(report.errors), "error")] if report.errors else []
    parts += [counted(len(report.warnings), "warning")] if report.warnings else []
    return ", ".join(parts)
