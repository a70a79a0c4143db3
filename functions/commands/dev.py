"""`thistledown dev`: the whole of Thistledown on this machine, until Ctrl-C."""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from logging.handlers import RotatingFileHandler
from pathlib import Path

import click

from functions.commands.database import given_database, own_database
from functions.commands.garden_folder import developed_site, has_markdown, no_markdown
from functions.commands.options import data_option, site_option
from functions.commands.place import command
from functions.commands.show import complain, say
from functions.dev.first_failures import FirstFailures, is_of_breaker
from functions.dev.home import Home, InUse
from shared.loopback import is_on_this_machine
from shared.mail.transport import open_transport
from shared.migrate import migrate
from shared.settings import Settings

HOST = "127.0.0.1"
MEGABYTE = 1024 * 1024


@click.command(short_help="Serve garden, functions and inbox on this machine.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8000,
    show_default=True,
    help="Port on 127.0.0.1.",
)
@site_option
@data_option
@click.option("--moved", is_flag=True, help="The garden of this data folder now lies at --site.")
@click.option("--use-remote", is_flag=True, help="Really use a DATABASE_URL on another machine.")
def dev(port: int, site: Path | None, data: Path, moved: bool, use_remote: bool) -> None:
    """Serve garden, functions and inbox on this machine, and tick every 5 seconds."""
    home = Home(data.absolute())
    site = developed_site(site, home.path)
    require_outside(home.path, site)
    if not moved:
        require_same_garden(home, site)
    if not has_markdown(site):
        complain(no_markdown(site))
    if not home.path.exists():
        require_free(port)  # what is refused leaves no folder behind
    home.prepare()
    settings = home.settings(database_url="", url=f"http://{HOST}:{port}")
    open_transport(settings.mail_url)  # a wrong MAIL_URL is better said now than in every job
    with home.alone():
        require_free(port)
        log_into(home)
        with chosen_database(home, use_remote=use_remote) as database_url:
            migrate(database_url)
            serve(home, site.absolute(), replace(settings, database_url=database_url), port)
    say("Stopped. Everything is kept for the next start.")


def require_outside(data: Path, site: Path) -> None:
    """Refuse a data folder among the notes: mail and database would be taken for a part of them."""
    if data.resolve().is_relative_to(site.resolve()):
        raise click.UsageError(
            f"The data folder {data} lies in the garden {site}. Choose one beside it with --data."
        )


def require_same_garden(home: Home, site: Path) -> None:
    """Refuse to show one garden to the readers of another."""
    known = home.site()
    if known is None or known.resolve() == site.resolve():
        return
    raise click.UsageError(
        f"{home.path} holds the readers and the notes of the garden in {known}, and --site is "
        f"{site}. Give each garden a data folder of its own with --data DIR. If it is the same "
        "garden, which lies elsewhere now, say --moved."
    )


def require_free(port: int) -> None:
    """Refuse a port on which somebody listens, before anything is started or changed."""
    from functions.serving import AddressTaken, listen

    try:
        listen(HOST, port).close()
    except AddressTaken as error:
        raise InUse(str(error)) from None


def serve(home: Home, site: Path, settings: Settings, port: int) -> None:
    """Run the development server until a signal comes."""
    from functions.dev.server import Server
    from functions.dev.tending import Tending

    def ready(open_port: int) -> None:
        url = f"http://{HOST}:{open_port}"
        home.remember(url, site)
        say(f"Garden  {settings.site_url}/")
        say(f"Inbox   {inbox_of(settings.mail_url, url)}")
        say("Stop    Ctrl-C")

    server = Server(Tending(home, site, settings, complain))
    with asyncio.Runner() as runner:
        runner.run(server.run(host=HOST, port=port, ready=ready))


def inbox_of(mail_url: str, url: str) -> str:
    """Say where the mail goes, without what opens the door there."""
    from functions.dev.inbox import relay

    where = relay(mail_url)
    return (
        f"none: mail really goes out, through {where} (MAIL_URL)" if where else f"{url}/_dev/mail"
    )


@contextmanager
def chosen_database(home: Home, *, use_remote: bool) -> Generator[str]:
    """Give the database of DATABASE_URL if it is on this machine, else the embedded one."""
    given = given_database()
    if given is None:
        with own_database(home) as url:
            yield url
        return
    if not (use_remote or is_on_this_machine(given)):
        raise click.UsageError(
            "DATABASE_URL is on another machine, and `dev` plays with its data. Unset it to use "
            "the embedded PostgreSQL, or say --use-remote if you mean it."
        )
    yield given


def log_into(home: Home) -> None:
    """Write the log into a file of the data folder; the terminal shows warnings only."""
    file = RotatingFileHandler(home.log, maxBytes=5 * MEGABYTE, backupCount=2, encoding="utf-8")
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    terminal.addFilter(lambda record: not is_of_breaker(record))  # those are said below
    logging.basicConfig(level=logging.INFO, handlers=[file, terminal], force=True)
    logging.getLogger("thistledown.outbox").addHandler(
        FirstFailures(
            complain,
            ask=command(home.path, "status"),
            ask_dead=command(home.path, "jobs dead"),
        )
    )
    logging.getLogger("watchfiles").setLevel(logging.WARNING)
