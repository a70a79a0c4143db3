"""What `thistledown dev` runs: database, garden, functions, inbox and tick, in one process."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Mount
from watchfiles import awatch  # pyright: ignore[reportUnknownVariableType] - of its types one is trio's

from functions import local
from functions.app import create_app
from functions.dev import inbox
from functions.dev.garden_files import GardenFiles
from functions.dev.home import Home
from shared import tx
from shared.garden.build import Report, build
from shared.newsletter import garden, notes
from shared.newsletter.announcing import announce
from shared.newsletter.manifest import BadManifest, read
from shared.settings import Settings

log = logging.getLogger("thistledown.dev")


@dataclass(slots=True)
class Server:
    """A development server; `say` prints a line for the gardener."""

    home: Home
    site: Path
    settings: Settings
    say: Callable[[str], None]

    async def run(self, *, host: str, port: int, ready: Callable[[int], None]) -> None:
        """Build, serve, tick and watch until a signal comes."""
        stopping = asyncio.Event()
        local.stop_on_signals(stopping)
        app = self.application()
        await self.settle_in()
        report = await self.rebuild()
        await self.post_baseline(report)
        watching = asyncio.create_task(self.watch(stopping))
        try:
            await local.run(app, host=host, port=port, stopping=stopping, ready=ready)
        finally:
            stopping.set()
            await watching

    def application(self) -> Starlette:
        """Return the functions, the inbox and the built garden behind one edge."""
        files = GardenFiles(self.home.dist, functions_url=self.settings.functions_url)
        routes = [*inbox.routes(self.home.mail), Mount("/", files)]
        return create_app(self.settings, more_routes=routes)

    async def settle_in(self) -> None:
        """Make the database this garden's; one that is developed may change its address."""
        async with tx.run():
            known = await garden.known()
        if known is not None and known.environment == "development":
            await garden.move(self.settings)
        await garden.claim(self.settings)

    async def rebuild(self) -> Report:
        """Build the garden and say what is wrong with it."""
        report = await asyncio.to_thread(
            build,
            self.site,
            self.home.dist,
            site_url=self.settings.site_url,
            functions_url=self.settings.functions_url,
        )
        for problem in (*report.errors, *report.warnings):
            self.say(str(problem))
        return report

    async def post_baseline(self, report: Report) -> None:
        """Show a new database the garden once, so that what has grown before is not news."""
        async with tx.run():
            if await notes.count():
                return
        try:
            manifest = read(report.manifest, site_url=self.settings.site_url)
        except BadManifest as error:
            self.say(f"The garden's manifest cannot be used: {error}")
            return
        told = await announce(manifest, hold=self.settings.announce_hold)
        if told.evergreen_already:
            self.say(
                f"{told.evergreen_already} notes are evergreen already: nobody is told about those."
            )

    async def watch(self, stopping: asyncio.Event) -> None:
        """Rebuild when a note, a picture or garden.toml changes."""
        async for changes in awatch(self.site, stop_event=stopping, step=200):
            try:
                report = await self.rebuild()
            except Exception as error:  # a broken note must not end the server
                log.exception("the garden could not be rebuilt")
                self.say(f"The garden could not be rebuilt: {error}")
            else:
                self.say(f"Rebuilt {len(report.notes)} notes ({len(changes)} files changed).")
