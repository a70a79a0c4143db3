"""`thistledown build`: the static garden from a folder of notes."""

import os
import sys
from pathlib import Path

import click

from functions.commands.exits import REFUSED
from functions.commands.garden_folder import chosen_site, require_markdown
from functions.commands.options import data_option, site_option
from functions.commands.show import complain, many, say
from functions.dev.home import DEFAULT_URL, Home
from functions.dev.problems import lines_of, summary
from shared.garden.build import build as build_garden
from shared.garden.report import Report
from shared.garden.swap import Occupied
from shared.garden.vault.answers import LANGUAGE
from shared.garden.vault.config import Config
from shared.garden.vault.tongues import tongue_of
from shared.settings import environment
from shared.variables import BadSettings, base_url

NOT_IN_CI = ("", "0", "false")  # what CI is set to where this is none


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
@click.option("--no-cache", is_flag=True, help="Read and print everything anew.")
@data_option
def build(site: Path | None, out: Path, strict: bool, no_cache: bool, data: Path) -> None:
    """Build the garden; links lead to SITE_URL, forms to FUNCTIONS_URL.

    What has not changed since the last build is taken from it.
    """
    site = chosen_site(site, data)
    require_markdown(site)
    refuse_nowhere()
    site_url, functions_url = addresses()
    try:
        report = build_garden(
            site,
            out,
            site_url=site_url,
            functions_url=functions_url,
            cache=None if no_cache else writable(Home(data).build_cache),
            pictures=None if no_cache else writable(Home(data).pictures),
        )
    except Occupied as error:
        raise click.ClickException(f"{error}.") from None
    show_problems(site, report)
    if not environment().get("SITE_URL"):
        complain(
            f"SITE_URL is not set: links and forms lead to {site_url}. That is fine for looking, "
            "not for publishing."
        )
    if not functions_url:
        complain("FUNCTIONS_URL is empty: the pages have no forms.")
    tell(report.config)
    if report.is_built:
        tell_feed(report)
        say(f"{many(len(report.notes), 'note')} built into {out}.")
    else:
        complain(f"Nothing was built: {out} stays as it was.")
    if report.errors or (strict and report.warnings):
        sys.exit(REFUSED)


def tell(config: Config) -> None:
    """Say where the notes are, and which lines of garden.toml would say more than is known."""
    if config.notes.is_symlink():
        complain(f"{config.notes} is a link: the notes are those in {config.notes.resolve()}.")
    tell_language(config)
    if config.is_newcomer:
        complain(
            'Quartz has other addresses for these notes. A line moved_from = "quartz" in '
            'garden.toml lets those lead on; moved_from = "" says that none have to.'
        )


def tell_language(config: Config) -> None:
    """Say in which language notes seem to be, where nobody says it and letters tell."""
    if config.is_language_said:
        return
    # Without a garden.toml it was guessed already.
    is_guessed = config.language != LANGUAGE
    if tongue := config.language if is_guessed else tongue_of(config.notes):
        complain(
            f"The notes seem to be in {tongue}, and the garden is taken to be in {config.language}."
            f' A line language = "{tongue}" in garden.toml says it for good.'
        )


def tell_feed(report: Report) -> None:
    """Say why a feed is empty."""
    listed = [note for note in report.notes if note.should_index]
    if listed and not any(note.tended_at or note.planted_at for note in listed):
        complain(
            "The feed is empty, for only notes with a date are in it, and none has one. A line "
            "planted: 2026-11-02 in a note gives it a date, and so does git."
        )


def refuse_nowhere() -> None:
    """Refuse to build for 127.0.0.1 where nobody looks, but somebody is about to publish."""
    env = environment()
    if not env.get("SITE_URL", "").strip() and env.get("CI", "") not in NOT_IN_CI:
        raise BadSettings(
            "SITE_URL is not set, and links to 127.0.0.1 are not for publishing (CI is set). Set "
            "it to the address of the garden, as https://garden.example.com."
        )


def addresses() -> tuple[str, str]:
    """Return where the pages will be, and where their forms lead.

    That is the same where FUNCTIONS_URL is not set, and nowhere where it is set to nothing.
    """
    env = environment()
    site_url = base_url("SITE_URL", env.get("SITE_URL", "").strip() or DEFAULT_URL)
    functions_url = env.get("FUNCTIONS_URL", site_url).strip()
    return site_url, base_url("FUNCTIONS_URL", functions_url) if functions_url else ""


def writable(folder: Path) -> Path | None:
    """Return a folder once it is there, or nothing where it cannot be: a build needs no cache."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def show_problems(site: Path, report: Report) -> None:
    """Print every error and warning, and how many there are."""
    for line in lines_of(site, report):
        complain(line)
    if said := summary(report):
        complain(said)
