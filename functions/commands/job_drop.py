"""`thistledown jobs drop`: dead letters that should never run."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from functions.commands.agreeing import agree
from functions.commands.called import me
from functions.commands.cancelling import NotesHeld, cancelled, give_up
from functions.commands.choosing import chosen, group_options
from functions.commands.exits import REFUSED
from functions.commands.job_id import JOB
from functions.commands.options import data_option
from functions.commands.place import ask, command
from functions.commands.refusing import refuse
from functions.commands.show import complain, many, say
from shared import outbox, tx

FEW = 3  # so many at once are dropped without a question


@click.command(short_help="Cancel dead letters that should never run.")
@click.argument("jobs", metavar="[JOB]...", type=JOB, nargs=-1)
@group_options
@click.option("--note", default="", help="Why; it is kept in the trail of each job.")
@click.option("--yes", is_flag=True, help="Drop more than three at once without being asked.")
@data_option
def drop(
    jobs: tuple[int, ...], group: str | None, kind: str | None, note: str, yes: bool, data: Path
) -> None:
    """Cancel dead letters that should never run: some by their ids, a group, or a kind."""
    if bool(jobs) == bool(group or kind):
        raise click.UsageError("Name the jobs, or say --group or --kind: just one of them.")
    try:
        if jobs:
            drop_each(jobs, note, data)
        else:
            total = ask(data, lambda: dropped_together(group, kind, note, yes=yes))
            say(f"{many(total, 'job')} will never run." if total else "No dead jobs.")
    except NotesHeld as held:
        remedy = command(data, f"announcements cancel {held.notification}")
        refuse(f"Job {held.job} is a notification's, whose notes must be freed, too: {remedy}")


def drop_each(jobs: Sequence[int], note: str, data: Path) -> None:
    """Drop named jobs, say what became of each, and fail if one was not dead."""
    answers = ask(data, lambda: dropped(jobs, note))
    for job, status, gave_up in answers:
        if status == "dead":
            say(f"Job {job} will never run." + (" Its delivery counts as failed." * gave_up))
        elif status is None:
            complain(f"There is no job {job}.")
        else:
            complain(f"Job {job} is {status}, not dead.")
    if any(status != "dead" for _, status, _ in answers):
        sys.exit(REFUSED)


async def dropped(jobs: Sequence[int], note: str) -> list[tuple[int, str | None, bool]]:
    """Drop jobs; return for each the state in which it was found, and if a delivery failed."""
    answers: list[tuple[int, str | None, bool]] = []
    for job in jobs:
        async with tx.run():
            found = await outbox.jobs(job_id=job)
            status = found[0].status if found else None
            ended = await cancelled(job, note=note) if status == "dead" else None
        answers.append((job, status, bool(ended and ended.gave_up)))
    return answers


async def dropped_together(group: str | None, kind: str | None, note: str, *, yes: bool) -> int:
    """Drop a group or a kind, and give their deliveries up in the same transactions."""
    choice = await chosen(group, kind)
    if choice.jobs > FEW and not yes:
        agree(f"{many(choice.jobs, 'job')} would end for good.")
    return await outbox.drop_all(
        kind=choice.kind, fingerprint=choice.fingerprint, note=note, by=me(), then=give_up
    )
