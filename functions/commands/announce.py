"""`thistledown announce`: show the functions what the garden looks like now."""

import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from functions.commands import show
from functions.commands.announce_answer import refuse, tell
from functions.commands.announce_asking import NOTHING, agreement
from functions.commands.build import show_problems, writable
from functions.commands.exits import CONFIRM, REFUSED, UNREACHABLE
from functions.commands.garden_folder import chosen_site, require_markdown
from functions.commands.options import data_option, json_option, site_option
from functions.commands.show import complain, many
from functions.commands.sitemap_check import as_answer, complain_of_missing
from functions.commands.target import Answer, Target, chosen_target, post
from functions.dev.home import Home
from shared.garden.build import build
from shared.garden.foreign.survey import is_foreign, survey
from shared.garden.report import Report

QUESTIONS = 2  # which notes are old ones, and whether so many are right
PREVIEW = (
    "This announces the preview that `dev` shows, at our own addresses. Set SITE_URL to announce "
    "the pages of your generator."
)


@click.command(short_help="Tell every reader, once, what has become evergreen.")
@site_option
@data_option
@click.option("--to", "to", help="FUNCTIONS_URL to announce to; the running `dev` by default.")
@click.option("--dry-run", is_flag=True, help="Only say what would be told, to how many and when.")
@click.option(
    "--yes",
    is_flag=True,
    help="Announce more than three notes at once, or pages not in a sitemap. A note that is much "
    "like one that has gone is that one, renamed.",
)
@click.option(
    "--not-renamed", is_flag=True, help="A note that is much like one that has gone is another."
)
@json_option
def announce(
    site: Path | None,
    data: Path,
    to: str | None,
    dry_run: bool,
    yes: bool,
    not_renamed: bool,
    as_json: bool,
) -> None:
    """Tell every confirmed reader, once, which notes have become evergreen.

    Builds the garden to see what it says. Uploads no site: publish the pages as you always do; the
    letter waits until they are there.
    """
    home = Home(data)
    target = chosen_target(home, to)
    site = chosen_site(site, data, to=to)
    require_markdown(site)
    report = described(site, target, home)
    if report.is_foreign:
        require_listed(report, target, is_certain=yes or dry_run, as_json=as_json)
    ask = partial(agreement, yes=yes, not_renamed=not_renamed, as_json=as_json)
    status, answer = posted(target, report.manifest, ask, dry_run=dry_run)
    if as_json:
        show.as_json(answer)
    elif status == 200:
        tell(answer, data)
    else:
        refuse(status, answer, target)
    if status != 200:
        sys.exit(CONFIRM if status == 409 else UNREACHABLE if status >= 500 else REFUSED)


def posted(
    target: Target,
    manifest: dict[str, object],
    ask: Callable[[dict[str, Any]], list[str] | None],
    *,
    dry_run: bool,
) -> Answer:
    """Post the manifest; what is asked of us is answered, as far as somebody answers."""
    status, answer = post(target, manifest, dry_run=dry_run)
    said: list[str] = []
    for _ in range(QUESTIONS):
        more = ask(answer) if status == 409 else None
        if more is None:
            break
        said += more
        status, answer = post(target, manifest, dry_run=False, confirm=",".join(said))
    return status, answer


def described(site: Path, target: Target, home: Home) -> Report:
    """Return what the garden says and its manifest, unless that would announce a mistake.

    At the address of `dev` are our own pages, whoever makes those of the real site.
    """
    is_theirs, is_preview = is_foreign(site), target.site_url == home.url()
    if is_theirs and is_preview:
        complain(PREVIEW)
    if is_theirs and not is_preview:
        report = survey(site, site_url=target.site_url)
    else:
        report = built(site, target, home)
    show_problems(site, report)
    if report.errors:
        complain("Nothing was announced. Mend the errors above, then announce again.")
        sys.exit(REFUSED)
    require_publish(site, report)
    return report


def built(site: Path, target: Target, home: Home) -> Report:
    """Build the garden aside."""
    with tempfile.TemporaryDirectory(prefix="thistledown-") as folder:
        return build(
            site,
            Path(folder) / "dist",
            site_url=target.site_url,
            functions_url=target.functions_url,
            pictures=writable(home.pictures),
        )


def require_publish(site: Path, report: Report) -> None:
    """Refuse a folder that nobody has said may be shown, and say what would be."""
    if report.publish is not None:
        return
    for note in report.notes:
        complain(f"  {note.title}")
    complain(
        f"{many(len(report.notes), 'note')} would be public. If that is right, write "
        f'publish = "all" into {site / "garden.toml"}; with publish = "marked" only notes that say '
        "`publish: true` are. Nothing was announced."
    )
    sys.exit(REFUSED)


def require_listed(report: Report, target: Target, *, is_certain: bool, as_json: bool) -> None:
    """Refuse to announce pages of another generator that are not where they should be."""
    status, answer = post(target, report.manifest, dry_run=True)
    if status != 200:
        return  # the call that counts says why
    missing = complain_of_missing(answer, report, target)
    if missing and answer["newly_evergreen"] and not is_certain:
        complain(f"Say it again with --yes if that is right. {NOTHING}")
        if as_json:
            show.as_json(as_answer(missing, target))
        sys.exit(CONFIRM)
