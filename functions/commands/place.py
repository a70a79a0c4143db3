"""Where a command works, and running a question against the database there."""

import asyncio
import shlex
import signal
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from functions.commands.called import program
from functions.commands.database import database, given_database
from functions.commands.options import default_data
from functions.dev.home import Home
from shared import tx
from shared.settings import Settings, environment
from shared.variables import required, secret_keys

T = TypeVar("T")


def command(data: Path, words: str) -> str:
    """Return a command to type, which works on the same place as the present one."""
    is_default = given_database() or data.absolute() == default_data().absolute()
    return f"{program()} {words}" + ("" if is_default else f" --data {shlex.quote(str(data))}")


@contextmanager
def settings(data: Path) -> Generator[Settings]:
    """Give the settings of the environment, or those of the data folder with its database."""
    if given_database():
        yield Settings.from_env()
        return
    with database(data) as url:
        yield Home(data).settings(database_url=url)


def mail_settings(data: Path) -> Settings:
    """Return the same settings for one mail that asks no database: none is needed or started."""
    if given_database():
        return Settings.from_env()
    home = Home(data)
    home.prepare()
    return home.settings(database_url="")


def secret_key(data: Path) -> tuple[str, ...]:
    """Return the keys of SECRET_KEY, or the one that `dev` has made."""
    env = environment()
    if given_database():
        return secret_keys(required(env, "SECRET_KEY"))
    return secret_keys(env.get("SECRET_KEY") or Home(data).secret("secret_key"))


def ask(data: Path, question: Callable[[], Awaitable[T]]) -> T:
    """Run an async function against the database."""
    with database(data) as url:
        return against(url, question)


def look(data: Path, question: Callable[[], Awaitable[T]]) -> T:
    """Run an async function against the database, within one transaction."""

    async def within() -> T:
        async with tx.run():
            return await question()

    return ask(data, within)


def against(url: str, question: Callable[[], Awaitable[T]]) -> T:
    """Run an async function with its transactions on this database.

    SIGTERM cancels it as Ctrl-C does: from within, so that a tick hands back what runs.
    """

    async def answered() -> T:
        if task := asyncio.current_task():
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
        pool = tx.Pool(url)
        tx.use(pool)
        try:
            return await question()
        finally:
            await pool.close()

    try:
        with asyncio.Runner() as runner:
            return runner.run(answered())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
