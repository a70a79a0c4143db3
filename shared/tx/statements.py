"""Run statements in the ambient transaction, with named parameters and typed rows."""

import asyncio
from collections.abc import Mapping
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg.rows import class_row

from shared.tx.ambient import configured_pool, current
from shared.tx.commit import IDENTITY_COLUMNS, CommitUnknown, Identity
from shared.tx.wire import Value, ask, check, composed, first_row

R = TypeVar("R")

# How long, in seconds, the answer is waited for where no BEGIN bounds the wait for a row lock.
PATIENCE = 5.0

NO_ANSWER = "The database did not answer in {:g} seconds; nobody can say whether it was written."


async def execute(query: LiteralString, /, **parameters: Any) -> int:
    """Run a statement and return how many rows it touched."""
    connection = await current().begun()
    cursor = await connection.execute(query, parameters)
    return cursor.rowcount


async def rows(kind: type[R], query: LiteralString, /, **parameters: Any) -> list[R]:
    """Return every row as a `kind`, whose fields are the columns."""
    connection = await current().begun()
    async with connection.cursor(row_factory=class_row(kind)) as cursor:
        await cursor.execute(query, parameters)
        return await cursor.fetchall()


async def tuples(
    query: LiteralString, parameters: Mapping[str, object] | None = None
) -> list[tuple[Any, ...]]:
    """Return every row as it is, for who reads very many."""
    connection = await current().begun()
    async with connection.cursor(binary=True) as cursor:
        await cursor.execute(query, parameters)
        return await cursor.fetchall()


async def row(kind: type[R], query: LiteralString, /, **parameters: Any) -> R | None:
    """Return the first row as a `kind`, or None."""
    connection = await current().begun()
    async with connection.cursor(row_factory=class_row(kind)) as cursor:
        await cursor.execute(query, parameters)
        return await cursor.fetchone()


async def written(kind: type[R], query: LiteralString, /, **parameters: Value) -> R | None:
    """Run a statement that writes and ends in its returning list; return the first row.

    It also returns what the transaction is recognised by, which saves the round trip before COMMIT,
    and as the first of a transaction it takes BEGIN along. A `%` stands for a parameter only.
    """
    transaction = current()
    message = transaction.composed(query + IDENTITY_COLUMNS, parameters)
    answer = await transaction.ask(message)
    found = first_row(transaction.connection, answer)
    if found is None:
        return None
    *columns, xid, server_since, asked_at = found
    transaction.identity = Identity(xid, server_since, asked_at)
    return kind(*columns)


async def written_alone(kind: type[R], query: LiteralString, /, **parameters: Value) -> R | None:
    """Run a writing statement that commits by itself, apart from any open transaction.

    Returns the first row. One round trip, where `run()` and `written()` take two; a connection that
    has idled for long is tried first. A `%` stands for a parameter only.

    Raises:
        Unavailable: the database could not be reached; nothing was written.
        CommitUnknown: the connection was lost before the answer came, or none came in `PATIENCE`,
            after which the server is told to stop.

    """
    pool = configured_pool()
    connection = await pool.take()
    try:
        first = b""
        if not pool.is_warm(connection):
            connection, _ = await pool.begin(connection)  # which replaces one that has died
            first = b"rollback;"
        message = first + composed(connection, query, parameters)
        async with asyncio.timeout(PATIENCE):
            answer = await ask(connection, message)
        found = first_row(connection, check(connection, answer))
    except TimeoutError:
        raise CommitUnknown(NO_ANSWER.format(PATIENCE)) from None
    except psycopg.OperationalError as error:
        if connection.closed:
            raise CommitUnknown from error
        raise
    finally:
        pool.give_back(connection)
    return None if found is None else kind(*found)


async def scalar(kind: type[R], query: LiteralString, /, **parameters: Any) -> R | None:
    """Return the first column of the first row, or None when there is no row.

    `kind` only tells the type checker what the column is.
    """
    del kind
    connection = await current().begun()
    cursor = await connection.execute(query, parameters)
    found = await cursor.fetchone()
    return found[0] if found else None
