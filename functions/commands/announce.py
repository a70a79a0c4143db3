"""`thistledown announce`: show the functions what the garden looks like now."""

import json
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from functions.commands import show
from functions.commands.build import show_problems
from functions.commands.exits import CONFIRM, REFUSED, UNREACHABLE
from functions.commands.place import CHECKOUT, data_option, json_option
from functions.commands.show import complain, many, say
from functions.dev.home import Home
from shared.garden.build import Report, build
from shared.settings import environment

TIMEOUT = 60


@dataclass(frozen=True, slots=True)
class Target:
    """The functions to talk to, and what opens their door."""

    site_url: str
    functions_url: str
    token: str


@click.command()
@click.option(
    "--site",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=CHECKOUT / "site",
    help="The garden: a folder with garden.toml and notes/.",
)
@data_option
@click.option("--to", "to", help="FUNCTIONS_URL to announce to; the running `dev` by default.")
@click.option("--dry-run", is_flag=True, help="Only say what would be told, and to how many.")
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
        tell(answer)
    else:
        complain(f"{answer.get('title', 'Refused')}: {answer.get('detail', status)}")
    if status != 200:
        sys.exit(CONFIRM if status == 409 else UNREACHABLE if status >= 500 else REFUSED)


def chosen_target(home: Home, to: str | None) -> Target:
    """Find the functions: those of the environment, else the development server's."""
    env = environment()
    site_url = env.get("SITE_URL") or (to if to and not env.get("FUNCTIONS_URL") else home.url())
    functions_url = to or env.get("FUNCTIONS_URL") or env.get("SITE_URL") or home.url()
    token = env.get("ANNOUNCE_TOKEN")
    if not token and (home.path / "announce_token").is_file():
        token = home.secret("announce_token")
    if not token:
        raise click.UsageError(
            "ANNOUNCE_TOKEN is not set, and there is no data folder of `thistledown dev` with one."
        )
    return Target(site_url.rstrip("/"), functions_url.rstrip("/"), token)


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
        show_problems(report)
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
    complain(
        f"{many(len(report.notes), 'note')} would be public. If that is right, write "
        f'publish = "all" into {site / "garden.toml"}; with publish = "marked" only notes '
        "that say `publish: true` are. Nothing was announced."
    )
    sys.exit(REFUSED)


def post(
    target: Target, manifest: dict[str, object], *, dry_run: bool, confirm: str | None = None
) -> tuple[int, dict[str, Any]]:
    """Send the manifest and return status and answer."""
    query = {"dry_run": "1"} if dry_run else {}
    query |= {"confirm": confirm} if confirm else {}
    address = f"{target.functions_url}/garden/announce?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(  # noqa: S310 - the gardener's own address
        address,
        data=json.dumps(manifest).encode(),
        headers={
            "Authorization": f"Bearer {target.token}",
            "Content-Type": "application/json",
            "Accept": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, as_object(error.read())
    except OSError as error:
        complain(
            f"{target.functions_url} does not answer ({error}). Is `thistledown dev` running, or "
            "is --to right?"
        )
        sys.exit(UNREACHABLE)


def as_object(body: bytes) -> dict[str, Any]:
    """Return the JSON of a refusal, or nothing where a stranger answered."""
    try:
        return json.loads(body)
    except ValueError:
        return {"title": "Refused", "detail": "the answer is not from these functions"}


def agreed(answer: dict[str, Any], *, as_json: bool) -> bool:
    """Show a long list, and ask if somebody is there to answer."""
    if as_json or not sys.stdin.isatty():
        return False
    for note in answer["newly_evergreen"]:
        say(f"  {note['title']}  {note['url']}")
    return click.confirm(f"Announce these {len(answer['newly_evergreen'])} notes?")


def tell(answer: dict[str, Any]) -> None:
    """Say in words what was planned."""
    if answer["baseline"]:
        say(
            f"Welcome: {many(answer['notes'], 'note')} taken in. {answer['evergreen_already']} are "
            "evergreen already: nobody is told about those. From now on every note that becomes "
            "evergreen is news."
        )
        return
    newly = answer["newly_evergreen"]
    if not newly:
        say("Nothing has become evergreen since the last time: nobody is told anything.")
        return
    for note in newly:
        say(f"  {note['title']}  {note['url']}")
    readers = many(answer["readers"], "reader")
    if answer["dry_run"]:
        say(f"Would tell {readers} in one letter. Nothing was changed: this was a dry run.")
        return
    hold_until = datetime.fromisoformat(answer["hold_until"])
    say(
        f"One letter to {readers}, {show.distance(hold_until) if held(hold_until) else 'now'}. "
        "No page was uploaded: the letter waits until the garden shows what it announces."
    )
    say(f"To stop it in time: thistledown announcements cancel {answer['notification_id']}")


def held(hold_until: datetime) -> bool:
    """Tell whether a time is yet to come."""
    return hold_until > datetime.now(hold_until.tzinfo)
