"""`thistledown jobs prune`: delete what has been over for long."""

from datetime import timedelta
from pathlib import Path

import click

from functions.commands import show
from functions.commands.agreeing import agree
from functions.commands.moments import Span
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command
from functions.commands.show import many, say
from shared import outbox
from shared.outbox import Pruned

SHORTEST = timedelta(days=1)  # a shorter one must be meant


@click.command(short_help="Delete jobs that have been over for long.")
@click.option("--older-than", type=Span(), default="30d", show_default=True, help="As 12h or 90d.")
@click.option(
    "--budget", type=click.FloatRange(min=0), default=60, show_default=True, help="In seconds."
)
@click.option("--yes", is_flag=True, help="What is missed easily, or kept otherwise, is meant.")
@click.option("--actions-after", type=Span(), help="Also what people did to jobs so long ago.")
@click.option("--fan-outs-after", type=Span(), help="Also which fan-outs were done so long ago.")
@data_option
@json_option
def prune(
    older_than: timedelta,
    budget: float,
    yes: bool,
    actions_after: timedelta | None,
    fan_outs_after: timedelta | None,
    data: Path,
    as_json: bool,
) -> None:
    """Delete jobs that succeeded or were cancelled so long ago, with their attempts.

    Dead letters stay, and without a further option the trail of what people did and the record of
    fan-outs. It works in small steps that nobody has to wait for.
    """
    if older_than < SHORTEST and not yes:
        agree(
            "What has been over for less than a day is easily missed: it tells what went out just "
            "now."
        )
    if (actions_after or fan_outs_after) and not yes:
        agree("No night deletes the trail of what people did, or the record of fan-outs.")
    pruned = ask(
        data,
        lambda: outbox.prune(
            older_than=older_than,
            actions_after=actions_after,
            fan_outs_after=fan_outs_after,
            budget=budget,
        ),
    )
    if as_json:
        show.as_json(pruned)
        return
    say(in_words(pruned))
    if not pruned.is_complete:
        say(f"The time was over before the end. To go on: {command(data, 'jobs prune')}")


def in_words(pruned: Pruned) -> str:
    """Return what was deleted."""
    counted = (
        (pruned.finished, "job", "jobs"),
        (pruned.windows + pruned.slots, "remembered key or slot", "remembered keys and slots"),
        (pruned.actions, "line of the trail", "lines of the trail"),
        (pruned.fan_outs, "record of a fan-out", "records of fan-outs"),
    )
    deleted = [many(count, one, several) for count, one, several in counted if count]
    return f"Deleted {' and '.join(deleted)}." if deleted else "Nothing is old enough."
