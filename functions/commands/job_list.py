"""`thistledown jobs list`: jobs, newest first."""

from pathlib import Path

import click

from functions.commands import show
from functions.commands.choosing import require_known
from functions.commands.held_up import hold_of
from functions.commands.job_id import JOB
from functions.commands.job_told import Told, as_object, due, print_history, with_history
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command
from functions.commands.show import say
from shared import outbox
from shared.outbox import Gates, StoredJob

STATUSES = ["pending", "running", "succeeded", "dead", "cancelled"]

LIMIT = 50
MOST = 1_000_000  # jobs of one page


@click.command("list")
@click.option("--status", type=click.Choice(STATUSES))
@click.option("--kind", help="As newsletter.evergreen-mail.")
@click.option("--limit", type=click.IntRange(1, MOST), default=LIMIT, show_default=True)
@click.option("--after", type=JOB, metavar="JOB", help="Go on after this job: the next page.")
@data_option
@json_option
def list_jobs(
    status: str | None,
    kind: str | None,
    limit: int,
    after: int | None,
    data: Path,
    as_json: bool,
) -> None:
    """List jobs, newest first; dead ones with every attempt."""
    found = ask(data, lambda: with_history(status=status, kind=kind, limit=limit, after=after))
    if as_json:
        show.as_json([as_object(job, history) for job, history in found])
    elif not found:
        require_known(kind)
        more = "" if after is None else " more"
        say(f"No{more} jobs." if status is None else f"No{more} {status} jobs.")
    else:
        print_list(found, ask(data, outbox.gates), data)
        if len(found) == limit:
            say(f"\nThe next page: {command(data, next_page(found, status, kind, limit))}")


def next_page(found: Told, status: str | None, kind: str | None, limit: int) -> str:
    """Return the command that goes on where this page ends."""
    same = [f"--{name} {value}" for name, value in (("status", status), ("kind", kind)) if value]
    same += [f"--limit {limit}"] * (limit != LIMIT)
    return " ".join(["jobs list", *same, f"--after {found[-1][0].id}"])


def print_list(found: Told, standing: Gates, data: Path) -> None:
    """Print jobs as a table, and below it the history of the dead."""
    show.table(
        ["id", "kind", "status", "attempts", "last error"],
        [
            [job.id, job.kind, standing_of(job, standing), job.attempts, job.last_error]
            for job, _ in found
        ],
        cuts_last=True,
    )
    for job, history in found:
        if job.status == "dead":
            say(f"\nJob {job.id}, every attempt:")
            print_history(history)
            say(f"To try it again: {command(data, f'jobs retry {job.id}')}")


def standing_of(job: StoredJob, standing: Gates) -> str:
    """Return a job's state, and when it is due unless something holds it back."""
    return f"{job.status}, held" if hold_of(job, standing) else f"{job.status}{due(job)}"
