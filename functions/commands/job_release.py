"""`thistledown jobs release`: many dead letters back to work, a few at a time."""

import sys
from pathlib import Path

import click

from functions.commands import show
from functions.commands.called import me
from functions.commands.choosing import chosen, group_options
from functions.commands.exits import REFUSED
from functions.commands.held_up import Hold, hold_of_kind
from functions.commands.options import data_option
from functions.commands.place import ask, command
from functions.commands.show import complain, many, say
from shared import outbox
from shared.outbox import Released

MOST = 1_000_000_000


@click.command(short_help="Retry many dead letters, so many a minute.")
@group_options
@click.option("--all", "every", is_flag=True, help="All dead letters.")
@click.option(
    "--per-minute",
    type=click.FloatRange(min=0, min_open=True),
    default=60.0,
    show_default=True,
    help="How many fall due each minute.",
)
@click.option("--limit", type=click.IntRange(1, MOST), help="At most so many, the oldest first.")
@data_option
def release(
    group: str | None,
    kind: str | None,
    every: bool,
    per_minute: float,
    limit: int | None,
    data: Path,
) -> None:
    """Give many dead letters seven fresh attempts each, spread over time."""
    if bool(group or kind) == every:
        raise click.UsageError("Say --group, --kind or --all: just one of them.")
    report(*ask(data, lambda: released(group, kind, per_minute=per_minute, limit=limit)), data)


async def released(
    group: str | None,
    kind: str | None,
    *,
    per_minute: float | None = None,
    limit: int | None = None,
) -> tuple[Released, list[Hold]]:
    """Release what was chosen, and see what holds it back."""
    choice = await chosen(group, kind)
    answer = await outbox.release(
        kind=choice.kind,
        fingerprint=choice.fingerprint,
        per_minute=per_minute,
        limit=limit,
        by=me(),
    )
    found = await outbox.gates()
    holds = [hold_of_kind(one, found) for one in sorted(choice.kinds)]
    return answer, list(dict.fromkeys(one for one in holds if one))


def report(answer: Released, holds: list[Hold], data: Path) -> None:
    """Say what was released, held and not released, and fail if something stays dead."""
    if answer.released:
        have = "has" if answer.released == 1 else "have"
        show.paragraph(
            f"{many(answer.released, 'job')} {have} seven fresh attempts, {times(answer)}."
        )
        for held in holds:
            remedy = show.whole(command(data, held.words))
            show.paragraph(f"But {held.holder} holds jobs of these back: {remedy}")
    elif not answer.conflicts:
        say("No dead jobs.")
    if answer.conflicts:
        stay, key = ("stays", "its key") if answer.conflicts == 1 else ("stay", "their keys")
        complain(
            f"{many(answer.conflicts, 'job')} {stay} dead: live jobs with {key} do the work. "
            "See `jobs dead`; drop what is not needed."
        )
        sys.exit(REFUSED)


def times(answer: Released) -> str:
    """Return when the first and the last of them are due."""
    if answer.last_at is None or answer.last_at == answer.first_at:
        return "the first at the next tick"
    return f"the first at the next tick, the last {show.distance(answer.last_at)}"
