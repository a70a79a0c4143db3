"""The database of a command: that of DATABASE_URL, the one `dev` runs, or one for the moment."""

import fcntl
import os
import shlex
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import click

from functions.commands.called import program
from functions.commands.show import complain
from functions.dev import postgres
from functions.dev.home import Home
from shared.loopback import is_public, leaves_this_machine
from shared.settings import environment
from shared.tx.pool import Unavailable, readable
from shared.variables import BadSettings

PATIENCE = 20.0  # seconds for another command, or a `dev` that is starting or stopping
PAUSE = 0.1


class NoGarden(RuntimeError):
    """There is no database yet to ask."""


@contextmanager
def database(data: Path) -> Generator[str]:
    """Give the address of the database, starting the embedded one if nobody has."""
    if given := given_database():
        yield given
        return
    require_trial()
    home = Home(data)
    if not home.postgres.is_dir():
        raise no_garden(data)
    tell_once(f"This is the database of `{program()} dev` in {data}: DATABASE_URL is not set.")
    with ExitStack() as stack:
        lock = os.open(home.path / "commands.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        stack.callback(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_SH)
        url = postgres.attach(home.postgres)
        if url is None:
            url = start_or_attach(home, stack)
            # Other commands may have attached to the server that is ours: it stops after them.
            stack.callback(fcntl.flock, lock, fcntl.LOCK_EX)
        yield url


def require_trial() -> None:
    """Refuse to take the database of a trial for that of the garden out there.

    Raises:
        BadSettings: the settings are those of one, and DATABASE_URL is missing.

    """
    env = environment()
    site_url, mail_url = env.get("SITE_URL") or "", env.get("MAIL_URL") or ""
    if is_public(site_url):
        because = f"SITE_URL is {site_url}"
    elif leaves_this_machine(mail_url):
        because = "MAIL_URL sends real mail"
    else:
        return
    raise BadSettings(
        f"DATABASE_URL is not set, but {because}: that is no trial. In the file that `setup` has "
        "written (thistledown.env) it is the line that begins with `# DATABASE_URL=`: fill it in, "
        "take the # away, and read the file anew. Who means the trial unsets SITE_URL and MAIL_URL."
    )


def tell_once(sentence: str) -> None:
    """Say something beside what a command prints, the first time, and not to machines."""
    context = click.get_current_context(silent=True)
    if context is None or context.params.get("as_json") or sentence in context.meta:
        return
    context.meta[sentence] = True
    complain(sentence)


def no_garden(data: Path) -> NoGarden:
    """Say that `dev` has not run on a data folder yet."""
    return NoGarden(
        f"There is no garden in {data} yet. Start one with `{program()} dev --data "
        f"{shlex.quote(str(data))}`, or set DATABASE_URL."
    )


def start_or_attach(home: Home, stack: ExitStack) -> str:
    """Start the server of a data folder for as long as `stack`, unless somebody is faster."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return stack.enter_context(postgres.running(home.postgres))
        except postgres.Owned:
            if url := postgres.attach(home.postgres):
                return url
            if time.monotonic() > deadline:
                raise
        time.sleep(PAUSE)


@contextmanager
def own_database(home: Home) -> Generator[str]:
    """Run the server of a data folder; a command that has it just now is waited for."""
    deadline = time.monotonic() + PATIENCE
    with ExitStack() as stack:
        while True:
            try:
                url = stack.enter_context(postgres.running(home.postgres))
                break
            except postgres.Owned:
                if time.monotonic() > deadline:
                    raise
            time.sleep(PAUSE)
        yield url


def given_database() -> str | None:
    """Return DATABASE_URL if it is set, and refuse one that no driver could read.

    Raises:
        BadSettings: without showing it, since a password may stand in it.

    """
    given = environment().get("DATABASE_URL") or None
    try:
        readable(given or "")
    except Unavailable as error:
        raise BadSettings(str(error)) from None
    return given
