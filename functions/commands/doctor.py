"""`thistledown doctor`: what is wrong with the database, in sentences, each with its remedy."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from functions.commands import show
from functions.commands.exits import REFUSED
from functions.commands.place import ask, command, data_option, json_option
from functions.commands.show import many, say
from shared import outbox
from shared.outbox import Diagnosis, Finding

# Where a command of ours shows more, or mends it.
COMMANDS = {
    "tables": "migrate",
    "dead letters": "jobs dead",
    "overdue": "tick",
    "leases": "tick",
    "breakers": "jobs queues",
    "held jobs": "jobs queues",
    "everything paused": "jobs queues",
    "paused kinds": "jobs queues",
    "paused queues": "jobs queues",
}


@click.command(short_help="What is wrong with the database, and what mends it.")
@click.option("--quiet", is_flag=True, help="Print nothing when nothing is wrong.")
@data_option
@json_option
def doctor(quiet: bool, data: Path, as_json: bool) -> None:
    """Examine the database: who holds it up, what is missing, what waits, and what mends it.

    The exit code is 0 when nothing is wrong and 1 when something is, as cron wants it.
    """
    from functions.jobs import JOBS

    found = ask(data, lambda: outbox.diagnose(JOBS))
    if as_json:
        show.as_json(as_object(found, data))
    elif found.findings or not quiet:
        print_diagnosis(found, data)
    if found.findings:
        sys.exit(REFUSED)


def as_object(found: Diagnosis, data: Path) -> dict[str, object]:
    """Return a diagnosis for JSON, each finding with the command that goes with it, or null."""
    findings = [{**asdict(one), "command": command_for(one, data)} for one in found.findings]
    return {**asdict(found), "findings": findings}


def command_for(one: Finding, data: Path) -> str | None:
    """Return the command that shows more of a finding, or mends it."""
    return command(data, COMMANDS[one.check]) if one.check in COMMANDS else None


def print_diagnosis(found: Diagnosis, data: Path) -> None:
    """Print what was found, what could not be seen, and what was looked at."""
    facts = found.facts
    pooler = "a pooler" if facts.pooler else "no pooler"
    way = "ahead of" if facts.clock_ahead >= 0 else "behind"
    show.paragraph(
        f"PostgreSQL {facts.version}, {pooler} in between; its clock is "
        f"{abs(facts.clock_ahead):.3f} s {way} ours, give or take {facts.clock_bound:.3f} s."
    )
    say(f"{many(len(found.findings), 'finding')}." if found.findings else "Nothing is wrong.")
    for one in found.findings:
        say()
        print_finding(one, data)
    if found.unseen:
        say("\nNot seen:")
    for unseen in found.unseen:
        show.paragraph(f"{unseen.check}: {unseen.why}", indent=2)


def print_finding(one: Finding, data: Path) -> None:
    """Print one finding with its remedy, and the command that goes with it."""
    say(one.check.capitalize())
    show.paragraph(one.says, indent=2)
    show.paragraph(one.remedy, indent=2)
    if typed := command_for(one, data):
        say(f"    {typed}")
