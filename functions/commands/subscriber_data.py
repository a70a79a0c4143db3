"""`thistledown subscribers data`: everything that is held on a reader, for the reader."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.options import data_option
from functions.commands.place import ask, secret_key
from functions.commands.subscriber_address import canonical, refuse_nobody
from shared import tx
from shared.newsletter.readers import subscribers
from shared.newsletter.records.personal_data import PersonalData, personal_data


@click.command("data", short_help="Everything held on a reader, as JSON to send there.")
@click.argument("address")
@data_option
def show_data(address: str, data: Path) -> None:
    """Print everything that is held on a reader, as JSON, to be sent to who asks for it."""
    email = canonical(address)

    async def held() -> PersonalData | None:
        async with tx.run():
            reader_id = await subscribers.id_of(email)
            return None if reader_id is None else await personal_data(secret_key(data), reader_id)

    found = ask(data, held)
    if found is None:
        refuse_nobody(email, data)
    show.as_json(found, indent=2)
