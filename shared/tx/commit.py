"""COMMIT, and the truth about a COMMIT whose answer was lost.

A connection that breaks during COMMIT raises the same error whether the server got it or not.
Running the block again could then write everything twice, so the transaction's id is taken before
COMMIT and the server is asked with `pg_xact_status` what became of it.
"""

import asyncio
from datetime import datetime

import psycopg

from shared.tx.pool import ConnectionLost, Pool, Unavailable

IDENTITY = """
    select pg_current_xact_id_if_assigned()::text, pg_postmaster_start_time()
"""

VERDICT = """
    select case when pg_postmaster_start_time() = %(started)s
                then pg_xact_status(%(xid)s::xid8) end
"""

# The server may need a moment to notice that the other side of a transaction is gone.
PATIENCE = 5.0
PAUSE = 0.05


class CommitUnknown(Unavailable):
    """The connection was lost during COMMIT, and nobody can say whether it happened."""


async def commit(pool: Pool, connection: psycopg.AsyncConnection) -> None:
    """Commit, and return only when the transaction is known to be committed.

    Raises:
        ConnectionLost: the transaction is known not to have been committed.
        CommitUnknown: the server cannot be asked, or does not know.

    """
    xid, started = await identity(connection)
    try:
        await to_the_end(connection)
    except psycopg.OperationalError as error:
        if not connection.closed:
            raise  # the server itself refused, as with a serialization failure
        if xid is None:
            raise ConnectionLost from error  # it had only read
        await settle(pool, xid, started, error)


async def identity(connection: psycopg.AsyncConnection) -> tuple[str | None, datetime]:
    """Return the transaction's id, None if it has only read, and which server start it is of.

    A transaction in which a statement failed raises here, where COMMIT would silently roll back.
    """
    cursor = await connection.execute(IDENTITY)
    found = await cursor.fetchone()
    assert found is not None  # noqa: S101  (a select without from has one row)
    return found[0], found[1]


async def to_the_end(connection: psycopg.AsyncConnection) -> None:
    """Send COMMIT and wait for its answer even when the task is being cancelled."""
    sent = asyncio.ensure_future(connection.execute("commit"))
    try:
        await asyncio.shield(sent)
    except asyncio.CancelledError:
        await asyncio.wait([sent])
        raise


async def settle(pool: Pool, xid: str, started: datetime, lost: Exception) -> None:
    """Return when the transaction committed, raise ConnectionLost when it did not.

    Only a server that answers at once and is the same start is believed: one that crashed may
    have given the same id to somebody else since.
    """
    try:
        async with asyncio.timeout(PATIENCE), pool.fresh() as connection:
            while (status := await verdict(connection, xid, started)) == "in progress":  # noqa: ASYNC110
                await asyncio.sleep(PAUSE)
    except (Unavailable, TimeoutError, psycopg.Error):
        raise CommitUnknown from lost
    if status == "aborted":
        raise ConnectionLost from lost
    if status != "committed":
        raise CommitUnknown from lost


async def verdict(connection: psycopg.AsyncConnection, xid: str, started: datetime) -> str | None:
    """Ask what became of a transaction: committed, aborted, in progress, or None for unknown."""
    cursor = await connection.execute(VERDICT, {"xid": xid, "started": started})
    found = await cursor.fetchone()
    return found[0] if found else None
