"""`thistledown check`: what readers would stumble over, and whether anything private is told."""

import sys
from collections import Counter
from pathlib import Path

import click

from functions.commands import show
from functions.commands.build import addresses, writable
from functions.commands.exits import REFUSED
from functions.commands.garden_folder import chosen_site, require_markdown
from functions.commands.options import data_option, json_option, site_option
from functions.commands.show import many, say
from functions.dev.home import Home
from functions.dev.problems import openable
from shared.garden.check.check import Checked, check
from shared.garden.check.finding import SEVERITIES, Finding


@click.command("check", short_help="Find broken links, orphans and leaks in a garden.")
@site_option
@click.option("--strict", is_flag=True, help="Fail after a warning too.")
@data_option
@json_option
def check_garden(site: Path | None, strict: bool, data: Path, as_json: bool) -> None:
    """Find what readers would stumble over, and prove that nothing private is told.

    Builds the garden aside; neither the notes nor the last build are touched.
    """
    site = chosen_site(site, data)
    require_markdown(site)
    site_url, functions_url = addresses()
    pictures = writable(Home(data).pictures)
    checked = check(site, site_url=site_url, functions_url=functions_url, pictures=pictures)
    counts = Counter(found.severity for found in checked.findings)
    if as_json:
        show.as_json(
            {
                "notes": len(checked.report.notes),
                **{f"{each}s": counts[each] for each in SEVERITIES},
                "findings": [described(found) for found in checked.findings],
            },
            indent=1,
        )
    else:
        tell(site, checked, counts)
    if counts["error"] or (strict and counts["warning"]):
        sys.exit(REFUSED)


def described(found: Finding) -> dict[str, object]:
    """Return a finding as programs read it."""
    return {
        "code": found.code,
        "severity": found.severity,
        "path": found.path,
        "line": found.line,
        "column": found.column,
        "message": found.message,
        "meant": found.meant or None,
    }


def tell(site: Path, checked: Checked, counts: Counter[str]) -> None:
    """Say every finding in a line that an editor can open, and how many there are."""
    for found in checked.findings:
        file = openable(site, checked.report.folder, found.path)
        place = f"{file}:{found.line}:{found.column}"
        say(f"{place}: {found.severity}: {found.message} [{found.code}]")
    notes = many(len(checked.report.notes), "note")
    if not checked.report.is_built:
        say("garden.toml has an error: nothing else was looked at.")
    elif counts:
        said = ", ".join(many(counts[each], each) for each in SEVERITIES if counts[each])
        say(f"{said} in {notes}.")
    else:
        say(f"Nothing to mend in {notes}.")
