"""`thistledown jobs show`: one job with all that happened to it."""

import json
from pathlib import Path

import click

from functions.commands import show
from functions.commands.job_told import as_object, due, print_history, with_history
from functions.commands.place import ask, command, data_option, json_option
from functions.commands.refusing import refuse
from functions.commands.show import say


@click.command("show")
@click.argument("job", type=int)
@data_option
@json_option
def show_job(job: int, data: Path, as_json: bool) -> None:
    """Show one job with every attempt."""
    found = ask(data, lambda: with_history(job_id=job))
    if not found:
        refuse(f"There is no job {job}.")
    one, history = found[0]
    if as_json:
        show.as_json(as_object(one, history))
        return
    say(f"Job {one.id}  {one.kind} {json.dumps(one.payload)}")
    say(f"Status   {one.status}{due(one)}")
    say(f"Key      {one.dedup_key or 'none'}")
    if history:
        say()
        print_history(history)
    if one.status == "dead":
        say(f"To try it again: {command(data, f'jobs retry {one.id}')}")
