"""`thistledown dev`: the whole of Thistledown on this machine, until Ctrl-C."""

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

import click
from psycopg.conninfo import conninfo_to_dict

from functions.commands.place import CHECKOUT, data_option
from functions.commands.show import complain, say
from functions.dev import postgres
from functions.dev.home import Home
from shared.migrate import migrate
from shared.settings import environment, is_loopback

HOST = "127.0.0.1"
MEGABYTE = 1024 * 1024


@click.command()
@click.option("--port", default=8000, show_default=True, help="Port on 127.0.0.1.")
@click.option(
    "--site",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=CHECKOUT / "site",
    help="The garden: a folder with garden.toml and notes/, or just notes.",
)
@data_option
@click.option("--use-remote", is_flag=True, help="Really use a DATABASE_URL on another machine.")
def dev(port: int, site: Path, data: Path, use_remote: bool) -> None:
    """Serve garden, functions and inbox on this machine, and tick every 5 seconds."""
    home = Home(data.absolute())
    home.prepare()
    log_into(home.log)
    with chosen_database(home, use_remote=use_remote) as database_url:
        migrate(database_url)
        url = f"http://{HOST}:{port}"
        home.remember(url)
        serve(home, site.absolute(), database_url, port)
    say("Stopped. Everything is kept for the next start.")


def serve(home: Home, site: Path, database_url: str, port: int) -> None:
    """Run the development server until a signal comes."""
    from functions.dev.server import Server

    url = f"http://{HOST}:{port}"
    settings = home.settings(database_url=database_url, url=url)

    def ready(open_port: int) -> None:
        del open_port
        say(f"Garden  {settings.site_url}/")
        say(f"Inbox   {inbox_of(settings.mail_url, url)}")
        say("Stop    Ctrl-C")

    server = Server(home, site, settings, complain)
    with asyncio.Runner() as runner:
        runner.run(server.run(host=HOST, port=port, ready=ready))


def inbox_of(mail_url: str, url: str) -> str:
    """Say where the mail goes."""
    if mail_url.startswith("maildir:"):
        return f"{url}/_dev/mail"
    return "mail really goes out, by MAIL_URL"


@contextmanager
def chosen_database(home: Home, *, use_remote: bool) -> Generator[str]:
    """Give the database of DATABASE_URL if it is on this machine, else the embedded one."""
    given = environment().get("DATABASE_URL")
    if not given:
        with postgres.running(home.postgres) as url:
            yield url
        return
    if not (use_remote or is_on_this_machine(given)):
        raise click.UsageError(
            "DATABASE_URL is on another machine, and `dev` plays with its data. Unset it to use "
            "the embedded PostgreSQL, or say --use-remote if you mean it."
        )
    yield given


def is_on_this_machine(database_url: str) -> bool:
    """Tell whether every host of a connection string is this machine."""
    parts = conninfo_to_dict(database_url)
    hosts = str(parts.get("hostaddr") or parts.get("host") or "").split(",")
    return all(not host or host.startswith("/") or is_loopback(host) for host in hosts)


def log_into(path: Path) -> None:
    """Write the log into a file of the data folder; the terminal shows warnings only."""
    file = RotatingFileHandler(path, maxBytes=5 * MEGABYTE, backupCount=2, encoding="utf-8")
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    terminal = logging.StreamHandler()
    terminal.setLevel(logging.WARNING)
    terminal.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[file, terminal], force=True)
    logging.getLogger("watchfiles").setLevel(logging.WARNING)
