"""`thistledown jobs note`: a remark in the trail of a job."""

from pathlib import Path

import click

from functions.commands.called import me
from functions.commands.job_id import JOB
from functions.commands.options import data_option
from functions.commands.place import ask
from functions.commands.refusing import refuse
from functions.commands.show import say
from shared import outbox


@click.command(short_help="Write a remark into the trail of a job.")
@click.argument("job", type=JOB)
@click.argument("text")
@data_option
def note(job: int, text: str, data: Path) -> None:
    """Write a remark into the trail of a job; `jobs show` has it. Addresses are taken out."""
    if not text.strip():
        raise click.UsageError("A note needs a text.")
    if not ask(data, lambda: outbox.note(job, text, by=me())):
        refuse(f"There is no job {job}.")
    say(f"Noted on job {job}.")
