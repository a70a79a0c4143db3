"""`thistledown jobs dead`: dead letters by what they died of, and what to type next."""

from pathlib import Path

import click

from functions.causes import CAUSES
from functions.commands import show
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command
from functions.commands.show import many, say
from shared import outbox
from shared.outbox import DeadGroup

WIDTH = 78
SHOWN = 20  # causes that the screen names


@click.command(short_help="Dead letters by cause, with what to do about each.")
@data_option
@json_option
def dead(data: Path, as_json: bool) -> None:
    """Show dead letters in groups of one cause: what it means, and what to type next."""
    found = ask(data, lambda: outbox.dead_groups(CAUSES))
    if as_json:
        show.as_json(found)
        return
    if not found:
        say("No dead letters.")
        return
    total = sum(one.jobs for one in found)
    say(f"{many(total, 'dead letter')} of {many(len(found), 'cause')}, the newest first.")
    for one in found[:SHOWN]:
        say()
        print_group(one, data)
    if len(found) > SHOWN:
        more = many(len(found) - SHOWN, "cause")
        say(f"\nand {more} more: {command(data, 'jobs dead --json')}")


def print_group(one: DeadGroup, data: Path) -> None:
    """Print one group: what, why, since when, and the commands that fit."""
    say(f"{one.group}  {many(one.jobs, 'job')} {one.kind}, {span(one)}")
    say(f"  {one.says}")
    say(f"  {one.remedy}")
    if one.error:
        say(f"  {show.shortened(one.error, WIDTH - 2)}")
    say(f"    look   {command(data, f'jobs show {one.example}')}")
    if one.jobs == 1:
        say(f"    retry  {command(data, f'jobs retry {one.example}')}")
        say(f"    drop   {command(data, f'jobs drop {one.example}')}")
        return
    say(f"    retry  {command(data, f'jobs release --group {one.group}')}")
    say(f"    drop   {command(data, f'jobs drop --group {one.group}')}")


def span(one: DeadGroup) -> str:
    """Return when the letters of a group died."""
    first, last = show.distance(one.first_at), show.distance(one.last_at)
    return f"dead {last}" if first == last else f"dead {first} to {last}"
