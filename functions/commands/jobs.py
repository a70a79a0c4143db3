"""`thistledown jobs`: look into the queue, and do what a human does with a dead letter."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from functions.commands import show
from functions.commands.cancelling import cancelled
from functions.commands.exits import REFUSED
from functions.commands.place import ask, command, data_option, json_option
from functions.commands.show import complain, say
from shared import outbox, tx
from shared.newsletter.payloads import Announce
from shared.outbox import Attempt, Retried, StoredJob

STATUSES = ["pending", "running", "succeeded", "dead", "cancelled"]

EVERY = 1_000_000

Told = list[tuple[StoredJob, list[Attempt]]]


@click.group(short_help="Look at jobs; run, retry or cancel one.")
def jobs() -> None:
    """Look at jobs; run, retry or cancel one."""


@jobs.command("list")
@click.option("--status", type=click.Choice(STATUSES))
@click.option("--kind", help="As newsletter.evergreen-mail.")
@click.option("--limit", default=50, show_default=True)
@data_option
@json_option
def list_jobs(status: str | None, kind: str | None, limit: int, data: Path, as_json: bool) -> None:
    """List jobs, newest first; dead ones with every attempt."""
    found = ask(data, lambda: with_history(status=status, kind=kind, limit=limit))
    if as_json:
        show.as_json([as_object(job, history) for job, history in found])
    elif not found:
        require_known(kind)
        say("No jobs." if status is None else f"No {status} jobs.")
    else:
        print_list(found, data)


@jobs.command("show")
@click.argument("job", type=int)
@data_option
@json_option
def show_job(job: int, data: Path, as_json: bool) -> None:
    """Show one job with every attempt."""
    found = ask(data, lambda: with_history(job_id=job))
    if not found:
        refuse(f"There is no job {job}.")
    one, history = found[0]
    if as_json:
        show.as_json(as_object(one, history))
        return
    say(f"Job {one.id}  {one.kind} {json.dumps(one.payload)}")
    say(f"Status   {one.status}{due(one)}")
    say(f"Key      {one.dedup_key or 'none'}")
    if history:
        say()
        print_history(history)
    if one.status == "dead":
        say(f"To try it again: {command(data, f'jobs retry {one.id}')}")


@jobs.command()
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


@jobs.command()
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


@jobs.command()
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


def require_known(kind: str | None) -> None:
    """Refuse a kind that nobody works, naming those that there are."""
    if kind is None:
        return
    from functions.jobs import JOBS

    if kind not in JOBS.kinds:
        raise click.UsageError(f"There is no kind {kind}. There are {', '.join(JOBS.kinds)}.")


def why_not(job: int, data: Path) -> str:
    """Return why a job neither can be hurried nor cancelled."""
    found = ask(data, lambda: outbox.jobs(job_id=job))
    if not found:
        return f"There is no job {job}."
    status = found[0].status
    if status == "dead":
        return f"Job {job} is dead. To try it again: {command(data, f'jobs retry {job}')}"
    return f"Job {job} is {status}, not waiting."


def refuse(sentence: str) -> NoReturn:
    """Say why nothing was done, and fail."""
    complain(sentence)
    sys.exit(REFUSED)


async def with_history(
    *,
    job_id: int | None = None,
    status: str | None = None,
    kind: str | None = None,
    limit: int = 1,
) -> Told:
    """Return jobs, each with its attempts."""
    found = await outbox.jobs(job_id=job_id, status=status, kind=kind, limit=limit)
    return [(job, await outbox.history(job.id)) for job in found]


def as_object(job: StoredJob, history: list[Attempt]) -> dict[str, object]:
    """Return a job with its history for JSON."""
    fields = {name: getattr(job, name) for name in StoredJob.__slots__}
    return {**fields, "history": history}


def print_list(found: Told, data: Path) -> None:
    """Print jobs as a table, and below it the history of the dead."""
    show.table(
        ["id", "kind", "status", "attempts", "last error"],
        [
            [job.id, job.kind, f"{job.status}{due(job)}", job.attempts, job.last_error]
            for job, _ in found
        ],
    )
    for job, history in found:
        if job.status == "dead":
            say(f"\nJob {job.id}, every attempt:")
            print_history(history)
            say(f"To try it again: {command(data, f'jobs retry {job.id}')}")


def due(job: StoredJob) -> str:
    """Return when a waiting job is due."""
    return f", due {show.due(job.run_at)}" if job.status == "pending" else ""


def print_history(history: list[Attempt]) -> None:
    """Print attempts as a table."""
    show.table(
        ["attempt", "outcome", "ended", "took", "error"],
        [
            [
                one.attempt,
                one.outcome,
                show.when(one.finished_at),
                show.length(one.finished_at - one.started_at) if one.started_at else "",
                one.error,
            ]
            for one in history
        ],
    )
