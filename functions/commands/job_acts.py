"""`thistledown jobs run`, `cancel` and `retry`: what a human does with one job."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import click

from functions.commands.called import me
from functions.commands.cancelling import NotesHeld, cancelled
from functions.commands.choosing import group_options
from functions.commands.exits import REFUSED
from functions.commands.held_up import Hold, held_now, hold_of, tell
from functions.commands.job_id import JOB
from functions.commands.job_release import released, report
from functions.commands.options import data_option
from functions.commands.place import ask, command
from functions.commands.refusing import obstacle, refuse
from functions.commands.show import complain, say
from shared import outbox, tx
from shared.newsletter.payloads import Announce
from shared.outbox import Retried, StoredJob


@click.command()
@click.argument("job", type=JOB)
@data_option
def run(job: int, data: Path) -> None:
    """Make a waiting job due now; the next tick takes it. A notification's hold is ignored."""
    found = ask(data, lambda: hurried(job))
    if found is None:
        refuse(why_not(job, data))
    hurried_job, held = found
    tell(f"Job {job} is due now", ": the next tick takes it.", held, data)
    if hurried_job.kind == Announce.kind:
        say(
            "It does not wait for the end of the notification's hold: now it is too late to cancel."
        )


@click.command(short_help="Cancel a job that waits or is dead, or stop one that runs.")
@click.argument("job", type=JOB)
@data_option
def cancel(job: int, data: Path) -> None:
    """Cancel a job that waits or is dead, or ask one that runs to stop."""
    try:
        outcome = ask(data, lambda: cancelled(job))
    except NotesHeld as held:
        remedy = command(data, f"announcements cancel {held.notification}")
        refuse(f"Job {job} is a notification's, whose notes must be freed, too: {remedy}")
    if not outcome.done:
        refuse(why_not(job, data))
    if outcome.is_asked:
        say(f"Job {job} is running: it is asked to stop, within seconds.")
    else:
        say(f"Job {job} is cancelled.")
    if outcome.gave_up:
        say("Its delivery counts as failed.")


@click.command(short_help="Give dead letters seven fresh attempts, due now.")
@click.argument("jobs", metavar="[JOB]...", type=JOB, nargs=-1)
@group_options
@click.option("--all", "every", is_flag=True, help="All dead letters.")
@click.option(
    "--on-conflict",
    type=click.Choice(["refuse", "drop"]),
    default="refuse",
    show_default=True,
    help="What becomes of a named job whose key a live job has.",
)
@data_option
def retry(
    jobs: tuple[int, ...],
    group: str | None,
    kind: str | None,
    every: bool,
    on_conflict: Literal["refuse", "drop"],
    data: Path,
) -> None:
    """Give dead letters seven fresh attempts, due now; their history stays."""
    if [bool(jobs), bool(group or kind), every].count(True) != 1:
        raise click.UsageError("Name the jobs, or say --group, --kind or --all: just one of them.")
    if not jobs:
        report(*ask(data, lambda: released(group, kind)), data)
        return
    answers = ask(data, lambda: retried(jobs, on_conflict))
    for job, answer, held in answers:
        if answer.outcome == "retried":
            tell(f"Job {job} has seven fresh attempts", ", the first at the next tick.", held, data)
        elif answer.outcome == "dropped":
            say(f"Job {job} is dropped: job {answer.twin} with the same key does its work.")
        else:
            complain(obstacle(job, answer))
    if any(answer.outcome not in ("retried", "dropped") for _, answer, _ in answers):
        sys.exit(REFUSED)


async def hurried(job: int) -> tuple[StoredJob, Hold | None] | None:
    """Make a job due now and return it with what holds it back, None if it does not wait."""
    async with tx.run():
        if not await outbox.run_now(job, by=me()):
            return None
        [found] = await outbox.jobs(job_id=job)
        return found, hold_of(found, await outbox.gates())


async def retried(
    jobs: Sequence[int], on_conflict: Literal["refuse", "drop"]
) -> list[tuple[int, Retried, Hold | None]]:
    """Retry these jobs, and see what holds each back."""
    answers = [(job, await outbox.retry(job, on_conflict=on_conflict, by=me())) for job in jobs]
    return [(job, answer, await held_now(job)) for job, answer in answers]


def why_not(job: int, data: Path) -> str:
    """Return why a job neither can be hurried nor cancelled."""
    found = ask(data, lambda: outbox.jobs(job_id=job))
    if not found:
        return f"There is no job {job}."
    status = found[0].status
    if status == "dead":
        return f"Job {job} is dead. To try it again: {command(data, f'jobs retry {job}')}"
    return f"Job {job} is {status}, not waiting."
