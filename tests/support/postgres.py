"""One PostgreSQL for the whole test run, and a fresh database for every test that asks."""

import os
import secrets
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from functions.dev import postgres
from functions.dev.postgres_programs import Programs
from shared.migrate import migrate


@dataclass(frozen=True)
class Cluster:
    """A server, and the migrated database that every test's own one is copied from."""

    url: str
    template: str

    @contextmanager
    def fresh_database(self) -> Generator[str]:
        name = f"test_{secrets.token_hex(6)}"
        self.run("create database {} template {}", name, self.template)
        try:
            yield with_name(self.url, name)
        finally:
            self.run("drop database {} with (force)", name)

    def run(self, statement: str, *names: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


@contextmanager
def cluster() -> Generator[Cluster]:
    """Use the server of TEST_DATABASE_URL, or start one of our own."""
    with server() as url:
        made = Cluster(url, f"template_{secrets.token_hex(6)}")
        made.run("create database {}", made.template)
        try:
            migrate(with_name(url, made.template))
            yield made
        finally:
            made.run("drop database {} with (force)", made.template)


@contextmanager
def server() -> Generator[str]:
    given = os.environ.get("TEST_DATABASE_URL")
    if given:
        yield given
        return
    with (
        tempfile.TemporaryDirectory(prefix="thistledown-tests-") as folder,
        postgres.running(Path(folder) / "postgres", durable=False) as url,
    ):
        yield url


def with_name(url: str, name: str) -> str:
    """Return the address of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def described() -> str:
    """Name the server for the head of the report, without starting it."""
    given = os.environ.get("TEST_DATABASE_URL")
    if not given:
        return f"{Programs.find(Path('/nowhere')).version()}, embedded"
    with psycopg.connect(given) as connection:
        row = connection.execute("show server_version").fetchone()
    assert row is not None
    return f"PostgreSQL {row[0]} of TEST_DATABASE_URL"
