"""`thistledown migrate`: bring the database up to date, and make it this garden's."""

from pathlib import Path

import click

from functions.commands.agreeing import agree
from functions.commands.options import data_option
from functions.commands.place import against, settings
from functions.commands.show import many, paragraph, say
from shared import tx
from shared.migrate import migrate as apply
from shared.newsletter import garden
from shared.newsletter.readers import listing
from shared.newsletter.records import numbers
from shared.settings import Settings


@click.command(short_help="Bring the database up to date.")
@click.option("--moved", is_flag=True, help="The garden has moved: SITE_URL is its new address.")
@click.option("--restored", is_flag=True, help="The database was restored from a backup.")
@click.option("--yes", is_flag=True, help="With --moved: that garden is meant.")
@data_option
def migrate(moved: bool, restored: bool, yes: bool, data: Path) -> None:
    """Apply what is missing. A database of another garden or environment is refused."""
    with settings(data) as chosen:
        applied = apply(chosen.database_url)
        if moved and not yes and (moves := against(chosen.database_url, lambda: told(chosen))):
            agree(moves)

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


async def told(chosen: Settings) -> str | None:
    """Return whose database would become whose, None if it is this garden's or nobody's."""
    async with tx.run():
        here = await garden.known()
        readers = sum((await listing.counts()).values())
    there = (chosen.site_url, chosen.environment)
    if here is None or (here.site_url, here.environment) == there:
        return None
    return (
        f"The database of {here.site_url} ({here.environment}), with {many(readers, 'reader')}, "
        f"would become that of {chosen.site_url} ({chosen.environment})."
    )
