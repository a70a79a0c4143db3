"""Which garden a command means when nobody says it: that of `dev`, or the folder one is in."""

import os
from pathlib import Path

import click

from functions.commands.options import default_data
from functions.commands.show import complain
from functions.dev.home import Home
from shared import resources
from shared.garden.problem import Problems
from shared.garden.vault.config import read_config
from shared.garden.vault.walk import NOTES
from shared.settings import environment


def chosen_site(given: Path | None, data: Path, *, to: str | None = None) -> Path:
    """Find the garden of `build` and `announce`.

    The documentation that comes with Thistledown is meant only where nothing else is known.
    """
    if given is not None:
        return given
    env = environment()
    is_elsewhere = bool(to or env.get("SITE_URL") or env.get("FUNCTIONS_URL"))
    remembered = remembered_site(data)
    if remembered and not (is_elsewhere and is_bundled(remembered)):
        found = remembered
    elif Path("garden.toml").is_file():
        found = Path.cwd()
    elif not is_elsewhere and data.absolute() == default_data().absolute():
        found = resources.site()
    else:
        raise click.UsageError(
            "Which garden? Say --site DIR, or go to the folder in which its garden.toml lies."
        )
    complain(f"The garden is {found}.")
    return found


def developed_site(given: Path | None, data: Path) -> Path:
    """Find the garden of `dev`, which may well be the one that comes with Thistledown."""
    if given is not None:
        return given
    here = Path.cwd() if Path("garden.toml").is_file() else None
    return remembered_site(data) or here or resources.site()


def remembered_site(data: Path) -> Path | None:
    """Return the garden that `dev` served last from this data folder."""
    remembered = Home(data).site()
    if remembered and not remembered.is_dir():
        raise click.UsageError(
            f"The garden of {data} was {remembered}, which is not there any more. Say --site DIR."
        )
    return remembered


def is_bundled(site: Path) -> bool:
    """Tell whether a garden is the one that comes with Thistledown."""
    return site.resolve() == resources.site().resolve()


def require_markdown(site: Path) -> None:
    """Refuse a folder in which there is nothing to build."""
    if not has_markdown(site):
        raise click.UsageError(no_markdown(site))


def no_markdown(site: Path) -> str:
    """Return what is said of an empty folder."""
    return f"There is no Markdown in {site}; is --site right?"


def has_markdown(site: Path) -> bool:
    """Tell whether there is a note in a folder, or in that of the notes if that is a link."""
    folders = (site, read_config(site, Problems()).notes)
    walks = (each for folder in folders for each in os.walk(folder))
    return any(name.lower().endswith(NOTES) for _, _, names in walks for name in names)
