"""`thistledown status`: on one screen what a gardener needs."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from functions.commands import show
from functions.commands.announcements import became, named
from functions.commands.place import ask, command, data_option, json_option
from functions.commands.show import many, say
from shared import outbox, tx
from shared.newsletter import deliveries, garden, notes, notifications, subscribers, suppressions
from shared.newsletter.deliveries import Sum
from shared.newsletter.garden import Garden
from shared.newsletter.live_check import NotLive, first_not_live
from shared.newsletter.notifications import Listed
from shared.outbox import StoredJob
from shared.outbox.inspect import Waiting, waiting

NAMED = 3  # dead letters that the screen names one by one
OVERDUE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Status:
    """Everything the screen shows."""

    garden: Garden
    notes: int
    readers: dict[str, int]
    suppressed: int
    last_notification: Listed | None
    sum: Sum | None
    not_live: NotLive | None
    jobs: list[Waiting]
    dead: list[StoredJob]


@click.command(short_help="Readers, the last letter, what waits, what is stuck.")
@data_option
@json_option
def status(data: Path, as_json: bool) -> None:
    """Show readers, the last notification with its sum, what waits and what is stuck."""
    found = ask(data, look)
    if as_json:
        show.as_json(found)
        return
    say(f"{found.garden.name}  {found.garden.site_url} ({found.garden.environment})")
    say(f"Notes    {found.notes}")
    say(f"Readers  {in_short(found)}")
    say_lines("Last", last(found, data))
    say_lines("Waiting", lines_of_waiting(found))
    say_lines("Stuck", lines_of_stuck(found, data))


async def look() -> Status:
    """Ask the database everything in one transaction; then, where it matters, the garden."""
    async with tx.run():
        latest = next(iter(await notifications.listed(limit=1)), None)
        is_due = latest and latest.status == "planned" and latest.hold_until <= datetime.now(UTC)
        pages = await notifications.pages(latest.id) if latest and is_due else []
        found = Status(
            garden=await garden.read(),
            notes=await notes.count(),
            readers=await subscribers.counts(),
            suppressed=await suppressions.count(),
            last_notification=latest,
            sum=await deliveries.total(latest.id) if latest else None,
            not_live=None,
            jobs=await waiting(),
            dead=await outbox.jobs(status="dead", limit=NAMED),
        )
    return replace(found, not_live=await first_not_live(pages))


def in_short(found: Status) -> str:
    """Return the readers by state."""
    readers = found.readers
    return (
        f"{readers.get('confirmed', 0)} confirmed, {readers.get('pending', 0)} not yet, "
        f"{readers.get('unsubscribed', 0)} left, {found.suppressed} suppressed"
    )


def last(found: Status, data: Path) -> list[str]:
    """Return what was announced last, what became of it, and what can be done."""
    latest = found.last_notification
    if latest is None:
        return ["nothing announced yet"]
    lines = [f"{latest.id}: {named(latest)}", became(latest, found.sum)]
    if found.not_live:
        lines.append(f"Not live: {found.not_live.url} {found.not_live.why}. Publish the garden.")
    if latest.status == "planned":
        lines.append(f"To stop it: {command(data, f'announcements cancel {latest.id}')}")
    return lines


def lines_of_waiting(found: Status) -> list[str]:
    """Return the live jobs by kind, and a doubt where nobody seems to work them."""
    live = [one for one in found.jobs if one.status != "dead"]
    lines = [f"{many(one.jobs, 'job')} {one.kind}, {described(one)}" for one in live]
    since = min((one.oldest_due for one in live if one.due and one.oldest_due), default=None)
    if since and datetime.now(UTC) - since > OVERDUE:
        lines.append(f"Nothing ticks: a job has been due since {show.when(since)}.")
        lines.append("Is `thistledown dev` running, or the scheduler that ticks?")
    return lines or ["nothing"]


def described(one: Waiting) -> str:
    """Return what some jobs are waiting for."""
    if one.status == "running":
        return "at work"
    if one.due:
        return "due" if one.due == one.jobs else f"{one.due} of them due"
    return f"the next {show.distance(one.oldest_due)}" if one.oldest_due else "later"


def lines_of_stuck(found: Status, data: Path) -> list[str]:
    """Return the dead letters, and for each the commands that explain and mend it."""
    total = sum(one.jobs for one in found.jobs if one.status == "dead")
    lines: list[str] = []
    for job in found.dead:
        lines.append(f"job {job.id} {job.kind} is dead")
        lines.append(f"  {job.last_error or 'Its worker died.'}")
        lines.append(f"  See all of it: {command(data, f'jobs show {job.id}')}")
        lines.append(f"  Try it again:  {command(data, f'jobs retry {job.id}')}")
    if total > len(found.dead):
        every = command(data, "jobs list --status dead")
        lines.append(f"and {total - len(found.dead)} more: {every}")
    if total > 1:
        lines.append(f"All at once, when the cause is mended: {command(data, 'jobs retry --all')}")
    return lines or ["nothing"]


def say_lines(name: str, lines: list[str]) -> None:
    """Print lines with their name before the first."""
    for label, line in zip([name, *[""] * len(lines)], lines, strict=False):
        say(f"{label:<8} {line}")
