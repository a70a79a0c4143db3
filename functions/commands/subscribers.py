"""`thistledown subscribers`: who reads, for the gardener's eyes."""

import sys
from datetime import datetime
from pathlib import Path

import click

from functions.commands import show
from functions.commands.exits import REFUSED
from functions.commands.place import ask, data_option, json_option, secret_key
from functions.commands.show import complain, say
from shared import tx
from shared.mail.address import BadAddress, parse
from shared.newsletter import subscribers as readers
from shared.newsletter import suppressions
from shared.newsletter.consent import Origin
from shared.newsletter.subscribers import Subscriber

STATUSES = ["pending", "confirmed", "unsubscribed"]


@click.group(short_help="Look at readers; unsubscribe or release one.")
def subscribers() -> None:
    """Look at readers; unsubscribe one who asks, release one who was suppressed."""


@subscribers.command("list")
@click.option("--status", type=click.Choice(STATUSES))
@click.option("--limit", default=100, show_default=True)
@data_option
@json_option
def list_subscribers(status: str | None, limit: int, data: Path, as_json: bool) -> None:
    """List readers, newest first."""

    async def listed() -> list[Subscriber]:
        async with tx.run():
            return await readers.listed(status=status, limit=limit)

    found = ask(data, listed)
    if as_json:
        show.as_json(found)
    elif not found:
        say(f"No {status} readers." if status else "No readers yet.")
    else:
        show.table(
            ["id", "address", "status", "since"],
            [[one.id, one.email, state(one), show.when(since(one))] for one in found],
        )


@subscribers.command()
@click.argument("address")
@data_option
def unsubscribe(address: str, data: Path) -> None:
    """End the subscription of an address."""
    email = canonical(address)

    async def left() -> bool:
        async with tx.run():
            reader_id = await readers.id_of(email)
            if reader_id is not None:
                await readers.unsubscribe(reader_id, Origin("gardener"))
            return reader_id is not None

    if not ask(data, left):
        complain("Nobody has that address here.")
        sys.exit(REFUSED)
    say("Unsubscribed: nothing more is sent there.")


@subscribers.command(short_help="Write to a suppressed address again.")
@click.argument("address")
@data_option
def release(address: str, data: Path) -> None:
    """Let an address be written to again that its mail server has refused."""
    email = canonical(address)

    async def released() -> bool:
        async with tx.run():
            return await suppressions.release(
                secret_key(data),
                subscriber_id=await readers.id_of(email),
                email=email,
                origin=Origin("gardener"),
            )

    if not ask(data, released):
        complain("That address is not suppressed, as far as the keys of SECRET_KEY can tell.")
        sys.exit(REFUSED)
    say("Released: from now on letters are sent there again, to a confirmed reader.")


def canonical(address: str) -> str:
    """Return the form by which an address is known here."""
    try:
        return parse(address).key
    except BadAddress as error:
        raise click.UsageError(str(error)) from None


def state(one: Subscriber) -> str:
    """Return a reader's status, and whether it helps nothing because of a suppression."""
    return f"{one.status}, suppressed" if one.suppressed else one.status


def since(one: Subscriber) -> datetime:
    """Return when a reader got into the present state."""
    entered = {"confirmed": one.confirmed_at, "unsubscribed": one.unsubscribed_at}
    return entered.get(one.status) or one.created_at
