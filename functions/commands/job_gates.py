"""`thistledown jobs pause`, `resume` and `limit`: hold jobs back, and let them go."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from functions.commands import show
from functions.commands.called import me
from functions.commands.choosing import require_known
from functions.commands.held_up import hold, how_long, tell
from functions.commands.moments import Moment
from functions.commands.options import data_option
from functions.commands.place import ask, command
from functions.commands.refusing import refuse
from functions.commands.show import say
from shared import outbox
from shared.outbox import Gates

LARGEST = 2**31 - 1  # of PostgreSQL's integer

kind_option = click.option("--kind", help="A kind of job, as newsletter.evergreen-mail.")
queue_option = click.option("--queue", help="A queue, as bulk.")


@click.command(short_help="Start no job of a kind, of a queue, or none at all.")
@kind_option
@queue_option
@click.option("--all", "everything", is_flag=True, help="Every job.")
@click.option("--until", type=Moment(), help="30m, 2h, 1d or a time; without it, for good.")
@click.option("--because", metavar="TEXT", help="Why; status and queues show it.")
@data_option
def pause(
    kind: str | None,
    queue: str | None,
    everything: bool,
    until: datetime | None,
    because: str | None,
    data: Path,
) -> None:
    """Start no job of a kind, of a queue, or none at all. What is running goes on."""
    named = require_one({"--kind": kind, "--queue": queue, "--all": everything})
    require_known(kind)
    require_known_queue(queue)
    require_future(until)
    if everything and until:
        raise click.UsageError("--all is for good: leave --until out, and end it with resume.")
    ask(
        data,
        lambda: outbox.pause(
            kind=kind, queue=queue, everything=everything, until=until, because=because, by=me()
        ),
    )
    what = kind or (f"queue {queue}" if queue else "everything")
    show.paragraph(f"Paused {how_long(until)}: {what}. Nothing is lost and no attempt is burned.")
    show.paragraph(f"To go on: {show.whole(command(data, f'jobs resume {named}'))}")


@click.command(short_help="End a pause; or let a breaker try again now.")
@kind_option
@queue_option
@click.option("--breaker", help="As mail: let one job try now whether the outage is over.")
@click.option("--all", "everything", is_flag=True, help="What was paused with --all, or at start.")
@data_option
def resume(
    kind: str | None, queue: str | None, breaker: str | None, everything: bool, data: Path
) -> None:
    """End a pause; the jobs go on in their old order."""
    require_one({"--kind": kind, "--queue": queue, "--breaker": breaker, "--all": everything})
    ended, standing = ask(data, lambda: resumed(kind, queue, breaker, everything=everything))
    if not ended and everything:
        refuse("Not everything is paused.")
    if not ended:
        refuse(f"{kind or queue or breaker} is not {'open' if breaker else 'paused'}.")
    if standing.paused_since:
        done = f"{breaker} is due to be tried" if breaker else f"{kind or queue} is paused no more"
        tell(done, "", hold("", "", standing), data)
    elif breaker:
        tried = f"The next tick lets one job try whether {breaker} works again."
        show.paragraph(tried + rest(breaker, standing))
    else:
        say(f"{kind or queue or 'Everything'} goes on at the next tick.")


@click.command(short_help="Limit how much of a queue runs at once, or in a second.")
@click.argument("queue")
@click.option(
    "--max-running", type=click.IntRange(1, LARGEST), help="So many at a time, over all workers."
)
@click.option("--rate", type=click.FloatRange(0, min_open=True), help="So many a second.")
@click.option(
    "--burst", type=click.IntRange(1, LARGEST), help="At most so many at once, with --rate."
)
@data_option
def limit(
    queue: str, max_running: int | None, rate: float | None, burst: int | None, data: Path
) -> None:
    """Limit a queue over all workers; what is not given is not limited any more."""
    require_known_queue(queue)
    if burst and rate is None:
        raise click.UsageError("--burst needs --rate, which fills it up again.")
    ask(
        data,
        lambda: outbox.limits(queue, max_running=max_running, rate=rate, burst=burst, by=me()),
    )
    limited = [
        f"{show.many(max_running, 'job')} at a time" if max_running else "",
        f"{rate:g} a second" if rate else "",
        f"at most {burst} at once" if burst else "",
    ]
    say(f"{queue}: {', '.join(filter(None, limited)) or 'no limit'}.")


async def resumed(
    kind: str | None, queue: str | None, breaker: str | None, *, everything: bool
) -> tuple[bool, Gates]:
    """End a pause, or send the next probe now; return how the gates stand then."""
    ended = await outbox.resume(
        kind=kind, queue=queue, breaker=breaker, everything=everything, by=me()
    )
    return ended, await outbox.gates()


def rest(breaker: str, standing: Gates) -> str:
    """Return when another job tries if the one that is let through now fails."""
    for one in standing.breakers:
        if one.breaker == breaker:
            soon = show.length(timedelta(seconds=one.next_rest))
            return f" If it does not, the next one tries {soon} later."
    return ""


def require_one(given: dict[str, str | bool | None]) -> str:
    """Return the one option that was given, as it was typed."""
    named = [(name, value) for name, value in given.items() if value]
    if len(named) != 1:
        raise click.UsageError(
            f"Say one of {', '.join(given)}." + (" One is enough." if named else "")
        )
    name, value = named[0]
    return name if value is True else f"{name} {value}"


def require_known_queue(queue: str | None) -> None:
    """Refuse a queue that no job is in, naming those that there are."""
    from functions.jobs import JOBS

    if queue is not None and queue not in JOBS.queues:
        raise click.UsageError(f"There is no queue {queue}. There are {', '.join(JOBS.queues)}.")


def require_future(until: datetime | None) -> None:
    """Refuse a pause that is over before it begins."""
    if until is not None and until <= datetime.now(UTC):
        raise click.UsageError("--until is in the past.")
