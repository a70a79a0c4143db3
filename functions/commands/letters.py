"""`thistledown letters`: write to all readers; look at it first, and call it back in time."""

import sys
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any

import click

from functions.commands import show
from functions.commands.exits import REFUSED, UNREACHABLE
from functions.commands.garden_folder import chosen_site
from functions.commands.letter_mail import Specimen, chosen_letter, send_one, specimen
from functions.commands.letter_times import in_zone, said_in_zone
from functions.commands.options import data_option, json_option, site_option
from functions.commands.place import ask, command, look, mail_settings
from functions.commands.show import complain, many, say, whole
from functions.commands.target import asked, chosen_target
from functions.dev.home import Home
from shared import tx
from shared.newsletter.announcing import letters as kept
from shared.newsletter.announcing import notifications
from shared.newsletter.announcing.letters import Posted

to_option = click.option("--to", "to", help="FUNCTIONS_URL to send to; `dev` by default.")


@click.group(short_help="Write to all readers: preview, test, send, schedule, list, cancel.")
def letters() -> None:
    """Write to all readers. A letter is a file in `letters/`, beside `notes/`."""


@letters.command(short_help="Show both parts of a letter, and write its HTML to a file.")
@click.argument("letter")
@site_option
@data_option
@to_option
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to, as .html.")
def preview(letter: str, site: Path | None, data: Path, to: str | None, out: Path | None) -> None:
    """Show a letter as readers will get it. Nothing is sent, and no database is needed."""
    shown = prepared(letter, site, data, to)
    file = out or data / "letters" / f"{shown.letter.name.replace('/', '-')}.html"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(shown.html, encoding="utf-8")
    say(f"Subject: {shown.subject}")
    say()
    click.echo(shown.text)
    show.paragraph(f"The HTML is in {file}.")


@letters.command(short_help="Mail a letter to one address, to look at it there.")
@click.argument("letter")
@site_option
@data_option
@to_option
@click.option("--address", help="Whom to; GARDENER_EMAIL by default.")
def test(letter: str, site: Path | None, data: Path, to: str | None, address: str | None) -> None:
    """Mail a letter to one address. It counts as nothing: it can still be sent."""
    shown = prepared(letter, site, data, to)
    known = mail_settings(data)
    whom = address or known.gardener_email
    if not whom:
        raise click.UsageError("Whom to? Say --address, or set GARDENER_EMAIL.")
    send_one(shown, whom, known)
    say(f"Sent to {whom} alone.")


@letters.command(short_help="Send a letter to every reader, once.")
@click.argument("letter")
@site_option
@data_option
@to_option
@click.option("--dry-run", is_flag=True, help="Only say to how many it would go, and when.")
@json_option
def send(
    letter: str, site: Path | None, data: Path, to: str | None, dry_run: bool, as_json: bool
) -> None:
    """Send a letter to every confirmed reader, once, ever. It can be cancelled during the hold."""
    posted(letter, site, data, to, None, dry_run=dry_run, as_json=as_json)


@letters.command(short_help="Send a letter at a time, in the garden's zone.")
@click.argument("letter")
@click.argument("when")
@site_option
@data_option
@to_option
@click.option("--dry-run", is_flag=True, help="Only say to how many it would go, and when.")
@json_option
def schedule(
    letter: str,
    when: str,
    site: Path | None,
    data: Path,
    to: str | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Send a letter at WHEN, as 2026-12-24T09:00: a time of the garden's `zone`."""
    posted(letter, site, data, to, when, dry_run=dry_run, as_json=as_json)


@letters.command("list", short_help="List the letters that were sent or are scheduled.")
@data_option
@json_option
def list_letters(data: Path, as_json: bool) -> None:
    """List the letters that were sent or are scheduled, newest first."""
    found = look(data, kept.listed)
    if as_json:
        show.as_json(found)
        return
    if not found:
        say("No letter has been sent yet.")
    for one in found:
        show.lines(
            [one.title, f"{one.id}: {became(one)}"], indent=5, label=str(one.notification_id)
        )


@letters.command(short_help="Stop a letter that has not gone out.")
@click.argument("letter")
@data_option
def cancel(letter: str, data: Path) -> None:
    """Stop a letter that has not gone out: its file's name, as 2026-11. It can be sent later."""

    async def cancelled() -> bool:
        async with tx.run():
            for name in (letter, f"letters/{letter}.md", f"letters/{letter}", f"{letter}.md"):
                number = await kept.notification_of(name)
                if number is not None:
                    return await notifications.cancel(number)
        return False

    if not ask(data, cancelled):
        complain(f"There is no letter {letter} that waits to go out.")
        sys.exit(REFUSED)
    say(f"{letter} is cancelled: nobody gets it. It can be sent again.")


def prepared(name: str, site: Path | None, data: Path, to: str | None) -> Specimen:
    """Read a letter and write it out as a mail; whatever is wrong with it is said here."""
    home = Home(data)
    target = chosen_target(home, to)
    return specimen(*chosen_letter(name, chosen_site(site, data, to=to), target, home))


def posted(
    name: str,
    site: Path | None,
    data: Path,
    to: str | None,
    when: str | None,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Post a letter and say what came of it."""
    home = Home(data)
    target = chosen_target(home, to)
    site = chosen_site(site, data, to=to)
    letter, sent, config, site_url = chosen_letter(name, site, target, home)
    # What cannot be a mail is refused before anything is posted.
    shown = specimen(letter, sent, config, site_url)
    at = in_zone(when, config.zone) if when else None
    document: dict[str, object] = {
        "version": 1,
        "site": {"url": target.site_url},
        "letter": shown.sent,
        "at": at.isoformat() if at else None,
    }
    path = f"/garden/letter{'?dry_run=1' if dry_run else ''}"
    status, answer = asked(target, path, document)
    if as_json:
        show.as_json(answer)
    elif status == 200:
        tell(answer, data, config.zone)
    else:
        complain(f"{answer.get('title', 'Refused')}. {answer.get('detail', f'HTTP {status}')}")
    if status != 200:
        sys.exit(UNREACHABLE if status >= 500 else REFUSED)


def tell(answer: dict[str, Any], data: Path, zone: tzinfo) -> None:
    """Say to how many a letter goes, when, and how to stop it."""
    goes = said_in_zone(datetime.fromisoformat(answer["hold_until"]), zone)
    readers = many(answer["readers"], "confirmed reader")
    if answer["dry_run"]:
        show.paragraph(f"Would go to {readers}, {goes}. This was a dry run: nothing was changed.")
        return
    show.paragraph(f"“{answer['title']}” goes to {readers}, {goes}.")
    stop = whole(command(data, f"announcements cancel {answer['notification_id']}"))
    show.paragraph(f"To stop it before: {stop}")


def became(one: Posted) -> str:
    """Return in words what became of a letter."""
    if one.status == "planned":
        return show.goes_out(one.hold_until)
    if one.status == "cancelled":
        return f"cancelled {show.when(one.cancelled_at)}: nobody got it"
    return f"sent {show.when(one.announced_at)} to {many(one.candidates or 0, 'reader')}"
