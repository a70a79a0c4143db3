"""`thistledown jobs list`: jobs, newest first."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.job_told import Told, as_object, due, print_history, with_history
from functions.commands.place import ask, command, data_option, json_option
from functions.commands.show import say

STATUSES = ["pending", "running", "succeeded", "dead", "cancelled"]


@click.command("list")
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


def require_known(kind: str | None) -> None:
    """Refuse a kind that nobody works, naming those that there are."""
    if kind is None:
        return
    from functions.jobs import JOBS

    if kind not in JOBS.kinds:
        raise click.UsageError(f"There is no kind {kind}. There are {', '.join(JOBS.kinds)}.")
