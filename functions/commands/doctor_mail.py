"""The mail side of `thistledown doctor`: what is examined, and how it is said."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from functions.commands import show
from functions.commands.database import given_database
from functions.commands.show import say
from functions.dev.home import Home
from shared.mail.address import BadAddress
from shared.mail.doctor.finding import Examined, MailFinding, NotSeen
from shared.settings import Settings, environment
from shared.variables import BadSettings

if TYPE_CHECKING:
    from shared.mail.doctor.patient import Patient

WORDS = {"spf": "SPF", "dkim": "DKIM", "dmarc": "DMARC", "mx": "MX", "ptr": "PTR"}


@dataclass(frozen=True, slots=True)
class Symptoms:
    """What the gardener says about the mail, as no record tells it."""

    resolver: str | None = None
    selectors: tuple[str, ...] = ()
    sends_from: tuple[str, ...] = ()
    letter: bytes | None = None  # the source of one that has arrived


def address(
    _: click.Context, parameter: click.Parameter, typed: tuple[str, ...]
) -> tuple[str, ...]:
    """Read IP addresses."""
    try:
        return tuple(str(ip_address(one)) for one in typed)
    except ValueError:
        raise click.BadParameter("write an IP address, as 192.0.2.7.", param=parameter) from None


OPTIONS = [
    click.option(
        "--selector",
        "selectors",
        multiple=True,
        metavar="NAME",
        help="A DKIM selector of your domain, or a whole name such as s1._domainkey.example.com; "
        "it may be given again.",
    ),
    click.option(
        "--sends-from",
        multiple=True,
        callback=address,
        metavar="ADDRESS",
        help="From which address your own mail server sends, if not the one it takes mail at; "
        "it may be given again.",
    ),
    click.option(
        "--resolver",
        metavar="ADDRESS[:PORT]",
        help="Which name server to ask. By default this machine's own.",
    ),
]


def mail_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options about mail, as one value `symptoms`."""

    @wraps(command)
    def with_symptoms(
        *,
        resolver: str | None,
        selectors: tuple[str, ...],
        sends_from: tuple[str, ...],
        **others: Any,
    ) -> None:
        command(symptoms=Symptoms(resolver, selectors, sends_from), **others)

    for option in reversed(OPTIONS):
        option(with_symptoms)
    return with_symptoms


def examine_mail(data: Path, symptoms: Symptoms, is_asked: bool) -> Examined:
    """Examine the mail of these settings; one that reaches no stranger only if `is_asked`."""
    if not environment().get("MAIL_URL"):
        without = NotSeen("mail", "MAIL_URL is not set here; say it as the functions have it.")
        return Examined(unseen=[without] if is_asked or given_database() else [])
    try:
        settings = settings_of(data, is_asked)
        return examined(settings, symptoms, is_asked)
    except BadSettings as error:
        if str(error).startswith("--"):
            raise
        return unusable(str(error))
    except BadAddress as error:
        return unusable(f"MAIL_FROM: {error}")


def unusable(says: str) -> Examined:
    """Return that settings cannot be used, as the one thing that is wrong."""
    mended = "Correct it where the functions read it, too: docs/settings.md."
    return Examined(findings=[MailFinding("settings", says, mended)])


def settings_of(data: Path, is_asked: bool) -> Settings:
    """Return the settings that the functions have, or those of `dev`; mail needs no database."""
    if given_database() or is_asked:
        return Settings.from_env({"DATABASE_URL": "postgresql:///unknown", **environment()})
    return Home(data).settings(database_url="")


def examined(settings: Settings, symptoms: Symptoms, is_asked: bool) -> Examined:
    """Examine what letters need, where they go to strangers."""
    from shared.mail.doctor.examining import examine
    from shared.mail.doctor.names import Names, server
    from shared.mail.doctor.patient import Patient
    from shared.mail.doctor.ways import is_examined

    if settings.mail_url.lower().startswith("maildir:"):
        inbox = NotSeen("mail", "It stays in a folder on this machine (maildir:).")
        return Examined(unseen=[inbox] if is_asked else [])
    if not is_asked and not is_examined(settings.mail_url, settings.site_url):
        return Examined()
    if symptoms.resolver:
        server(symptoms.resolver)
    patient = Patient(settings, Names(symptoms.resolver), symptoms.selectors, symptoms.sends_from)
    return examine(patient) if symptoms.letter is None else with_letter(patient, symptoms.letter)


def with_letter(patient: "Patient", content: bytes) -> Examined:
    """Examine a letter that has arrived as well; its signature says where the keys lie."""
    from shared.mail.doctor.examining import examine
    from shared.mail.doctor.received import examine_received, read_letter, selectors_of

    letter = read_letter(content)
    found = examine(replace(patient, selectors=patient.selectors or selectors_of(letter)))
    urls = patient.settings.site_url, patient.settings.functions_url
    found.look("received", lambda: examine_received(letter, *urls))
    return found


def print_symptom(one: MailFinding) -> None:
    """Print one finding with its remedy and, for copying, the DNS record to add."""
    say(WORDS.get(one.check) or one.check.capitalize())
    show.paragraph(one.says, indent=2)
    show.paragraph(one.remedy, indent=2)
    for line in (one.record or "").splitlines():
        say(f"    {line}")
