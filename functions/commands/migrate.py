"""`thistledown migrate`: bring the database up to date, and make it this garden's."""

from pathlib import Path

import click

from functions.commands.options import data_option
from functions.commands.place import against, settings
from functions.commands.show import paragraph, say
from shared import tx
from shared.migrate import migrate as apply
from shared.newsletter import garden
from shared.newsletter.records import numbers


@click.command(short_help="Bring the database up to date.")
@click.option("--moved", is_flag=True, help="The garden has moved: SITE_URL is its new address.")
@click.option("--restored", is_flag=True, help="The database was restored from a backup.")
@data_option
def migrate(moved: bool, restored: bool, data: Path) -> None:
    """Apply what is missing. A database of another garden or environment is refused."""
    with settings(data) as chosen:
        applied = apply(chosen.database_url)

        async def claimed() -> None:
            if moved:
                await garden.move(chosen)
            await garden.claim(chosen)
            if restored:
                async with tx.run():
                    await numbers.leap_ahead()

        against(chosen.database_url, claimed)
        for name in applied:
            say(f"applied {name}")
        if restored:
            paragraph(
                "New readers and letters get numbers that no mail has borne: links in mails that "
                "went out after the backup are nobody else's."
            )
        say(f"The database of {chosen.site_url} ({chosen.environment}) is up to date.")
