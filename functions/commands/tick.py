"""`thistledown tick`: one tick, for a scheduler that is not ours."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.options import data_option
from functions.commands.place import against, settings
from shared import outbox
from shared.mail.transport import open_transport
from shared.newsletter import garden
from shared.newsletter.delivering import pace
from shared.settings import use


@click.command(short_help="Work what is due once, and report as JSON.")
@click.option("--budget", default=60.0, show_default=True, help="Seconds to work at most.")
@data_option
def tick(budget: float, data: Path) -> None:
    """Work what is due and print a report as JSON."""
    from functions.jobs import JOBS, SCHEDULES

    if budget < JOBS.longest:
        raise click.UsageError(
            f"One job may take {JOBS.longest:g} seconds: a smaller --budget would never start it."
        )
    with settings(data) as chosen:
        open_transport(chosen.mail_url)  # a wrong MAIL_URL is better said now than in every job
        use(chosen)

        async def worked() -> outbox.Report:
            await garden.claim(chosen)
            await pace.keep(chosen)
            return await outbox.tick(JOBS, budget=budget, schedules=SCHEDULES)

        show.as_json(against(chosen.database_url, worked).as_json())
