"""Where a command works: the database of DATABASE_URL, or the data folder of `thistledown dev`."""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click
import platformdirs

from functions.dev import postgres
from functions.dev.home import Home
from shared import tx
from shared.settings import Settings, environment

T = TypeVar("T")

CHECKOUT = Path(__file__).parents[2]


def default_data() -> Path:
    """Return `.thistledown` in a checkout, else the user's own data folder."""
    if (CHECKOUT / "bin" / "dev").is_file():
        return CHECKOUT / ".thistledown"
    return Path(platformdirs.user_data_dir("thistledown"))


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=default_data,
    help="Data folder of `thistledown dev`; used where DATABASE_URL is not set.",
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


@contextmanager
def database(data: Path) -> Generator[str]:
    """Give the address of the database, starting the embedded one if nobody has."""
    if given := environment().get("DATABASE_URL"):
        yield given
        return
    home = Home(data)
    if not home.postgres.is_dir():
        raise click.ClickException(
            f"There is no garden in {data} yet. Run `thistledown dev` first, or set DATABASE_URL."
        )
    if running := postgres.attach(home.postgres):
        yield running
        return
    with postgres.running(home.postgres) as url:
        yield url


@contextmanager
def settings(data: Path) -> Generator[Settings]:
    """Give the settings of the environment, or those of the data folder with its database."""
    if environment().get("DATABASE_URL"):
        yield Settings.from_env()
        return
    with database(data) as url:
        yield Home(data).settings(database_url=url)


def ask(data: Path, question: Callable[[], Awaitable[T]]) -> T:
    """Run an async function against the database."""
    with database(data) as url:
        return against(url, question)


def against(url: str, question: Callable[[], Awaitable[T]]) -> T:
    """Run an async function with its transactions on this database."""

    async def answered() -> T:
        pool = tx.Pool(url)
        tx.use(pool)
        try:
            return await question()
        finally:
            await pool.close()

    with asyncio.Runner() as runner:
        return runner.run(answered())
