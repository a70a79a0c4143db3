"""`thistledown setup`: six questions, a file of settings, and the DNS records to add."""

import os
import secrets
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from functions.commands import show
from functions.commands.called import program
from functions.commands.doctor_mail import Symptoms, mail_options, print_symptom
from functions.commands.exits import CONFIRM
from functions.commands.setup_questions import QUESTIONS, Question
from functions.commands.show import complain, many, say
from shared.env_file import read_env_file, write_env_file
from shared.mail.doctor.finding import Examined
from shared.mail.doctor.names import Names, NoNames
from shared.mail.languages import LANGUAGES
from shared.settings import Settings, environment
from shared.variables import BadSettings

MADE = ("SECRET_KEY", "ANNOUNCE_TOKEN", "BOUNCE_TOKEN")
NO_DATABASE = (
    "# DATABASE_URL=postgresql://thistledown:PASSWORD@HOST/thistledown?sslmode=verify-full\n"
)


def question_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each question."""
    for one in reversed(QUESTIONS):
        command = click.option(one.option, one.name.lower(), metavar="TEXT", help=one.asks)(command)
    return command


@click.command(
    short_help="Ask six questions, write the settings, and say which DNS records to add."
)
@question_options
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("thistledown.env"),
    show_default=True,
    help="The file to write.",
)
@click.option("--no-input", is_flag=True, help="Ask nothing; what is not said is an error.")
@click.option("--yes", is_flag=True, help="Write over a file; what else it holds is kept.")
@click.option("--specimens", is_flag=True, help="Mail one of each kind of mail to the gardener.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", help="In which language these are."
)
@mail_options
def setup(
    out: Path,
    no_input: bool,
    yes: bool,
    specimens: bool,
    language: str,
    symptoms: Symptoms,
    **said: str | None,
) -> None:
    """Ask six questions, write a file of settings, and say which DNS records to add.

    What is neither said by an option nor set in the environment is asked for. A file that is there
    is only changed: its keys and whatever else it holds stay.
    """
    kept = read_env_file(out.read_text("utf-8")) if out.exists() else {}
    if kept and not yes and not may_change(out, no_input):
        complain(f"{out} is there already. To change it say --yes; its keys stay.")
        sys.exit(CONFIRM)
    typed = {name.upper(): value for name, value in said.items() if value}
    given = answers(typed, {**kept, **environment()}, is_asked=not no_input)
    written = settings_of(given, kept)
    write(out, written)
    say(f"{out} is written, for your eyes only (0600).")
    print_records(written, symptoms)
    if specimens or may_mail(written["GARDENER_EMAIL"], no_input):
        mail_specimens(written, language)
    print_next(out, written)


def may_change(out: Path, no_input: bool) -> bool:
    """Ask whether a file may be changed."""
    return not no_input and click.confirm(f"{out} is there already. Change it?")


def may_mail(to: str, no_input: bool) -> bool:
    """Ask whether the gardener wants to see the mails."""
    say()
    return not no_input and click.confirm(f"Mail one of each kind of mail to {to}, to look at?")


def mail_specimens(variables: Mapping[str, str], language: str) -> None:
    """Mail one of each kind to the gardener."""
    from functions.commands.specimens import send_specimens

    to = variables["GARDENER_EMAIL"]
    count = send_specimens(to, language, complete(variables))
    say(f"{many(count, 'mail')} on the way to {to}. The links in them are nobody's.")
    show.paragraph(
        "Save the source of one that tells of a note (evergreen) as it arrives, and let "
        f"`{program()} doctor --only mail --received FILE` compare it."
    )


def answers(
    typed: Mapping[str, str], known: Mapping[str, str], *, is_asked: bool
) -> dict[str, str]:
    """Return an answer to each question: said, known from before, or asked for.

    Raises:
        BadSettings: an answer that was not asked for will not do.

    """
    given: dict[str, str] = {}
    for one in QUESTIONS:
        before = known.get(one.name) or one.proposes(given)
        if one.name in typed or not is_asked:
            answer = typed.get(one.name) or before
            if not answer:
                raise click.UsageError(f"{one.name} is not known; say {one.option}.")
            given[one.name] = one.read(answer, given)
        else:
            given[one.name] = asked(one, before, given)
    return given


def asked(one: Question, before: str | None, given: Mapping[str, str]) -> str:
    """Put a question until the answer will do."""
    if one.says:
        say(one.says)
    while True:
        typed = click.prompt(
            one.asks,
            default=before,
            hide_input=one.is_secret,
            show_default=not one.is_secret,
            prompt_suffix=" ",
        )
        try:
            return one.read(typed, given)
        except BadSettings as error:
            complain(str(error))


def settings_of(given: Mapping[str, str], kept: Mapping[str, str]) -> dict[str, str]:
    """Return what the file will hold: answers, keys (made once), and what it held before."""
    made = {name: kept.get(name) or secrets.token_urlsafe(32) for name in MADE}
    database = environment().get("DATABASE_URL") or kept.get("DATABASE_URL")
    return {**kept, **given, **made, **({"DATABASE_URL": database} if database else {})}


def write(out: Path, variables: Mapping[str, str]) -> None:
    """Write the file whole or not at all; nobody else can read it at any moment."""
    text = "# Settings of Thistledown: docs/settings.md. Readable for its owner alone.\n"
    text += write_env_file(variables)
    text += "" if "DATABASE_URL" in variables else NO_DATABASE
    beside = out.with_name(f".{out.name}.{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(out)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def print_records(variables: Mapping[str, str], symptoms: Symptoms) -> None:
    """Say which records the domain of the sender lacks; all it needs where nobody answers."""
    found = examined(variables, Names(symptoms.resolver), symptoms)
    unanswered = [one for one in found.unseen if one.is_unanswered]
    say()
    if unanswered:
        show.paragraph(f"{unanswered[0].why} These are the records that the domain needs.")
        found = examined(variables, NoNames(), symptoms)
    elif not (found.findings or found.unseen):
        say("The domain of MAIL_FROM has all the records it needs.")
    for one in found.findings:
        say()
        print_symptom(one)
    if found.unseen:
        say("\nNot seen:")
    for one in found.unseen:
        show.paragraph(f"{one.check}: {one.why}", indent=2)


def examined(variables: Mapping[str, str], names: Names, symptoms: Symptoms) -> Examined:
    """Examine the domain of the sender."""
    from shared.mail.doctor.examining import examine_domain
    from shared.mail.doctor.patient import Patient

    if variables["MAIL_URL"].lower().startswith("maildir:"):
        return Examined()
    settings = complete(variables)
    return examine_domain(Patient(settings, names, symptoms.selectors, symptoms.sends_from))


def complete(variables: Mapping[str, str]) -> Settings:
    """Return the settings as the functions will read them, whatever the database will be."""
    given: dict[str, Any] = {"DATABASE_URL": "postgresql:///unknown", **variables}
    return Settings.from_env(given)


def print_next(out: Path, variables: Mapping[str, str]) -> None:
    """Say what is left to do."""
    say()
    if "DATABASE_URL" not in variables:
        say(f"Add DATABASE_URL to {out}; then:")
    say(f"    set -a; . {out.absolute()}; set +a")
    say(f"    {program()} migrate")
    say(f"    {program()} doctor")
