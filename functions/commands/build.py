"""`thistledown build`: the static garden from a folder of notes."""

import sys
from pathlib import Path

import click

from functions.commands.exits import REFUSED
from functions.commands.place import site_option
from functions.commands.show import complain, many, say
from functions.dev.home import DEFAULT_URL
from shared.garden.build import Report
from shared.garden.build import build as build_garden
from shared.garden.problem import Problem
from shared.garden.swap import Occupied
from shared.settings import base_url, environment


@click.command(short_help="Build the static garden from a folder of notes.")
@site_option
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
    site_url = base_url("SITE_URL", environment().get("SITE_URL") or DEFAULT_URL)
    functions_url = base_url("FUNCTIONS_URL", environment().get("FUNCTIONS_URL") or site_url)
    try:
        report = build_garden(site, out, site_url=site_url, functions_url=functions_url)
    except Occupied as error:
        raise click.ClickException(f"{error}.") from None
    show_problems(site, report)
    say(f"{many(len(report.notes), 'note')} built into {out}.")
    if report.errors or (strict and report.warnings):
        sys.exit(REFUSED)


def show_problems(site: Path, report: Report) -> None:
    """Print every error and warning, and how many there are."""
    for severity, problems in (("error", report.errors), ("warning", report.warnings)):
        for problem in problems:
            place = f"{located(site, problem)}:{problem.line}:{problem.column}"
            complain(f"{place}: {severity}: {problem.message}")
    if report.errors:
        complain(
            f"{many(len(report.errors), 'error')}, {many(len(report.warnings), 'warning')}. "
            "A note with an error was left out."
        )
    elif report.warnings:
        complain(f"{many(len(report.warnings), 'warning')}.")


def located(site: Path, problem: Problem) -> Path:
    """Return the file of a problem as one can open it from here."""
    within = site / "notes" / problem.path
    file = within if within.exists() else site / problem.path
    here = Path.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file
