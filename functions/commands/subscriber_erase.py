"""`thistledown subscribers erase`: forget who a reader is, for good."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.agreeing import agree
from functions.commands.options import data_option
from functions.commands.place import ask, look, secret_key
from functions.commands.show import many
from functions.commands.subscriber_address import canonical, refuse_nobody
from shared import tx
from shared.newsletter.readers import listing, subscribers
from shared.newsletter.records import erasing
from shared.newsletter.records.consent import Origin
from shared.newsletter.records.erasing import Because, Erased

RETURNS = {
    "asked": "Its owner may subscribe again; an import cannot bring it back.",
    "complaint": "Nothing is ever sent there again, whoever asks.",
}


@click.command(short_help="Forget who a reader is, for good.")
@click.argument("address")
@click.option(
    "--complaint", is_flag=True, help="The reader complained: never write there again, either."
)
@click.option("--yes", is_flag=True, help="Erase without being asked.")
@data_option
def erase(address: str, complaint: bool, yes: bool, data: Path) -> None:
    """Forget who a reader is, for good. The letters stay counted, under a number."""
    email = canonical(address)
    because: Because = "complaint" if complaint else "asked"
    reader = look(data, lambda: listing.find(email))
    if reader is None:
        refuse_nobody(email, data)
    if not yes:
        agree(f"Reader {reader.id}, {reader.email} ({reader.status}), would be forgotten for good.")
    erased = ask(data, lambda: erased_now(email, because, secret_key(data)))
    if erased is None:
        refuse_nobody(email, data)
    counted = many(erased.deliveries, "letter")
    show.paragraph(
        f"Erased: the address is nowhere in the database any more. Number {erased.id} stays, with "
        f"{counted} counted. {RETURNS[because]}"
    )


async def erased_now(email: str, because: Because, keys: tuple[str, ...]) -> Erased | None:
    """Erase who has an address."""
    async with tx.run():
        reader_id = await subscribers.id_of(email)
        if reader_id is None:
            return None
        return await erasing.erase(keys, reader_id, because=because, origin=Origin("gardener"))
