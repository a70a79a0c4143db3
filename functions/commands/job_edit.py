"""`thistledown jobs edit`: correct what a dead letter was asked to do, and try it again."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import click

from functions.commands.called import me
from functions.commands.held_up import Hold, held_now, tell
from functions.commands.job_id import JOB
from functions.commands.options import data_option
from functions.commands.place import ask
from functions.commands.refusing import obstacle, refuse
from shared import outbox, tx
from shared.outbox import Retried, Undecodable

UNKNOWN_FIELD = re.compile("has an unknown field '([^']+)'")


@click.command(short_help="Correct a dead letter's payload and retry it.")
@click.argument("job", type=JOB)
@click.option("--set", "sets", metavar="PATH=VALUE", multiple=True, help="As delivery_id=7.")
@click.option("--unset", "unsets", metavar="PATH", multiple=True, help="A field to take out.")
@data_option
def edit(job: int, sets: tuple[str, ...], unsets: tuple[str, ...], data: Path) -> None:
    """Correct the payload of a dead letter and give it seven fresh attempts.

    A VALUE is read as JSON, and as a text where it is none. A PATH goes into objects and lists with
    dots, as bed.rows.0.
    """
    if not (sets or unsets):
        raise click.UsageError("Say what to change with --set PATH=VALUE or --unset PATH.")
    try:
        answer, held = ask(data, lambda: edited(job, sets, unsets))
    except (outbox.BadPayload, Undecodable) as error:
        refuse(f"Job {job} stays as it is: {error}{way_out(str(error))}")
    if answer.outcome == "not dead":
        refuse(f"Job {job} is {answer.status}, not dead: only dead letters can be corrected.")
    if answer.outcome != "retried":
        refuse(obstacle(job, answer))
    done = f"Job {job} is corrected and has seven fresh attempts"
    tell(done, ", the first at the next tick.", held, data)


async def edited(
    job: int, sets: Sequence[str], unsets: Sequence[str]
) -> tuple[Retried, Hold | None]:
    """Change the payload that a dead letter has now, and see what holds the job back then."""
    from functions.jobs import JOBS

    async with tx.run():
        found = await outbox.jobs(job_id=job)
        is_dead = bool(found) and found[0].status == "dead"
        payload = corrected(found[0].payload, sets, unsets) if is_dead else {}
        return await outbox.edit(job, payload, handlers=JOBS, by=me()), await held_now(job)


def way_out(error: str) -> str:
    """Return how a field that the handler does not know is taken out."""
    found = UNKNOWN_FIELD.search(error)
    return f" Take it out: --unset {found[1]}" if found else ""


def corrected(payload: object, sets: Sequence[str], unsets: Sequence[str]) -> dict[str, object]:
    """Return a payload with its changes; one that is no object begins anew."""
    changed = cast("dict[str, object]", payload) if isinstance(payload, dict) else {}
    for path in unsets:
        holder, last = place(changed, path)
        del holder[last]
    for one in sets:
        path, equals, value = one.partition("=")
        if not equals:
            raise click.UsageError(f"--set {one}: write it as PATH=VALUE.")
        holder, last = place(changed, path, makes=True)
        holder[last] = read(value)
    return changed


def place(payload: dict[str, object], path: str, *, makes: bool = False) -> tuple[Any, Any]:
    """Return the object or list that holds a path's last part, and its key or index there.

    Raises:
        UsageError: there is no such path.

    """
    *way, last = path.split(".")
    holder: Any = payload
    try:
        for part in way:
            holder = holder[key(holder, part)]
        found = key(holder, last)
        if not (makes and isinstance(holder, dict)):
            holder[found]
    except (LookupError, TypeError, ValueError):
        raise click.UsageError(f"The payload has no {path}.") from None
    return cast("Any", holder), found


def key(holder: object, part: str) -> str | int:
    """Return a part of a path as an index into a list, or as the name of a field."""
    return int(part) if isinstance(holder, list) else part


def read(value: str) -> object:
    """Return a value as JSON, or the text itself."""
    try:
        return json.loads(value)
    except ValueError:
        return value
