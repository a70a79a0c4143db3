"""`thistledown status`: on one screen what a gardener needs."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from functions.causes import CAUSES
from functions.commands import show
from functions.commands.announcements import became, named
from functions.commands.held_up import hold_of_kind, lines_of_gates, lines_of_put_off
from functions.commands.mail_stop import lines_of_mail
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command
from functions.commands.show import many, say, whole
from shared import outbox, tx
from shared.newsletter import garden
from shared.newsletter.announcing import notes, notifications
from shared.newsletter.announcing.notifications import Listed
from shared.newsletter.delivering import deliveries, pace
from shared.newsletter.delivering.deliveries import Sum
from shared.newsletter.delivering.pace import PutOff
from shared.newsletter.garden import Garden
from shared.newsletter.pages.live_check import NotLive, first_not_live
from shared.newsletter.readers import listing, suppressions
from shared.outbox import DeadGroup, Failing, Gates, StoredJob, Waiting, failing, gates, waiting
from shared.settings import environment
from shared.variables import network

NAMED = 3  # causes of death that the screen names, and dead letters that the JSON has
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
    newer: list[Listed]
    not_live: NotLive | None
    gates: Gates
    put_off: PutOff
    jobs: list[Waiting]
    failing: list[Failing]
    dead: list[StoredJob]
    causes: list[DeadGroup]


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
    say_lines("Mail", lines_of_mail(found.gates, data))
    say(f"Notes    {found.notes}")
    say_lines("Readers", [in_short(found)])
    say_lines("Sign-up", lines_of_sign_up(found, data))
    say_lines("Last", last(found))
    say_lines("Next", lines_of_next(found, data))
    say_lines("Held", [*lines_of_gates(found.gates, data), *lines_of_put_off(found.put_off)])
    say_lines("Waiting", lines_of_waiting(found, data))
    say_lines("Failing", lines_of_failing(found, data))
    say_lines("Stuck", lines_of_stuck(found, data))


async def look() -> Status:
    """Ask the database everything in one transaction; then, where it matters, the garden."""
    async with tx.run():
        listed = await notifications.listed()
        latest = next((one for one in listed if one.status == "announced"), None)
        newer = [one for one in listed if one.status == "planned" or not_gone_out(one, listed)]
        due = [one.id for one in newer if is_due(one)]
        pages = await notifications.pages(due[0]) if due else []
        found = Status(
            garden=await garden.read(),
            notes=await notes.count(),
            readers=await listing.counts(),
            suppressed=await suppressions.count(),
            last_notification=latest,
            sum=await deliveries.total(latest.id) if latest else None,
            newer=newer,
            not_live=None,
            gates=await gates(),
            put_off=await pace.put_off(),
            jobs=await waiting(),
            failing=await failing(),
            dead=await outbox.jobs(status="dead", limit=NAMED),
            causes=await outbox.dead_groups(CAUSES),
        )
    is_private = network(environment().get("SITE_NETWORK")) == "private"
    return replace(found, not_live=await first_not_live(pages, is_private=is_private))


def not_gone_out(one: Listed, listed: list[Listed]) -> bool:
    """Tell whether this is the newest notification, and was cancelled."""
    return one.status == "cancelled" and one is listed[0]


def is_due(one: Listed) -> bool:
    """Tell whether a notification waits for its pages alone."""
    return one.status == "planned" and one.hold_until <= datetime.now(UTC)


def in_short(found: Status) -> str:
    """Return the readers, each in one state; of some suppressed addresses no reader is left."""
    readers = found.readers
    suppressed = readers.get("suppressed", 0)
    others = found.suppressed - suppressed
    counted = (
        f"{readers.get('confirmed', 0)} confirmed, {readers.get('pending', 0)} unconfirmed, "
        f"{readers.get('unsubscribed', 0)} unsubscribed, {suppressed} suppressed"
    )
    more = f"; {many(others, 'suppressed address', 'suppressed addresses')} of nobody here"
    return counted + more if others > 0 else counted


def lines_of_sign_up(found: Status, data: Path) -> list[str]:
    """Return that nobody new may ask, if it is so, and how to let them."""
    since = found.garden.sign_up_closed_at
    if since is None:
        return []
    how = whole(command(data, "subscribers open"))
    return [f"closed since {show.clock(since)}", f"To open it: {how}"]


def last(found: Status) -> list[str]:
    """Return what was announced last, and what became of it."""
    latest = found.last_notification
    if latest is None:
        return ["nothing announced yet"]
    return [f"{latest.id}: {named(latest)}", became(latest, found.sum)]


def lines_of_next(found: Status, data: Path) -> list[str]:
    """Return what has not gone out since, and what can be done."""
    lines: list[str] = []
    for one in found.newer:
        lines += [f"{one.id}: {named(one)}", became(one, None)]
        if one.status == "planned":
            lines.append(f"To stop it: {whole(command(data, f'announcements cancel {one.id}'))}")
    if found.not_live:
        lines.append(f"Not live: {found.not_live.url} {found.not_live.why}. Publish the garden.")
    return lines


def lines_of_waiting(found: Status, data: Path) -> list[str]:
    """Return the live jobs by kind, and a doubt where nobody seems to work them."""
    live = [one for one in found.jobs if one.status != "dead"]
    lines = [f"{many(one.jobs, 'job')} {one.kind}, {described(one, found.gates)}" for one in live]
    since = min((one.oldest_due for one in live if one.due and one.oldest_due), default=None)
    if since and datetime.now(UTC) - since > OVERDUE and not lines_of_gates(found.gates, data):
        lines.append(f"Nothing ticks: a job has been due since {show.clock(since)}.")
        lines.append("Is `dev` running, or the scheduler that ticks?")
    return lines or ["nothing"]


def described(one: Waiting, found: Gates) -> str:
    """Return what some jobs are waiting for."""
    if one.status == "running":
        return "at work"
    if one.due:
        held = hold_of_kind(one.kind, found)
        how = f"held by {held.holder}" if held else "due"
        return how if one.due == one.jobs else f"{one.due} of them {how}"
    if one.oldest_due is None or one.oldest_due <= datetime.now(UTC):
        return "later"
    return f"the next {show.distance(one.oldest_due)}"


def lines_of_failing(found: Status, data: Path) -> list[str]:
    """Return what has failed and is tried again; unless it is held, how not to wait for it."""
    lines: list[str] = []
    for one in found.failing:
        tried = f"{one.attempts} of {outbox.MAX_ATTEMPTS} attempts"
        when = f"next {show.distance(one.run_at)}" if one.run_at > datetime.now(UTC) else ""
        held = hold_of_kind(one.kind, found.gates)
        if held:
            when = f"{when}, then held by {held.holder}" if when else f"held by {held.holder}"
        lines.append(f"{many(one.jobs, 'job')} {one.kind}: {tried}, {when or 'due'}")
        lines.append(f"  {one.last_error or 'Its worker died.'}")
        if held is None:
            lines.append(f"  Mended? {whole(command(data, f'jobs run {one.id}'))}")
    return lines


def lines_of_stuck(found: Status, data: Path) -> list[str]:
    """Return the dead letters by cause, and the command that explains and mends each."""
    if not found.causes:
        return ["nothing"]
    total = sum(one.jobs for one in found.causes)
    kinds = many(len(found.causes), "cause")
    lines = [f"{many(total, 'dead letter')} of {kinds}: {whole(command(data, 'jobs dead'))}"]
    lines += [f"  {many(one.jobs, 'job')} {one.kind}: {one.says}" for one in found.causes[:NAMED]]
    if len(found.causes) > NAMED:
        lines.append(f"  and {many(len(found.causes) - NAMED, 'cause')} more")
    words = "jobs release --all" if total > 1 else f"jobs retry {found.causes[0].example}"
    lines.append(f"Mended? {whole(command(data, words))}")
    return lines


def say_lines(name: str, lines: list[str]) -> None:
    """Print lines with their name before the first."""
    show.lines(lines, indent=9, label=name)
