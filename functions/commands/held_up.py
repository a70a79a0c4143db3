"""What holds jobs back, in plain words, each with the command that ends it."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from functions.commands import show
from functions.commands.place import command
from functions.commands.show import many, whole
from shared import outbox, tx
from shared.newsletter.delivering import pace
from shared.newsletter.delivering.pace import PutOff
from shared.outbox import FOR_GOOD, BreakerGate, Gates, StoredJob


@dataclass(frozen=True, slots=True)
class Hold:
    """What keeps a job back, and the words of the command that ends it."""

    holder: str
    words: str


def hold_of(job: StoredJob, found: Gates) -> Hold | None:
    """Return what keeps a waiting job back that would otherwise be due."""
    is_due = job.run_at <= datetime.now(UTC) or job.held_by is not None
    is_probe = any(job.id == one.probe_job for one in found.breakers if one.status == "probing")
    if job.status != "pending" or not is_due or is_probe:
        return None
    return hold(job.kind, job.queue, found)


async def held_now(job: int) -> Hold | None:
    """Ask what keeps a job back at the moment."""
    async with tx.run():
        found = await outbox.jobs(job_id=job)
        return hold_of(found[0], await outbox.gates()) if found else None


def hold_of_kind(kind: str, found: Gates) -> Hold | None:
    """Return what keeps the jobs of a kind back; a kind that nobody knows has no queue here."""
    from functions.jobs import JOBS

    handler = JOBS.get(kind)
    return hold(kind, handler.job.queue if handler else "", found)


def hold(kind: str, queue: str, found: Gates) -> Hold | None:
    """Return the gate that keeps jobs of a kind in a queue back: of several the widest."""
    if found.paused_since:
        return Hold("the pause of everything", "jobs resume --all")
    if any(one.queue == queue and one.paused_until for one in found.queues):
        return Hold(f"the pause of the queue {queue}", f"jobs resume --queue {queue}")
    if any(one.kind == kind for one in found.kinds):
        return Hold(f"the pause of {kind}", f"jobs resume --kind {kind}")
    for one in found.breakers:
        if one.status != "closed" and kind in one.kinds:
            return Hold(f"the breaker {one.breaker}", f"jobs resume --breaker {one.breaker}")
    return None


def tell(done: str, then: str, held: Hold | None, data: Path) -> None:
    """Say what was done to a job, and what follows; while it is held, what would let it go."""
    if held is None:
        show.say(f"{done}{then}")
        return
    show.paragraph(f"{done}, but {held.holder} holds it: {whole(command(data, held.words))}")


def lines_of_gates(found: Gates, data: Path) -> list[str]:
    """Return what holds jobs back, and the remedies; nothing where nothing does."""
    lines: list[str] = []
    if found.paused_since:
        lines.append(f"Everything has been paused since {show.clock(found.paused_since)}:")
        lines.append(f"  {sentence(found.paused_because or 'nobody said why')}")
        lines.append(remedy("Should it go on from here?", data, "jobs resume --all"))
    for queue in found.queues:
        if queue.paused_until:
            what = f"queue {queue.queue}, {many(queue.due, 'job')} due"
            lines += paused(what, queue.paused_until, queue.paused_because)
            lines.append(remedy("To go on:", data, f"jobs resume --queue {queue.queue}"))
    for kind in found.kinds:
        what = f"{kind.kind}, {many(kind.held, 'job')} held"
        lines += paused(what, kind.paused_until, kind.paused_because)
        to_go_on = "To go on:"
        if pace.is_rest(kind.paused_because):
            lines.append(f"  {used_up(kind.paused_until)}")
            to_go_on = "Raised, and the functions started anew?"
        lines.append(remedy(to_go_on, data, f"jobs resume --kind {kind.kind}"))
    for breaker in found.breakers:
        if breaker.status != "closed":
            lines += out(breaker, data)
    return lines


def lines_of_put_off(found: PutOff) -> list[str]:
    """Return that mails to strangers wait for tomorrow, which needs nobody's help."""
    if found.until is None:
        return []
    several = (
        "mail that a stranger asked for waits"
        if found.mails == 1
        else ("mails that strangers asked for wait")
    )
    return [
        f"{found.mails} {several} until {show.clock(found.until)}:",
        f"  Such mails have a share of the day's {pace.SETTING}, and today's is used up.",
    ]


def paused(what: str, until: datetime, because: str | None) -> list[str]:
    """Return what is paused, how long and why."""
    lines = [f"Paused {how_long(until)}: {what}"]
    return [*lines, f"  {sentence(because)}"] if because else lines


def used_up(until: datetime) -> str:
    """Return that a full day is in the way, for which a command alone is no remedy."""
    ends = show.clock(until)
    return f"The day's {pace.SETTING} is used up; letters go on at {ends}, or raise it."


def how_long(until: datetime | None) -> str:
    """Return until when a pause lasts, and how far away that is."""
    if until is None or until >= FOR_GOOD:
        return "for good"
    left = until - datetime.now(UTC)
    return f"{end_of(until)}, " + (
        f"{show.length(left)} from now" if left.days >= 0 else "now over"
    )


def end_of(pause: datetime) -> str:
    """Return until when a pause lasts."""
    return "for good" if pause >= FOR_GOOD else f"until {show.clock(pause)}"


def out(breaker: BreakerGate, data: Path) -> list[str]:
    """Return what is known of an outage, and when it is tried again."""
    since = f" since {show.clock(breaker.opened_at)}" if breaker.opened_at else ""
    wait = "waits and loses" if breaker.held == 1 else "wait and lose"
    lines = [
        f"Out: {breaker.breaker}{since}, {many(breaker.held, 'job')} {wait} no attempt",
        f"  {breaker.last_error or 'Nobody knows why.'}",
    ]
    if breaker.status == "probing":
        return [*lines, f"  Job {breaker.probe_job} is trying whether it works again."]
    return [
        *lines,
        f"  One job tries again {next_probe(breaker)}.",
        remedy("Mended?", data, f"jobs resume --breaker {breaker.breaker}"),
    ]


def next_probe(breaker: BreakerGate) -> str:
    """Return when an open breaker lets a job try."""
    if breaker.open_until is None or breaker.open_until <= datetime.now(UTC):
        return "at the next tick"
    return show.when(breaker.open_until)


def remedy(what_for: str, data: Path, words: str) -> str:
    """Return a command behind what it is for."""
    return f"  {what_for} {whole(command(data, words))}"


def sentence(reason: str) -> str:
    """Return a reason with one full stop, however it was typed."""
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
