"""What holds jobs back, in plain words, each with the command that ends it."""

from datetime import datetime
from pathlib import Path

from functions.commands import show
from functions.commands.place import command
from functions.commands.show import many
from shared.outbox import FOR_GOOD, BreakerGate, Gates


def lines_of_gates(found: Gates, data: Path) -> list[str]:
    """Return what holds jobs back, and the remedies; nothing where nothing does."""
    lines: list[str] = []
    if found.paused_since:
        lines.append(f"Everything is paused since {show.when(found.paused_since)}:")
        lines.append(f"  {found.paused_because}.")
        lines.append(f"  Should it go on from here? {command(data, 'jobs resume --all')}")
    for queue in found.queues:
        if queue.paused_until:
            what = f"queue {queue.queue}, {many(queue.due, 'job')} due"
            lines += paused(what, queue.paused_until, queue.paused_because)
            lines.append(f"  To go on: {command(data, f'jobs resume --queue {queue.queue}')}")
    for kind in found.kinds:
        what = f"{kind.kind}, {many(kind.held, 'job')} held"
        lines += paused(what, kind.paused_until, kind.paused_because)
        lines.append(f"  To go on: {command(data, f'jobs resume --kind {kind.kind}')}")
    for breaker in found.breakers:
        if breaker.status != "closed":
            lines += out(breaker, data)
    return lines


def paused(what: str, until: datetime, because: str | None) -> list[str]:
    """Return what is paused, how long and why."""
    how_long = "for good" if until >= FOR_GOOD else f"until {show.when(until)}"
    return [f"Paused {how_long}: {what}", *([f"  {because}"] if because else [])]


def out(breaker: BreakerGate, data: Path) -> list[str]:
    """Return what is known of an outage, and when it is tried again."""
    since = f" since {show.when(breaker.opened_at)}" if breaker.opened_at else ""
    lines = [
        f"Out: {breaker.breaker}{since}, {many(breaker.held, 'job')} wait and lose no attempt",
        f"  {breaker.last_error or 'Nobody knows why.'}",
    ]
    if breaker.status == "probing":
        return [*lines, f"  Job {breaker.probe_job} is trying whether it works again."]
    when = f" {show.when(breaker.open_until)}" if breaker.open_until else ""
    remedy = command(data, f"jobs resume --breaker {breaker.breaker}")
    return [*lines, f"  One job tries again{when}. Mended? {remedy}"]
