"""`thistledown announce`: show the functions what the garden looks like now."""

import sys
import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from functions.commands import show
from functions.commands.build import show_problems
from functions.commands.exits import CONFIRM, REFUSED, UNREACHABLE
from functions.commands.place import command, data_option, json_option, site_option
from functions.commands.show import complain, many, say
from functions.commands.target import Target, chosen_target, post
from functions.dev.home import Home
from shared.garden.build import Report, build

UNREAD = "nobody, since nobody has confirmed yet"


@click.command(short_help="Tell every reader, once, what has become evergreen.")
@site_option
@data_option
@click.option("--to", "to", help="FUNCTIONS_URL to announce to; the running `dev` by default.")
@click.option("--dry-run", is_flag=True, help="Only say what would be told, to how many and when.")
@click.option("--yes", is_flag=True, help="Announce more than three notes at once.")
@json_option
def announce(
    site: Path, data: Path, to: str | None, dry_run: bool, yes: bool, as_json: bool
) -> None:
    """Tell every confirmed reader, once, which notes have become evergreen.

    Builds the garden to see what it says. Uploads no site: publish the pages as you always do; the
    letter waits until they are there.
    """
    target = chosen_target(Home(data), to)
    manifest = built_manifest(site, target)
    status, answer = post(target, manifest, dry_run=dry_run)
    if status == 409 and (yes or agreed(answer, as_json=as_json)):
        status, answer = post(target, manifest, dry_run=dry_run, confirm=answer["digest"])
    if as_json:
        show.as_json(answer)
    elif status == 200:
        tell(answer, data)
    else:
        refuse(status, answer, target)
    if status != 200:
        sys.exit(CONFIRM if status == 409 else UNREACHABLE if status >= 500 else REFUSED)


def built_manifest(site: Path, target: Target) -> dict[str, object]:
    """Build the garden aside and return its manifest, unless that would announce a mistake."""
    with tempfile.TemporaryDirectory(prefix="thistledown-") as folder:
        report = build(
            site,
            Path(folder) / "dist",
            site_url=target.site_url,
            functions_url=target.functions_url,
        )
    if report.errors:
        show_problems(site, report)
        complain("Nothing was announced. Mend the errors above, then announce again.")
        sys.exit(REFUSED)
    require_publish(site, report)
    return report.manifest


def require_publish(site: Path, report: Report) -> None:
    """Refuse a folder that nobody has said may be shown, and say what would be."""
    if report.publish is not None:
        return
    for note in report.notes:
        complain(f"  {note.title}")
    toml = site / "garden.toml"
    where = f"{toml}" if toml.is_file() else "a garden.toml beside a folder `notes` with the notes"
    complain(
        f"{many(len(report.notes), 'note')} would be public. If that is right, write "
        f'publish = "all" into {where}; with publish = "marked" only notes that say '
        "`publish: true` are. Nothing was announced."
    )
    sys.exit(REFUSED)


def agreed(answer: dict[str, Any], *, as_json: bool) -> bool:
    """Show a long list, and ask if somebody is there to answer."""
    if as_json:
        return False
    for note in answer["newly_evergreen"]:
        say(f"  {note['title']}  {note['url']}")
    if not sys.stdin.isatty():
        return False
    return click.confirm(f"Announce these {len(answer['newly_evergreen'])} notes?")


def refuse(status: int, answer: dict[str, Any], target: Target) -> None:
    """Say why nothing was announced."""
    if status == 401:
        complain(
            f"{target.functions_url} expects another ANNOUNCE_TOKEN than the one you have. "
            "Nothing was announced."
        )
    elif status == 409:
        count = len(answer["newly_evergreen"])
        complain(
            f"{count} notes would be announced at once, in one letter. If the list above is right, "
            "say it again with --yes. Nothing was announced."
        )
    else:
        complain(f"{answer.get('title', 'Refused')}. {answer.get('detail', f'HTTP {status}')}")


def tell(answer: dict[str, Any], data: Path) -> None:
    """Say in words what was planned."""
    newly = answer["newly_evergreen"]
    if answer["baseline"]:
        say(
            f"Welcome: {many(answer['notes'], 'note')} taken in. Evergreen already: "
            f"{answer['evergreen_already']}; nobody is told about those. From now on every note "
            "that becomes evergreen is news."
        )
    elif not newly:
        say("Nothing has become evergreen since the last time: nobody is told anything.")
    for note in newly:
        say(f"  {note['title']}  {note['url']}")
    if newly:
        tell_plan(answer, data)
    elif answer["dry_run"]:
        say("This was a dry run: nothing was changed.")


def tell_plan(answer: dict[str, Any], data: Path) -> None:
    """Say how many get the letter, when, and how to stop it."""
    readers = many(answer["readers"], "confirmed reader")
    due = datetime.fromisoformat(answer["hold_until"])
    is_held = due > datetime.now(due.tzinfo)
    when = show.distance(due) if is_held else "now"
    if answer["dry_run"]:
        told = f"{readers}, {when}, in one letter" if answer["readers"] else UNREAD
        say(f"Would tell {told}. This was a dry run: nothing was changed.")
        return
    say(
        f"One letter to {readers}, {when}. No page was uploaded: the letter waits until the garden "
        "shows what it announces."
    )
    if not answer["readers"]:
        say(f"For the time being that tells {UNREAD}; a note is announced only once.")
    if is_held:
        stop = command(data, f"announcements cancel {answer['notification_id']}")
        say(f"To stop it before: {stop}")
