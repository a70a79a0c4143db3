"""`thistledown subscribers list`: who reads."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.options import data_option, json_option
from functions.commands.place import ask
from functions.commands.show import say
from shared import tx
from shared.newsletter.readers import subscribers
from shared.newsletter.readers.subscribers import Subscriber

STATUSES = ["pending", "confirmed", "unsubscribed"]


@click.command("list", short_help="Who reads, newest first.")
@click.option("--status", type=click.Choice(STATUSES))
@click.option("--limit", default=100, show_default=True)
@data_option
@json_option
def list_subscribers(status: str | None, limit: int, data: Path, as_json: bool) -> None:
    """List readers, newest first."""

    async def listed() -> list[Subscriber]:
        async with tx.run():
            return await subscribers.listed(status=status, limit=limit)

    found = ask(data, listed)
    if as_json:
        show.as_json(found)
    elif not found:
        say(f"No {status} readers." if status else "No readers yet.")
    else:
        show.table(
            ["id", "address", "status", "since"],
            [[one.id, one.email, state(one), show.when(one.since)] for one in found],
        )


def state(one: Subscriber) -> str:
    """Return a reader's status, and whether it helps nothing because of a suppression."""
    return f"{one.status}, suppressed" if one.suppressed else one.status
