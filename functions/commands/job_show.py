"""`thistledown jobs show`: one job with all that happened to it."""

import json
from pathlib import Path

import click

from functions.causes import CAUSES
from functions.commands import show
from functions.commands.held_up import Hold, held_now
from functions.commands.job_id import JOB
from functions.commands.job_told import Told, as_object, due, print_history, with_history
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command
from functions.commands.refusing import refuse
from functions.commands.show import say
from shared import outbox
from shared.outbox import Action, StoredJob, cause


@click.command("show", short_help="One job, every attempt, what people did to it.")
@click.argument("job", type=JOB)
@data_option
@json_option
def show_job(job: int, data: Path, as_json: bool) -> None:
    """Show one job: what it was asked, every attempt, and what people did to it."""
    found, acts, held = ask(data, lambda: looked_up(job))
    if not found:
        refuse(f"There is no job {job}.")
    one, history = found[0]
    if as_json:
        show.as_json({**as_object(one, history), "actions": acts})
        return
    print_job(one, held, data)
    if history:
        say()
        print_history(history)
    if acts:
        say()
        print_actions(acts)
    if one.status == "dead":
        say()
        print_remedy(one, data)


async def looked_up(job: int) -> tuple[Told, list[Action], Hold | None]:
    """Return a job with its attempts, what people did to it, and what holds it back."""
    return await with_history(job_id=job), await outbox.actions(job), await held_now(job)


def print_job(one: StoredJob, held: Hold | None, data: Path) -> None:
    """Print the job itself."""
    say(f"Job {one.id}  {one.kind} {json.dumps(one.payload, ensure_ascii=False)}")
    since = f", {show.when(one.finished_at)}" if one.finished_at else due(one)
    say(f"Status   {one.status}{since}")
    if held:
        show.paragraph(
            f"by {held.holder}: {show.whole(command(data, held.words))}", indent=9, label="Held"
        )
    elif one.held_by:
        say(f"Held     by {one.held_by.replace(':', ' ', 1)}")
    if one.cancel_requested:
        say("Cancel   asked for")
    say(f"Queue    {one.queue}")
    say(f"Key      {one.dedup_key or 'none'}")
    say(f"Created  {show.when(one.created_at)}")
    if one.result is not None:
        say(f"Result   {json.dumps(one.result, ensure_ascii=False)}")


def print_actions(acts: list[Action]) -> None:
    """Print what people did to a job as a table."""
    show.table(
        ["action", "by", "when", "what"],
        [[one.action, one.by, show.when(one.at), in_words(one)] for one in acts],
    )


def in_words(act: Action) -> str:
    """Return what else there is to know about an act."""
    words = {"superseded_by": "live job", "run_at": "due", "changed": "before", "note": ""}
    parts: list[str] = []
    for name, value in act.detail.items():
        said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        parts.append(f"{words.get(name, name)} {said}".strip())
    return ", ".join(parts)


def print_remedy(one: StoredJob, data: Path) -> None:
    """Print what a dead letter died of, and what can be typed."""
    meant = cause(one.last_error, CAUSES)
    show.paragraph(meant.says)
    show.paragraph(meant.remedy)
    for what_for, words in (
        ("To try it again:", f"jobs retry {one.id}"),
        ("To correct it:  ", f"jobs edit {one.id} --set PATH=VALUE"),
        ("To give it up:  ", f"jobs drop {one.id}"),
    ):
        show.paragraph(f"{what_for} {show.whole(command(data, words))}")
