"""`thistledown subscribers unsubscribe` and `release`: what a reader may ask the gardener for."""

from pathlib import Path

import click

from functions.commands.options import data_option
from functions.commands.place import ask, secret_key
from functions.commands.refusing import refuse
from functions.commands.show import say
from functions.commands.subscriber_address import canonical, refuse_nobody
from shared import tx
from shared.mail.address import parse
from shared.newsletter.readers import silent_mailboxes, subscribers, suppressions
from shared.newsletter.records.consent import Origin


@click.command(short_help="End the subscription of an address.")
@click.argument("address")
@data_option
def unsubscribe(address: str, data: Path) -> None:
    """End the subscription of an address."""
    email = canonical(address)

    async def left() -> bool:
        async with tx.run():
            reader_id = await subscribers.id_of(email)
            if reader_id is not None:
                await subscribers.unsubscribe(reader_id, Origin("gardener"))
            return reader_id is not None

    if not ask(data, left):
        refuse_nobody(email, data)
    say("Unsubscribed: nothing more is sent there.")


@click.command(short_help="Write to a suppressed address again.")
@click.argument("address")
@data_option
def release(address: str, data: Path) -> None:
    """Let an address be written to again that its mail server or its owner has refused."""
    email = canonical(address)

    async def released() -> bool:
        keys = secret_key(data)
        async with tx.run():
            is_silent = await silent_mailboxes.release(keys, parse(email).mailbox)
            is_suppressed = await suppressions.release(
                keys,
                subscriber_id=await subscribers.id_of(email),
                email=email,
                origin=Origin("gardener"),
            )
            return is_silent or is_suppressed

    if not ask(data, released):
        refuse("That address is not suppressed, as far as the keys of SECRET_KEY can tell.")
    say("Released: from now on letters are sent there again, to a confirmed reader.")
