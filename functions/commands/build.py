"""`thistledown build`: the static garden from a folder of notes."""

import sys
from pathlib import Path

import click

from functions.commands.exits import REFUSED
from functions.commands.place import CHECKOUT
from functions.commands.show import complain, many, say
from functions.dev.home import DEFAULT_URL
from shared.garden.build import Report
from shared.garden.build import build as build_garden
from shared.garden.swap import Occupied
from shared.settings import environment


@click.command()
@click.option(
    "--site",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=CHECKOUT / "site",
    help="The garden: a folder with garden.toml and notes/, or just notes.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("dist"),
    show_default=True,
    help="Where the site goes; replaced as a whole.",
)
@click.option("--strict", is_flag=True, help="Fail after a warning too.")
def build(site: Path, out: Path, strict: bool) -> None:
    """Build the garden; links lead to SITE_URL, forms to FUNCTIONS_URL."""
    site_url = environment().get("SITE_URL") or DEFAULT_URL
    functions_url = environment().get("FUNCTIONS_URL") or site_url
    try:
        report = build_garden(site, out, site_url=site_url, functions_url=functions_url)
    except Occupied as error:
        raise click.ClickException(str(error)) from None
    show_problems(report)
    say(f"{many(len(report.notes), 'note')} built into {out}.")
    if report.errors or (strict and report.warnings):
        sys.exit(REFUSED)


def show_problems(report: Report) -> None:
    """Print every error and warning, and how many there are."""
    for problem in report.errors:
        complain(f"error: {problem}")
    for problem in report.warnings:
        complain(f"warning: {problem}")
    if report.errors or report.warnings:
        complain(
            f"{many(len(report.errors), 'error')}, {many(len(report.warnings), 'warning')}. "
            "A note with an error was left out."
        )
