"""Bring a database up to date: forward-only .sql files, each folder beside the tables it owns."""

from collections.abc import Iterator
from pathlib import Path

import psycopg

from shared.tx.pool import readable

HERE = Path(__file__).parent

# Each library before who uses it.
FOLDERS = (HERE / "outbox" / "migrations", HERE / "newsletter" / "migrations")

LEDGER = """
    create table if not exists schema_migrations (
        name text primary key,
        applied_at timestamptz not null default clock_timestamp()
    )
"""

# Two deploys at once: the second waits here, then finds nothing left to do.
ONE_AT_A_TIME = "select pg_advisory_xact_lock(hashtext('thistledown migrations'))"


def migrate(database_url: str) -> list[str]:
    """Apply what is missing, all of it or none, and return the names applied."""
    readable(database_url)
    with psycopg.connect(database_url, prepare_threshold=None) as connection:
        connection.execute("set local client_min_messages = warning")
        connection.execute(ONE_AT_A_TIME)
        connection.execute(LEDGER)
        return [name for name, path in migrations() if apply(connection, name, path)]


def migrations() -> Iterator[tuple[str, Path]]:
    """Yield every migration as `folder/file name` and its path, in order."""
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.sql")):
            yield f"{folder.parent.name}/{path.name}", path


def apply(connection: psycopg.Connection, name: str, path: Path) -> bool:
    """Apply one migration unless it was applied before."""
    recorded = connection.execute(
        "insert into schema_migrations (name) values (%s) on conflict do nothing", (name,)
    )
    if recorded.rowcount == 0:
        return False
    connection.execute(path.read_bytes())
    return True
