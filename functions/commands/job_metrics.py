"""`thistledown jobs metrics`: the queue in numbers, for machines."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.options import data_option, json_option
from functions.commands.place import ask
from shared import outbox


@click.command(short_help="The queue in numbers, for Prometheus or as JSON.")
@data_option
@json_option
def metrics(data: Path, as_json: bool) -> None:
    """Print the queue in numbers, in Prometheus's text format or as JSON."""
    found = ask(data, outbox.summary)
    if as_json:
        show.as_json(found)
    else:
        print(show.shown(outbox.prometheus(found)), end="")
