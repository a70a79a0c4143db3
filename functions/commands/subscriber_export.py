"""`thistledown subscribers export`: everybody, as a table for us or for another service."""

import os
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

import click

from functions.commands.options import data_option
from functions.commands.place import ask
from functions.commands.refusing import refuse
from functions.commands.show import complain, many
from shared.newsletter.moving import exporting, layouts
from shared.newsletter.moving.layouts import LAYOUTS, OURS, Layout

STATES = ["confirmed", "pending", "unsubscribed", "suppressed"]


@click.command("export", short_help="Hand everybody out as a table.")
@click.option("--for", "service", type=click.Choice(sorted(LAYOUTS)), help="For another service.")
@click.option("--state", type=click.Choice(STATES), help="Only these; for others: confirmed.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="A new file; else the output."
)
@data_option
def export_subscribers(
    service: str | None, state: str | None, out: Path | None, data: Path
) -> None:
    """Write everybody as CSV: who, where they stand, when and how they agreed, when they left.

    That table can be imported here again. One --for another service has people of one state.
    """
    chosen = state or ("confirmed" if service else None)
    with ExitStack() as stack:
        target = stack.enter_context(opened(out)) if out else sys.stdout
        counts = ask(data, lambda: write(LAYOUTS[service] if service else OURS, chosen, target))
    told(counts, chosen)


async def write(layout: Layout, state: str | None, target: TextIO) -> Counter[str]:
    """Write page after page; return how many people of each state there are, and `unwritable`."""
    counts: Counter[str] = Counter()
    target.write(layouts.header(layout))
    async for page in exporting.pages():
        counts += Counter(one.state for one in page)
        text, left_out = layouts.lines(layout, [one for one in page if state in (None, one.state)])
        counts["unwritable"] += left_out
        target.write(text)
    target.flush()
    return counts


def opened(out: Path) -> TextIO:
    """Open a file that is new, and for nobody else to read."""
    try:
        number = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        refuse(f"{out} is there already. Choose another name, or delete it first.")
    return os.fdopen(number, "w", encoding="utf-8", newline="")


def told(counts: Counter[str], state: str | None) -> None:
    """Say how many were written, and who was not."""
    left_out = counts.pop("unwritable", 0)
    wanted = counts[state] if state else counts.total()
    complain(f"{many(wanted - left_out, 'reader')} written.")
    others = [f"{count} {one}" for one, count in sorted(counts.items()) if one != state and count]
    if state and others:
        complain(f"Not in it: {', '.join(others)}. Take them with --state.")
    if left_out:
        complain(
            f"{many(left_out, 'address', 'addresses')} a spreadsheet would take for a formula: not "
            "in this table. The export without --for has them."
        )
