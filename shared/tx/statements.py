"""Run statements in the ambient transaction, with named parameters and typed rows."""

from collections.abc import Mapping
from typing import Any, LiteralString, TypeVar

from psycopg.rows import class_row

from shared.tx.ambient import current
from shared.tx.commit import IDENTITY_COLUMNS, Identity

R = TypeVar("R")


async def execute(query: LiteralString, /, **parameters: Any) -> int:
    """Run a statement and return how many rows it touched."""
    cursor = await current().connection.execute(query, parameters)
    return cursor.rowcount


async def rows(kind: type[R], query: LiteralString, /, **parameters: Any) -> list[R]:
    """Return every row as a `kind`, whose fields are the columns."""
    async with current().connection.cursor(row_factory=class_row(kind)) as cursor:
        await cursor.execute(query, parameters)
        return await cursor.fetchall()


async def tuples(
    query: LiteralString, parameters: Mapping[str, object] | None = None
) -> list[tuple[Any, ...]]:
    """Return every row as it is, for who reads very many."""
    async with current().connection.cursor(binary=True) as cursor:
        await cursor.execute(query, parameters)
        return await cursor.fetchall()


async def row(kind: type[R], query: LiteralString, /, **parameters: Any) -> R | None:
    """Return the first row as a `kind`, or None."""
    async with current().connection.cursor(row_factory=class_row(kind)) as cursor:
        await cursor.execute(query, parameters)
        return await cursor.fetchone()


async def written(kind: type[R], query: LiteralString, /, **parameters: Any) -> R | None:
    """Run a statement that writes and ends in its returning list; return the first row.

    It also returns what the transaction is recognised by, which saves the round trip before COMMIT.
    """
    transaction = current()
    cursor = await transaction.connection.execute(query + IDENTITY_COLUMNS, parameters)
    found = await cursor.fetchone()
    if found is None:
        return None
    *columns, xid, server_since, asked_at = found
    transaction.identity = Identity(xid, server_since, asked_at)
    return kind(*columns)


async def scalar(kind: type[R], query: LiteralString, /, **parameters: Any) -> R | None:
    """Return the first column of the first row, or None when there is no row.

    `kind` only tells the type checker what the column is.
    """
    del kind
    cursor = await current().connection.execute(query, parameters)
    found = await cursor.fetchone()
    return found[0] if found else None
