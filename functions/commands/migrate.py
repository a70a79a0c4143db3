"""`thistledown migrate`: bring the database up to date, and make it this garden's."""

from pathlib import Path

import click

from functions.commands.place import against, data_option, settings
from functions.commands.show import say
from shared.migrate import migrate as apply
from shared.newsletter import garden


@click.command(short_help="Bring the database up to date.")
@click.option("--moved", is_flag=True, help="The garden has moved: SITE_URL is its new address.")
@data_option
def migrate(moved: bool, data: Path) -> None:
    """Apply what is missing. A database of another garden or environment is refused."""
    with settings(data) as chosen:
        applied = apply(chosen.database_url)

        async def claimed() -> None:
            if moved:
                await garden.move(chosen)
            await garden.claim(chosen)

        against(chosen.database_url, claimed)
        for name in applied:
            say(f"applied {name}")
        say(f"The database of {chosen.site_url} ({chosen.environment}) is up to date.")
