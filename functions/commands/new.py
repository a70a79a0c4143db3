"""`thistledown new`: a small garden to begin with."""

import json
import shlex
from datetime import date
from pathlib import Path

import click

from functions.commands.called import program
from functions.commands.options import default_data
from functions.commands.show import many, say
from functions.dev.home import Home
from shared.resources import templates

LANGUAGES = ("ar", "en", "ja", "ko", "zh-Hans", "zh-Hant")
# Where files go whose real names would be a setting of the folder that we keep them in.
ELSEWHERE = {"gitignore": ".gitignore", "publish.yml": ".github/workflows/publish.yml"}


@click.command(short_help="Make a small garden to begin with.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Of the notes to begin with.",
)
@click.option("--title", help="What the garden is called; by default as its folder.")
def new(folder: Path, language: str, title: str | None) -> None:
    """Make a garden in an empty folder: a few notes, its settings, and a workflow to publish it."""
    refuse_what_is_there(folder)
    today = date.today().isoformat()  # noqa: DTZ011 - the gardener's own day
    title = " ".join((title or folder.resolve().name).split())
    count = plant(folder, language, {"TITLE": quoted(title), "TODAY": today})
    site = shlex.quote(str(folder))
    say(f"{title}: {many(count, 'note')} in {folder / 'notes'}.")
    say(f"Look at it   {program()} dev --site {site}{own_data(folder)}")
    say(f"Check it     {program()} check --site {site}")
    say(f"Publish it   {program()} build --site {site} --out {site}/dist")


def refuse_what_is_there(folder: Path) -> None:
    """Refuse a folder in which there is something, whatever it is."""
    if folder.is_dir() and any(folder.iterdir()):
        raise click.ClickException(f"{folder} is not empty. Choose a folder that is new or empty.")


def plant(folder: Path, language: str, words: dict[str, str]) -> int:
    """Write the files of a garden with words for the marks in them; return how many are notes."""
    origin = templates("new")
    files = {file: file.relative_to(origin / language) for file in (origin / language).rglob("*")}
    files |= {origin / name: Path(place) for name, place in ELSEWHERE.items()}
    for file, place in files.items():
        if file.is_file():
            text = file.read_text("utf-8")
            for mark, said in words.items():
                text = text.replace(mark, said)
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_text(text, "utf-8")
    return sum(place.suffix == ".md" for place in files.values())


def quoted(text: str) -> str:
    """Return a text as it stands between double quotes, in TOML as well as in YAML."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def own_data(folder: Path) -> str:
    """Return the option for a data folder, where the usual one belongs to another garden."""
    known = Home(default_data()).site()
    is_free = known is None or known.resolve() == folder.resolve()
    return "" if is_free else f" --data {shlex.quote(f'{folder}-data')}"
