"""`thistledown subscribers remind`: ask those of an import who never confirmed."""

import sys
from pathlib import Path

import click

from functions.commands.exits import CONFIRM
from functions.commands.job_id import IMPORT
from functions.commands.options import data_option
from functions.commands.place import ask, look
from functions.commands.refusing import refuse
from functions.commands.show import length, say, whole
from shared import outbox, tx
from shared.newsletter.moving import reminding
from shared.newsletter.moving.reminding import Waiting
from shared.newsletter.payloads import Remind
from shared.newsletter.readers.caps import Caps


@click.command("remind", short_help="Ask those of an import who never confirmed.")
@click.argument("import_id", metavar="[IMPORT]", type=IMPORT, required=False)
@click.option("--yes", is_flag=True, help="Do it.")
@data_option
def remind_subscribers(import_id: int | None, yes: bool, data: Path) -> None:
    """Ask people who came by an import, and proved nothing, whether they want to read.

    Each is asked once. Without a number, those of all imports.
    """
    if import_id == 0:
        refuse("There is no import 0.")  # below it would stand for all of them
    found = look(data, lambda: reminding.waiting(import_id or 0))
    people = sum(one.people for one in found)
    if not people:
        refuse("Nobody waits who was not asked before.")
    say(in_words(people))
    if not yes:
        say(f"Nothing was sent. To do it: the same command with {whole('--yes')}.")
        sys.exit(CONFIRM)
    ask(data, lambda: enqueued(found))
    say("They are being asked. Whoever presses the button reads; who does not goes in a month.")


async def enqueued(found: list[Waiting]) -> None:
    """Let the people of these imports be asked, one import after the other's key."""
    async with tx.run():
        for one in found:
            job = Remind(one.import_id)
            await outbox.enqueue(job, dedup_key=job.dedup_key, on_running="rerun")


def in_words(people: int) -> str:
    """Return how many will be asked, and over how long."""
    between = reminding.pace(Caps())
    if people == 1:
        return "1 person is asked to confirm, at once."
    return (
        f"{people} people are asked to confirm, one every {length(between)}: the last in about "
        f"{length(people * between)}. That leaves half of what the form may send in an hour to "
        "those who come by themselves."
    )
