"""`thistledown status`: on one screen what a gardener needs."""

from dataclasses import dataclass
from pathlib import Path

import click

from functions.commands import show
from functions.commands.announcements import in_words
from functions.commands.place import ask, data_option, json_option
from functions.commands.show import many, say
from shared import tx
from shared.newsletter import deliveries, garden, notes, notifications, subscribers, suppressions
from shared.newsletter.deliveries import Sum
from shared.newsletter.garden import Garden
from shared.newsletter.notifications import Listed
from shared.outbox.inspect import Waiting, waiting


@dataclass(frozen=True, slots=True)
class Status:
    """Everything the screen shows."""

    garden: Garden
    notes: int
    readers: dict[str, int]
    suppressed: int
    last_notification: Listed | None
    sum: Sum | None
    jobs: list[Waiting]


@click.command()
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
    say(f"Last     {last(found)}")
    say(f"Waiting  {lined([one for one in found.jobs if one.status != 'dead'])}")
    dead = [one for one in found.jobs if one.status == "dead"]
    say(f"Stuck    {lined(dead)}")
    if dead:
        say("         See why: thistledown jobs list --status dead")
        say("         Then, for each: thistledown jobs retry ID")


async def look() -> Status:
    """Ask the database everything, in one transaction."""
    async with tx.run():
        latest = next(iter(await notifications.listed(limit=1)), None)
        return Status(
            garden=await garden.read(),
            notes=await notes.count(),
            readers=await subscribers.counts(),
            suppressed=await suppressions.count(),
            last_notification=latest,
            sum=await deliveries.total(latest.id) if latest else None,
            jobs=await waiting(),
        )


def in_short(found: Status) -> str:
    """Return the readers by state."""
    readers = found.readers
    return (
        f"{readers.get('confirmed', 0)} confirmed, {readers.get('pending', 0)} not yet, "
        f"{readers.get('unsubscribed', 0)} left, {found.suppressed} suppressed"
    )


def last(found: Status) -> str:
    """Return what was announced last and what became of it."""
    latest = found.last_notification
    if latest is None:
        return "nothing announced yet"
    titles = ", ".join(latest.titles) or "no notes"
    if latest.status == "planned":
        due = show.when(latest.hold_until)
        return f"{titles}: planned, {due}; thistledown announcements cancel {latest.id} stops it"
    if latest.status == "cancelled" or found.sum is None:
        return f"{titles}: {latest.status}"
    return f"{titles}: {in_words(found.sum)}"


def lined(jobs: list[Waiting]) -> str:
    """Return counts of jobs by kind."""
    parts = [f"{many(one.jobs, 'job')} {one.kind} ({described(one)})" for one in jobs]
    return "; ".join(parts) or "nothing"


def described(one: Waiting) -> str:
    """Return what some jobs are waiting for."""
    if one.status != "pending":
        return one.status
    when = f", next {show.distance(one.oldest_due)}" if one.oldest_due and not one.due else ""
    return f"{one.due} due{when}"
