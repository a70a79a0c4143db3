"""`thistledown jobs run`, `cancel` and `retry`: what a human does with one job."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from functions.commands.cancelling import cancelled
from functions.commands.exits import REFUSED
from functions.commands.place import ask, command, data_option
from functions.commands.refusing import refuse
from functions.commands.show import complain, say
from shared import outbox, tx
from shared.newsletter.payloads import Announce
from shared.outbox import Retried

EVERY = 1_000_000


@click.command()
@click.argument("job", type=int)
@data_option
def run(job: int, data: Path) -> None:
    """Make a waiting job due now; the next tick takes it. A notification's hold is ignored."""
    kind = ask(data, lambda: hurried(job))
    if kind is None:
        refuse(why_not(job, data))
    say(f"Job {job} is due now: the next tick takes it.")
    if kind == Announce.kind:
        say(
            "It does not wait for the end of the notification's hold: now it is too late to cancel."
        )


@click.command()
@click.argument("job", type=int)
@data_option
def cancel(job: int, data: Path) -> None:
    """Cancel a job that waits, or a dead letter that should never be sent."""
    outcome = ask(data, lambda: cancelled(job))
    if outcome.notification:
        remedy = command(data, f"announcements cancel {outcome.notification}")
        refuse(f"Job {job} is a notification's, whose notes must be freed, too: {remedy}")
    if not outcome.done:
        refuse(why_not(job, data))
    say(f"Job {job} is cancelled.")
    if outcome.gave_up:
        say("Its delivery counts as failed.")


@click.command()
@click.argument("jobs", metavar="JOB...", type=int, nargs=-1)
@click.option("--all", "every", is_flag=True, help="All dead letters.")
@data_option
def retry(jobs: tuple[int, ...], every: bool, data: Path) -> None:
    """Give dead letters seven fresh attempts; their history stays."""
    if bool(jobs) == every:
        raise click.UsageError("Name the jobs, or say --all.")
    answers = ask(data, lambda: retried(jobs or None))
    if not answers:
        say("No dead jobs.")
    for job, answer in answers:
        if answer.outcome == "retried":
            say(f"Job {job} has seven fresh attempts, the first at the next tick.")
        else:
            complain(obstacle(job, answer))
    if any(answer.outcome != "retried" for _, answer in answers):
        sys.exit(REFUSED)


async def hurried(job: int) -> str | None:
    """Make a job due now and return its kind, None if it does not wait."""
    async with tx.run():
        found = await outbox.jobs(job_id=job)
        return found[0].kind if found and await outbox.run_now(job) else None


async def retried(jobs: Sequence[int] | None) -> list[tuple[int, Retried]]:
    """Retry these jobs, or all that are dead."""
    if jobs is None:
        jobs = [job.id for job in await outbox.jobs(status="dead", limit=EVERY)]
    return [(job, await outbox.retry(job)) for job in jobs]


def obstacle(job: int, answer: Retried) -> str:
    """Return why a job was not retried."""
    return {
        "conflict": f"Job {job} stays dead: job {answer.twin} with the same key is live and will "
        "do its work. Wait for that one, or cancel it first.",
        "not dead": f"Job {job} is {answer.status}, not dead: there is nothing to retry.",
    }.get(answer.outcome, f"There is no job {job}.")


def why_not(job: int, data: Path) -> str:
    """Return why a job neither can be hurried nor cancelled."""
    found = ask(data, lambda: outbox.jobs(job_id=job))
    if not found:
        return f"There is no job {job}."
    status = found[0].status
    if status == "dead":
        return f"Job {job} is dead. To try it again: {command(data, f'jobs retry {job}')}"
    return f"Job {job} is {status}, not waiting."
