"""`thistledown subscribers list`: who reads."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.options import data_option, json_option
from functions.commands.place import look
from functions.commands.show import say
from shared.newsletter.readers import listing
from shared.newsletter.readers.listing import Subscriber

STATUSES = ["pending", "confirmed", "unsubscribed"]
WISHES = {"waits": "waits for a note", "granted": "told of a note"}


@click.command("list", short_help="Who reads, newest first.")
@click.option("--status", type=click.Choice(STATUSES))
@click.option("--limit", default=100, show_default=True)
@data_option
@json_option
def list_subscribers(status: str | None, limit: int, data: Path, as_json: bool) -> None:
    """List readers, newest first."""
    found = look(data, lambda: listing.listed(status=status, limit=limit))
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
    """Return a reader's status, and what it does not tell: a suppression, or a wish for a note."""
    parts = [one.status, WISHES.get(one.wish or "", ""), "suppressed" if one.suppressed else ""]
    return ", ".join(filter(None, parts))
