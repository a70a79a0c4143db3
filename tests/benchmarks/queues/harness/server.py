"""A throwaway PostgreSQL with default durability, on a Unix socket."""

import os
import statistics
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from functions.dev import postgres

SETTINGS = (
    "server_version",
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "wal_sync_method",
    "shared_buffers",
    "max_connections",
)


@contextmanager
def throwaway_server(parent: Path | None = None) -> Generator["Server"]:
    """Start a server and remove its files at the end.

    `parent` is where its data lies: on a tmpfs the disk is out of the comparison.
    """
    with (
        tempfile.TemporaryDirectory(prefix="bench-queues-", dir=parent) as folder,
        postgres.running(Path(folder) / "postgres") as url,
    ):
        yield Server(url, Path(folder))


class Server:
    """The server, and the folder that its data lies in."""

    def __init__(self, url: str, home: Path) -> None:
        self._url, self.home = url, home

    def uri(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return urlunsplit(urlsplit(self._url)._replace(path=f"/{database}"))

    def connect(self, database: str = "postgres") -> psycopg.Connection:
        """Open a connection in autocommit mode."""
        return psycopg.connect(self.uri(database), autocommit=True)

    def create_database(self, name: str) -> None:
        """Make an empty database."""
        with self.connect() as connection:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))

    def fsync_ms(self) -> float:
        """Return what one fdatasync of 8 KiB costs here and now: the floor of every commit."""
        descriptor, costs = os.open(self.home / "probe", os.O_CREAT | os.O_WRONLY, 0o600), []
        try:
            for _ in range(100):
                os.pwrite(descriptor, bytes(8192), 0)
                began = time.perf_counter()
                os.fdatasync(descriptor)
                costs.append((time.perf_counter() - began) * 1000)
        finally:
            os.close(descriptor)
        return statistics.median(costs)

    def settings(self) -> dict[str, str]:
        """Return what the server says of itself."""
        with self.connect() as connection:
            rows = connection.execute(
                "select name, current_setting(name) from unnest(%s::text[]) as name",
                (list(SETTINGS),),
            )
            return dict(rows.fetchall())
