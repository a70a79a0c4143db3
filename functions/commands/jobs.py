"""`thistledown jobs`: look into the queue, and do what a human does with a dead letter."""

import json
import sys
from pathlib import Path

import click

from functions.commands import show
from functions.commands.exits import REFUSED
from functions.commands.place import ask, data_option, json_option
from functions.commands.show import complain, say
from shared import outbox
from shared.outbox import Attempt, StoredJob

STATUSES = ["pending", "running", "succeeded", "dead", "cancelled"]

Told = list[tuple[StoredJob, list[Attempt]]]


@click.group()
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
        say("No jobs." if status is None else f"No {status} jobs.")
    else:
        print_list(found)


@jobs.command("show")
@click.argument("job", type=int)
@data_option
@json_option
def show_job(job: int, data: Path, as_json: bool) -> None:
    """Show one job with every attempt."""
    found = ask(data, lambda: with_history(job_id=job))
    if not found:
        complain(f"There is no job {job}.")
        sys.exit(REFUSED)
    if as_json:
        show.as_json(as_object(*found[0]))
        return
    one, history = found[0]
    show.table(
        ["", ""],
        [
            ["kind", one.kind],
            ["payload", json.dumps(one.payload)],
            ["status", one.status],
            ["due", show.when(one.run_at) if one.status == "pending" else ""],
            ["key", one.dedup_key],
        ],
    )
    print_history(history)


@jobs.command()
@click.argument("job", type=int)
@data_option
def run(job: int, data: Path) -> None:
    """Make a waiting job due now; the next tick takes it."""
    answer(
        ask(data, lambda: outbox.run_now(job)),
        f"Job {job} is due now: the next tick takes it.",
        f"Job {job} is not waiting. `thistledown jobs show {job}` says what it is doing.",
    )


@jobs.command()
@click.argument("job", type=int)
@data_option
def cancel(job: int, data: Path) -> None:
    """Cancel a waiting job."""
    answer(
        ask(data, lambda: outbox.cancel(job_id=job)),
        f"Job {job} is cancelled.",
        f"Job {job} is not waiting, so it cannot be cancelled.",
    )


@jobs.command()
@click.argument("job", type=int)
@data_option
def retry(job: int, data: Path) -> None:
    """Give a dead letter seven fresh attempts; its history stays."""
    retried = ask(data, lambda: outbox.retry(job))
    reasons = {
        "conflict": f"Job {job} stays dead: job {retried.twin} with the same key is live and will "
        f"do its work. Wait for that one, or cancel it first.",
        "not dead": f"Job {job} is {retried.status}, not dead: there is nothing to retry.",
        "unknown": f"There is no job {job}.",
    }
    answer(
        retried.outcome == "retried",
        f"Job {job} has seven fresh attempts, the first at the next tick.",
        reasons.get(retried.outcome, ""),
    )


def answer(done: bool, said: str, refused: str) -> None:
    """Say what happened, and fail if nothing did."""
    if done:
        say(said)
        return
    complain(refused)
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


def print_list(found: Told) -> None:
    """Print jobs as a table, and below it the history of the dead."""
    show.table(
        ["id", "kind", "status", "attempts", "due", "last error"],
        [
            [
                job.id,
                job.kind,
                job.status,
                job.attempts,
                show.when(job.run_at) if job.status == "pending" else "",
                job.last_error,
            ]
            for job, _ in found
        ],
    )
    for job, history in found:
        if job.status == "dead":
            say(f"\nJob {job.id}, every attempt:")
            print_history(history)
            say(f"To send it after all: thistledown jobs retry {job.id}")


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
