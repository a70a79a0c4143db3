"""What `thistledown dev` runs: database, garden, functions, inbox and tick, in one process."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.routing import Mount

from functions import local
from functions.app import create_app
from functions.dev import inbox, reloading
from functions.dev.garden_files import GardenFiles
from functions.dev.problems import counted, summary
from functions.dev.tending import Tending
from shared import tx
from shared.garden.report import Report
from shared.newsletter import garden
from shared.newsletter.announcing.manifest import BadManifest, read
from shared.newsletter.announcing.planning import announce
from shared.newsletter.delivering import pace


@dataclass(slots=True)
class Server:
    """A development server for a garden that is tended meanwhile."""

    tending: Tending

    async def run(self, *, host: str, port: int, ready: Callable[[int], None]) -> None:
        """Build, serve, tick and watch until a signal comes."""
        stopping = asyncio.Event()
        local.stop_on_signals(stopping)
        app = self.application(stopping)
        await self.settle_in()
        # Before the first build begins, or what is saved in the meantime would never be seen.
        watching = asyncio.create_task(self.tending.watch(stopping))
        parting = asyncio.create_task(self.part(stopping))
        try:
            report = await self.tending.rebuild()
            if said := summary(report):
                self.tending.say(said)
            await self.post_baseline(report)
            await local.run(app, host=host, port=port, stopping=stopping, ready=ready)
        finally:
            stopping.set()
            await watching
            await parting

    def application(self, stopping: asyncio.Event) -> Starlette:
        """Return the functions, the inbox and the built garden behind one edge."""
        home, settings = self.tending.home, self.tending.settings
        files = GardenFiles(
            home.dist,
            functions_url=settings.functions_url,
            addition=reloading.addition,
            left_out=self.tending.left_out,
        )
        own = [*inbox.routes(home.mail), *reloading.routes(self.tending.builds, stopping)]
        return create_app(settings, more_routes=[*own, Mount("/", files)])

    async def settle_in(self) -> None:
        """Make the database this garden's; one that is developed may change its address."""
        settings = self.tending.settings
        async with tx.run():
            known = await garden.known()
        if known is not None and known.environment == "development":
            await garden.move(settings)
        await garden.claim(settings)
        await pace.keep(settings)

    async def post_baseline(self, report: Report) -> None:
        """Show a new database the garden once, so that what has grown before is not news.

        An empty garden is no baseline: the notes that come into it later would all be news.
        """
        async with tx.run():
            is_known = (await garden.read()).baseline_at is not None
        if is_known or not report.notes:
            return
        say, settings = self.tending.say, self.tending.settings
        try:
            manifest = read(report.manifest, site_url=settings.site_url)
        except BadManifest as error:
            say(f"The garden's manifest cannot be used: {error}")
            return
        already = (await announce(manifest, hold=settings.announce_hold)).evergreen_already
        if already:
            say(f"{counted(already, 'note')} evergreen already: nobody is told about those.")

    async def part(self, stopping: asyncio.Event) -> None:
        """Let go of the pages that listen, or the server would wait for them."""
        await stopping.wait()
        self.tending.builds.wake()
