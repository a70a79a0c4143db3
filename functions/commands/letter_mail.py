"""A letter as a mail, before it is one: found, read and written out as a reader will get it."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from functions.commands.announce import built, show_problems
from functions.commands.exits import REFUSED
from functions.commands.show import complain
from functions.commands.target import Target
from functions.dev.home import Home
from shared.garden.foreign.survey import is_foreign, survey
from shared.garden.letters import Letter
from shared.garden.problem import Problems
from shared.garden.report import Report
from shared.garden.vault.config import Config, read_config
from shared.garden.vault.letter_files import LETTERS
from shared.mail.compose import LARGEST_HTML
from shared.mail.message_id import new_message_id
from shared.mail.rendering import render
from shared.mail.transport import NotSent, open_transport
from shared.newsletter.announcing.evergreen_letter import letter as composed
from shared.newsletter.delivering.deliveries import Taken
from shared.newsletter.garden import Garden
from shared.settings import Settings, environment

YOURS = "https://example.com/this-link-is-each-readers-own"
DRAFTS = "A draft (`draft: true`) is none yet."


@dataclass(frozen=True, slots=True)
class Specimen:
    """A letter, and both parts of its mail with marks where it is a reader's own."""

    letter: Letter
    sent: dict[str, Any]
    garden_title: str
    subject: str
    text: str
    html: str


def chosen_letter(
    name: str, site: Path, target: Target, home: Home
) -> tuple[Letter, dict[str, Any], Config, str]:
    """Find a letter by its path or its name, as 2026-11, and read it; else say why not."""
    report = read(site, target, home)
    wanted = Path(name).stem if "/" not in name else name.rpartition(f"{LETTERS}/")[2]
    wanted = wanted.removesuffix(".markdown").removesuffix(".md")
    found = next((letter for letter in report.letters if letter.name == wanted), None)
    if found is None:
        complain(f"There is no letter {wanted} in {site / LETTERS}. {DRAFTS}")
        sys.exit(REFUSED)
    config = read_config(site, Problems())
    return found, report.mail_of(found), config, target.site_url


def read(site: Path, target: Target, home: Home) -> Report:
    """Read the garden around the letters, and stop at an error."""
    foreign = is_foreign(site)
    report = survey(site, site_url=target.site_url) if foreign else built(site, target, home)
    show_problems(site, report)
    if report.errors:
        complain("Nothing was sent. Mend the errors above first.")
        sys.exit(REFUSED)
    return report


def specimen(letter: Letter, sent: dict[str, Any], config: Config, site_url: str) -> Specimen:
    """Write a letter out as a mail, in its own language."""
    if not str(sent["mail_html"]).strip():
        complain(f"The letter {letter.name} says nothing yet.")
        sys.exit(REFUSED)
    shown = render("letter", context(sent, config, site_url), letter.note.language)
    if len(shown.html.encode()) > LARGEST_HTML:
        complain(f"Its HTML is over {LARGEST_HTML // 1000} kB, which mail programs cut off.")
        sys.exit(REFUSED)
    return Specimen(letter, sent, config.title, shown.subject, shown.text, shown.html)


def context(sent: dict[str, Any], config: Config, site_url: str) -> dict[str, Any]:
    """Return what the template wants; the links of readers are marks."""
    return {
        "garden_title": config.title,
        "garden_url": site_url,
        "notes": [{**sent, "date": sent["date"] or "", "short_url": sent["url"] or ""}],
        "settings_url": YOURS,
        "unsubscribe_url": YOURS,
        "confirmed_on": "(the day on which they confirmed)",
        "confirmed_where": site_url.partition("://")[2],
        "postal_address": environment().get("POSTAL_ADDRESS") or "(POSTAL_ADDRESS)",
        "gardener": config.author or config.title,
    }


def send_one(shown: Specimen, address: str, settings: Settings) -> None:
    """Mail a letter to one address, outside the ledger: nobody's, and counted nowhere."""
    taken = Taken(
        id=0,
        subscriber_id=0,
        status="sending",
        message_id=new_message_id(settings.mail_from),
        email="",
        address=address,
        language=shown.letter.note.language,
        confirmed_on=None,
        notes=[{**shown.sent, "date": shown.sent["date"] or ""}],
        kind="letter",
    )
    here = Garden(
        site_url=settings.site_url,
        environment=settings.environment,
        title=shown.garden_title,
        language=None,
        baseline_at=None,
        sign_up_closed_at=None,
    )
    mail = composed(taken, here, settings)
    try:
        with asyncio.Runner() as runner:
            runner.run(open_transport(settings.mail_url).send(mail))
    except NotSent as failure:
        complain(f"It was not sent: {failure.public}")
        sys.exit(REFUSED)
