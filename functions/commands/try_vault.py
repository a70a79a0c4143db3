"""`thistledown try`: anybody's vault as a garden, and a letter from one of its notes."""

import asyncio
import sys
import tempfile
from pathlib import Path

import click

from functions.commands.build import tell_language
from functions.commands.exits import REFUSED
from functions.commands.garden_folder import require_markdown
from functions.commands.show import complain, many, say
from functions.dev.problems import lines_of
from shared.garden.problem import Problems
from shared.garden.report import Report
from shared.garden.vault.config import read_config

HOST = "127.0.0.1"
USUAL = 8000
SHOWN = 3  # problems; a vault that was never built has many, and they are no part of the look


@click.command("try", short_help="Look at any vault as a garden, and at a letter from it.")
@click.argument("vault", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    help="Port on 127.0.0.1; by default 8000, or another if it is taken.",
)
def try_vault(vault: Path, port: int | None) -> None:
    """Show a folder of notes as a garden, and the letter about one of them, until Ctrl-C.

    Takes Obsidian's vaults, Quartz's, and any folder of Markdown as it is. Nothing is written into
    it, nothing is kept, and nothing leaves this machine. What is saved is shown at once.
    """
    require_markdown(vault)
    with tempfile.TemporaryDirectory(prefix="thistledown-") as folder:
        show(vault.resolve(), Path(folder), port)
    say("Stopped. Nothing was kept.")


def show(vault: Path, folder: Path, port: int | None) -> None:
    """Build, then serve and follow what is edited until a signal comes."""
    from functions.dev.trial import prepare
    from functions.local import stop_on_signals
    from functions.serving import serve

    port = open_port(port)
    url = f"http://{HOST}:{port}"
    trial = prepare(vault, folder, url, say)
    tell(vault, trial.report)

    def ready(_: int) -> None:
        say(f"Look at  {url}/")
        say("Stop     Ctrl-C")

    async def run() -> None:
        stopping = asyncio.Event()
        stop_on_signals(stopping)
        following = asyncio.create_task(trial.follow(stopping))
        app = trial.application(stopping)
        try:
            await serve(app, host=HOST, port=port, stopping=stopping, ready=ready)
        finally:
            stopping.set()
            await following

    with asyncio.Runner() as runner:
        runner.run(run())


def open_port(given: int | None) -> int:
    """Return a port on which nobody listens: the one given, else the usual one, else any.

    Raises:
        InUse: somebody listens on the port that was given.

    """
    from functions.dev.home import InUse
    from functions.serving import AddressTaken, listen

    for port in (given,) if given else (USUAL, 0):
        try:
            with listen(HOST, port) as listener:
                return int(listener.getsockname()[1])
        except AddressTaken as error:
            if given:
                raise InUse(str(error)) from None
    raise InUse(f"No port is free on {HOST}.")


def tell(vault: Path, report: Report) -> None:
    """Say how much was found, and what is wrong with some of it."""
    lines = lines_of(vault, report)
    for line in lines[:SHOWN]:
        complain(line)
    if len(lines) > SHOWN:
        complain(f"... and {len(lines) - SHOWN} more; `check --site` tells all of them.")
    if not report.is_built:
        complain("Nothing can be shown until that is mended.")
        sys.exit(REFUSED)
    say(f"{many(len(report.notes), 'note')}, with {many(links_of(report), 'link')} between them.")
    tell_language(read_config(vault, Problems()))


def links_of(report: Report) -> int:
    """Count which notes lead to which."""
    return sum(len(note.resolved_links) for note in report.notes)
