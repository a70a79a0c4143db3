"""The command in this process, on a database that a whole Thistledown has written."""

import asyncio
import json
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import Result
from psycopg.rows import DictRow

from functions.app import create_app
from functions.commands.called import program
from shared import settings, tx
from tests.support.cli import invoke
from tests.support.dev_server import plant
from tests.support.garden import Garden
from tests.support.garden_fixtures import garden, site
from tests.support.serving import free_port, served
from tests.support.settings import ANNOUNCE_TOKEN, settings_for

__all__ = ["garden", "site"]

Run = Callable[..., Result]


@pytest.fixture
def run(garden: Garden, database: str) -> Generator[Run]:
    """Give a function that runs a command on the garden's database, with the garden's settings."""
    made = garden.settings
    pools: list[tx.Pool] = []
    env = {
        "DATABASE_URL": database,
        "SITE_URL": made.site_url,
        "MAIL_URL": made.mail_url,
        "MAIL_FROM": made.mail_from,
        "SECRET_KEY": made.secret_key[0],
        "POSTAL_ADDRESS": made.postal_address,
    }

    def run(*words: object, **changes: str | None) -> Result:
        result = invoke(*words, **{**env, **changes})
        settings.use(made)
        pools.append(tx.Pool(database))
        tx.use(pools[-1])  # the command has closed the one it used
        return result

    yield run
    for pool in pools:
        garden.call(pool.close)


@pytest.fixture
def called() -> str:
    """Give the command as hints name it here."""
    return program()


@pytest.fixture
def ask(run: Run) -> Callable[..., Any]:
    """Give a function that runs a command with --json and returns what it printed."""

    def ask(*words: object) -> Any:
        result = run(*words, "--json")
        assert result.exit_code == 0, result.output
        return json.loads(result.stdout)

    return ask


@dataclass
class Functions:
    """Functions that listen on loopback, and a garden of files to announce to them."""

    url: str
    folder: Path

    def announce(self, *words: object, **env: str | None) -> Result:
        given = {
            "SITE_URL": "https://garden.example",
            "FUNCTIONS_URL": self.url,
            "ANNOUNCE_TOKEN": ANNOUNCE_TOKEN,
        }
        return invoke("announce", "--site", self.folder, *words, **{**given, **env})


@pytest.fixture
def functions(
    database: str, db: psycopg.Connection[DictRow], tmp_path: Path
) -> Generator[Functions]:
    """Serve the functions; their garden has a seedling and an evergreen note, told as known."""
    db.execute(
        "insert into garden (site_url, environment) values (%s, 'production')",
        ("https://garden.example",),
    )
    url = f"http://127.0.0.1:{free_port()}"
    app = create_app(
        settings_for(
            database, f"maildir://{tmp_path}/mail", "https://garden.example", functions_url=url
        )
    )
    pool = tx.Pool(database)
    tx.use(pool)
    with served(app, port=int(url.rpartition(":")[2])):
        yield Functions(url, plant(tmp_path / "garden", moss="seedling", oak="evergreen"))
    asyncio.run(pool.close())
