"""`thistledown jobs queues`: what is paused, limited or out, and how much waits behind it."""

from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import click

from functions.commands import show
from functions.commands.held_up import end_of, lines_of_gates
from functions.commands.options import data_option, json_option
from functions.commands.place import ask
from functions.commands.show import many, say
from shared import outbox, tx
from shared.outbox import Action, BreakerGate, Gates, QueueGate, Summary

SHOWN = 5  # of what people did to the gates, the newest


@click.command(short_help="What is paused, limited or out, and what waits behind it.")
@data_option
@json_option
def queues(data: Path, as_json: bool) -> None:
    """Show the queues with their limits, the kinds that are paused, and the breakers."""
    found, counted, acts = ask(data, look)
    if as_json:
        show.as_json({**asdict(found), "actions": acts})
        return
    waiting = waiting_by_queue(counted)
    rows = [one for one in found.queues if is_worth_a_row(one, waiting.get(one.queue, 0))]
    rows += [empty(queue) for queue in waiting if queue not in {one.queue for one in rows}]
    if rows:
        show.table(
            ["queue", "waiting", "due", "running", "at a time", "a second", "at once", "paused"],
            [row_of(one, waiting.get(one.queue, 0)) for one in rows],
        )
    else:
        say("No queue has jobs, a pause or a limit.")
    for line in lines_of_past_outages(found):
        show.paragraph(line)
    if held := lines_of_gates(found, data):
        say()
        show.lines(held)
    if acts:
        say()
        print_acts(acts)


async def look() -> tuple[Gates, Summary, list[Action]]:
    """Return how the gates stand, how many jobs wait in each queue, and what people did last."""
    async with tx.run():
        acts = await outbox.actions(limit=SHOWN, newest=True)
        return await outbox.gates(), await outbox.summary(), acts


def waiting_by_queue(counted: Summary) -> dict[str, int]:
    """Return how many jobs wait in each queue that has some, due, later and held ones."""
    waiting: dict[str, int] = {}
    for one in counted.jobs:
        if one.status == "pending":
            waiting[one.queue] = waiting.get(one.queue, 0) + one.jobs
    return waiting


def is_worth_a_row(one: QueueGate, waiting: int) -> bool:
    """Tell a queue that has jobs, a pause or a limit from one whose limits were lifted."""
    limits = (one.max_running, one.rate, one.burst, one.paused_until)
    return bool(waiting or one.due or one.running) or any(limit is not None for limit in limits)


def empty(queue: str) -> QueueGate:
    """Return a queue in which nothing is due yet."""
    return QueueGate(queue, 0, 0, None, None, None, None, None)


def row_of(one: QueueGate, waiting: int) -> list[object]:
    """Return a queue's row of the table."""
    limits = [one.max_running, f"{one.rate:g}" if one.rate else None, one.burst]
    pause = end_of(one.paused_until) if one.paused_until else None
    return [one.queue, waiting, one.due, one.running, *limits, pause]


def lines_of_past_outages(found: Gates) -> list[str]:
    """Return what is known of the breakers that hold nothing back; the others come further down."""
    return [past(one) for one in found.breakers if one.status == "closed"]


def past(one: BreakerGate) -> str:
    """Return how well it goes behind a breaker that is closed."""
    if one.opened_at:
        return f"The breaker {one.breaker} is closed. It last opened {show.when(one.opened_at)}."
    return f"The breaker {one.breaker} is closed, after {many(one.failures, 'outage')} in a row."


def print_acts(acts: list[Action]) -> None:
    """Print what people did to the gates as a table."""
    show.table(
        ["gate", "action", "by", "when", "what"],
        [
            [(one.gate or "").replace(":", " ", 1), one.action, one.by, show.when(one.at), how(one)]
            for one in acts
        ],
    )


def how(act: Action) -> str:
    """Return how long and why a gate was paused, or how it was limited."""
    detail = act.detail
    if act.action == "paused":
        until, because = detail.get("until"), detail.get("because")
        lasts = end_of(datetime.fromisoformat(str(until))) if until else "for good"
        return f"{lasts}: {because}" if because else lasts
    if act.action == "limited":
        units = {"max_running": "at a time", "rate": "a second", "burst": "at once"}
        limits = [f"{detail[name]:g} {unit}" for name, unit in units.items() if name in detail]
        return ", ".join(limits) or "no limit"
    return ""
