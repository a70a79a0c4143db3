"""`thistledown doctor`: what is wrong with the database and the mail, each with its remedy."""

import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import BinaryIO

import click

from functions.commands import show
from functions.commands.doctor_mail import Symptoms, examine_mail, mail_options, print_symptom
from functions.commands.exits import REFUSED
from functions.commands.options import data_option, json_option
from functions.commands.place import ask, command
from functions.commands.show import many, say
from shared import outbox
from shared.mail.doctor.finding import Examined
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


@click.command(short_help="What is wrong with the database and the mail, and what mends it.")
@click.option("--only", type=click.Choice(["database", "mail"]), help="Examine one of them alone.")
@mail_options
@click.option(
    "--received",
    type=click.File("rb"),
    help="The source of a letter as it has arrived, or - for standard input.",
)
@click.option("--quiet", is_flag=True, help="Print nothing when nothing is wrong.")
@data_option
@json_option
def doctor(
    only: str | None,
    received: BinaryIO | None,
    symptoms: Symptoms,
    quiet: bool,
    data: Path,
    as_json: bool,
) -> None:
    """Examine the database (who holds it up, what is missing, what waits) and what mail needs.

    For mail that is SPF, DKIM, DMARC, MX and PTR, the addresses that stand in letters, one click to
    unsubscribe, and the login of the mail server; no mail is sent. The exit code is 0 when nothing
    is wrong and 1 when something is, as cron wants it.
    """
    from functions.jobs import JOBS

    found = None if only == "mail" else ask(data, lambda: outbox.diagnose(JOBS))
    if received:
        symptoms = replace(symptoms, letter=received.read())
    is_asked = only == "mail" or received is not None
    mail = Examined() if only == "database" else examine_mail(data, symptoms, is_asked)
    is_ill = bool(mail.findings or (found and found.findings))
    if as_json:
        show.as_json(as_object(found, mail, data))
    elif is_ill or not quiet:
        print_all(found, mail, data)
    if is_ill:
        sys.exit(REFUSED)


def as_object(found: Diagnosis | None, mail: Examined, data: Path) -> dict[str, object]:
    """Return all that was found for JSON, each with the command or the record that goes with it."""
    of_database = found.findings if found else []
    findings = [
        *(
            {**asdict(one), "command": command_for(one, data), "record": None}
            for one in of_database
        ),
        *({**asdict(one), "command": None} for one in mail.findings),
    ]
    seen_not = [*(found.unseen if found else []), *mail.unseen]
    unseen = [{"check": one.check, "why": one.why} for one in seen_not]
    return {"findings": findings, "unseen": unseen, "facts": found.facts if found else None}


def command_for(one: Finding, data: Path) -> str | None:
    """Return the command that shows more of a finding, or mends it."""
    return command(data, COMMANDS[one.check]) if one.check in COMMANDS else None


def print_all(found: Diagnosis | None, mail: Examined, data: Path) -> None:
    """Print what was found, what could not be seen, and what was looked at."""
    if found:
        print_facts(found)
    count = len(mail.findings) + (len(found.findings) if found else 0)
    say(f"{many(count, 'finding')}." if count else "Nothing is wrong.")
    for one in found.findings if found else []:
        say()
        print_finding(one, data)
    for one in mail.findings:
        say()
        print_symptom(one)
    unseen = [*(found.unseen if found else []), *mail.unseen]
    if unseen:
        say("\nNot seen:")
    for one in unseen:
        show.paragraph(f"{one.check}: {one.why}", indent=2)


def print_facts(found: Diagnosis) -> None:
    """Print what is known of the server."""
    facts = found.facts
    pooler = "a pooler" if facts.pooler else "no pooler"
    way = "ahead of" if facts.clock_ahead >= 0 else "behind"
    show.paragraph(
        f"PostgreSQL {facts.version}, {pooler} in between; its clock is "
        f"{abs(facts.clock_ahead):.3f} s {way} ours, give or take {facts.clock_bound:.3f} s."
    )


def print_finding(one: Finding, data: Path) -> None:
    """Print one finding with its remedy, and the command that goes with it."""
    say(one.check.capitalize())
    show.paragraph(one.says, indent=2)
    show.paragraph(one.remedy, indent=2)
    if typed := command_for(one, data):
        say(f"    {typed}")
