"""`thistledown jobs queues`: what is paused, limited or out, and how much waits behind it."""

from datetime import datetime
from pathlib import Path

import click

from functions.commands import show
from functions.commands.held_up import lines_of_gates
from functions.commands.place import ask, data_option, json_option
from functions.commands.show import say
from shared import outbox
from shared.outbox import FOR_GOOD, Gates, QueueGate


@click.command(short_help="What is paused, limited or out, and what waits behind it.")
@data_option
@json_option
def queues(data: Path, as_json: bool) -> None:
    """Show the queues with their limits, the kinds that are paused, and the breakers."""
    found = ask(data, outbox.gates)
    if as_json:
        show.as_json(found)
        return
    show.table(
        ["queue", "due", "running", "at a time", "a second", "at once", "paused"],
        [row_of(one) for one in found.queues],
    )
    print_kinds(found)
    print_breakers(found)
    for line in lines_of_gates(found, data):
        say(line)


def row_of(one: QueueGate) -> list[object]:
    """Return a queue's row of the table."""
    limits = [one.max_running, f"{one.rate:g}" if one.rate else None, one.burst]
    return [one.queue, one.due, one.running, *limits, until(one.paused_until)]


def print_kinds(found: Gates) -> None:
    """Print the kinds that are paused."""
    if found.kinds:
        say()
        rows = [[one.kind, one.held, until(one.paused_until)] for one in found.kinds]
        show.table(["kind", "held", "paused"], rows)


def print_breakers(found: Gates) -> None:
    """Print the breakers that have seen outages."""
    if found.breakers:
        say()
        show.table(
            ["breaker", "status", "held", "outages", "tries again", "last error"],
            [
                [
                    one.breaker,
                    one.status,
                    one.held,
                    one.failures,
                    show.when(one.open_until) if one.status == "open" else None,
                    one.last_error,
                ]
                for one in found.breakers
            ],
        )


def until(moment: datetime | None) -> str:
    """Return how long a pause lasts."""
    if moment is None:
        return ""
    return "for good" if moment >= FOR_GOOD else f"until {show.when(moment)}"
