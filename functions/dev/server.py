"""What `thistledown dev` runs: database, garden, functions, inbox and tick, in one process."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from unicodedata import normalize

from starlette.applications import Starlette
from starlette.routing import Mount

from functions import local
from functions.app import create_app
from functions.dev import inbox, reloading
from functions.dev.garden_files import GardenFiles
from functions.dev.home import Home
from functions.dev.problems import counted, errors_of, lines_of, summary
from functions.dev.reloading import Builds
from functions.dev.watching import changes
from shared import tx
from shared.garden.build import Report, build
from shared.newsletter import garden
from shared.newsletter.announcing.manifest import BadManifest, read
from shared.newsletter.announcing.planning import announce
from shared.newsletter.delivering import pace
from shared.settings import Settings

log = logging.getLogger("thistledown.dev")


@dataclass(slots=True)
class Server:
    """A development server; `say` prints a line for the gardener."""

    home: Home
    site: Path
    settings: Settings
    say: Callable[[str], None]
    told: list[str] = field(default_factory=list[str])  # the problems said last
    builds: Builds = field(default_factory=Builds)
    report: Report | None = None  # of the last build

    async def run(self, *, host: str, port: int, ready: Callable[[int], None]) -> None:
        """Build, serve, tick and watch until a signal comes."""
        stopping = asyncio.Event()
        local.stop_on_signals(stopping)
        app = self.application(stopping)
        await self.settle_in()
        report = await self.rebuild()
        if said := summary(report):
            self.say(said)
        await self.post_baseline(report)
        watching = asyncio.create_task(self.watch(stopping))
        parting = asyncio.create_task(self.part(stopping))
        try:
            await local.run(app, host=host, port=port, stopping=stopping, ready=ready)
        finally:
            stopping.set()
            await watching
            await parting

    def application(self, stopping: asyncio.Event) -> Starlette:
        """Return the functions, the inbox and the built garden behind one edge."""
        files = GardenFiles(
            self.home.dist,
            functions_url=self.settings.functions_url,
            addition=self.builds.addition,
        )
        own = [*inbox.routes(self.home.mail), *reloading.routes(self.builds, stopping)]
        routes = [*own, Mount("/", files)]
        return create_app(self.settings, more_routes=routes)

    async def settle_in(self) -> None:
        """Make the database this garden's; one that is developed may change its address."""
        async with tx.run():
            known = await garden.known()
        if known is not None and known.environment == "development":
            await garden.move(self.settings)
        await garden.claim(self.settings)
        await pace.keep(self.settings)

    async def rebuild(self) -> Report:
        """Build the garden and say what is newly wrong with it."""
        report = await asyncio.to_thread(
            build,
            self.site,
            self.home.dist,
            site_url=self.settings.site_url,
            functions_url=self.settings.functions_url,
            cache=self.home.cache,
            pictures=self.home.pictures,
        )
        self.report = report
        self.builds.tell(errors_of(self.site, report), is_built=report.is_built)
        problems = lines_of(self.site, report)
        for problem in problems:
            if problem not in self.told:
                self.say(problem)
        self.told = problems
        return report

    async def post_baseline(self, report: Report) -> None:
        """Show a new database the garden once, so that what has grown before is not news.

        An empty garden is no baseline: the notes that come into it later would all be news.
        """
        async with tx.run():
            is_known = (await garden.read()).baseline_at is not None
        if is_known or not report.notes:
            return
        try:
            manifest = read(report.manifest, site_url=self.settings.site_url)
        except BadManifest as error:
            self.say(f"The garden's manifest cannot be used: {error}")
            return
        already = (await announce(manifest, hold=self.settings.announce_hold)).evergreen_already
        if already:
            self.say(f"{counted(already, 'note')} evergreen already: nobody is told about those.")

    async def glance(self, changed: set[Path]) -> None:
        """Show a changed note at once; the whole garden is built after that."""
        if self.report is None or self.report.glimpse is None or len(changed) != 1:
            return
        [file] = changed
        try:
            path = file.resolve().relative_to(self.report.folder.resolve()).as_posix()
            content = await asyncio.to_thread(file.read_bytes)
        except (OSError, ValueError):  # it is gone, or is no note
            return
        if await asyncio.to_thread(self.report.glimpse.show, normalize("NFC", path), content):
            self.builds.tell(errors_of(self.site, self.report), is_built=True)

    async def part(self, stopping: asyncio.Event) -> None:
        """Let go of the pages that listen, or the server would wait for them."""
        await stopping.wait()
        self.builds.wake()

    async def watch(self, stopping: asyncio.Event) -> None:
        """Rebuild when a note, a picture or garden.toml changes."""
        async for changed in changes(self.site, stopping):
            await self.glance(changed)
            try:
                report = await self.rebuild()
            except Exception as error:  # a broken note must not end the server
                log.info("the garden could not be rebuilt", exc_info=True)
                said = f"The garden could not be rebuilt: {error}"
                self.say(said)
                self.builds.tell([said], is_built=False)
            else:
                what = "rebuilt" if report.is_built else "not rebuilt"
                self.say(f"{datetime.now():%H:%M:%S} {what}: {in_short(report)}.")  # noqa: DTZ005 - the gardener's clock


def in_short(report: Report) -> str:
    """Return how a build went."""
    parts = [counted(len(report.notes), "note")]
    parts += [counted(len(report.errors), "error")] if report.errors else []
    parts += [counted(len(report.warnings), "warning")] if report.warnings else []
    return ", ".join(parts)
