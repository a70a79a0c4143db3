"""Keep a trial in step with its vault: a note that is saved is shown, and told of in the letter."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from functions.dev.problems import lines_of
from functions.dev.tending import Tending
from functions.dev.trial import Trial
from shared.garden.report import Report


class Trying(Tending):
    """A trial that is built whenever something in its vault changes; `say` prints a line."""

    def __init__(self, trial: Trial, vault: Path, say: Callable[[str], None]) -> None:
        super().__init__(trial.home, vault, trial.settings, say, trial.builds)
        self.trial = trial
        self.report = trial.report
        self.told = lines_of(vault, trial.report)
        self.built.set()

    async def rebuild(self) -> Report:
        """Build the garden, and write its letter anew."""
        report = await super().rebuild()
        if report.is_built:
            self.trial.show(report)
        return report

    def warned(self, report: Report) -> list[str]:
        """Say none in the pages: a vault that was never built has many."""
        del report
        return []

    async def follow(self, stopping: asyncio.Event) -> None:
        """Watch the vault until `stopping` is set, and let go of the pages that listen then."""
        watching = asyncio.create_task(self.watch(stopping))
        await stopping.wait()
        self.builds.wake()
        await watching
