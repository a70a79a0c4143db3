"""COMMIT, and the truth about a COMMIT whose answer was lost.

A connection that breaks during COMMIT raises the same error whether the server got it or not.
Running the block again could then write everything twice, so the transaction's id is taken before
COMMIT and the server is asked with `pg_xact_status` what became of it.
"""

import asyncio
from dataclasses import dataclass
from typing import LiteralString

import psycopg
from psycopg.errors import InFailedSqlTransaction
from psycopg.pq.abc import PGresult
from psycopg.rows import class_row

from shared.tx.pool import ConnectionLost, Pool, Unavailable, hang_up
from shared.tx.wire import answer, check, send

# What a statement that writes can return on the side, so that nobody has to ask for it.
IDENTITY_COLUMNS: LiteralString = """
    , pg_current_xact_id()::text, pg_postmaster_start_time()::text, clock_timestamp()::text
"""

IDENTITY = """
    select pg_current_xact_id_if_assigned()::text as xid,
           pg_postmaster_start_time()::text as server_since,
           clock_timestamp()::text as asked_at
"""

# A server that crashed may have given the same id to somebody else since. A restart or a failover
# shows in the start time; after the crash of a single backend the postmaster lives on, but the
# statistics begin anew.
VERDICT = """
    select case when pg_postmaster_start_time() = %(server_since)s::timestamptz
                 and coalesce(pg_stat_get_bgwriter_stat_reset_time()
                              < %(asked_at)s::timestamptz, true)
                then pg_xact_status(%(xid)s::xid8) end
"""

# The server may need a moment to notice that the other side of a transaction is gone.
PATIENCE = 5.0
PAUSE = 0.05


class CommitUnknown(Unavailable):
    """The connection was lost during COMMIT, and nobody can say whether it happened."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Which transaction of which server; `xid` is None for one that has only read."""

    xid: str | None
    server_since: str
    asked_at: str


async def commit(
    pool: Pool, connection: psycopg.AsyncConnection, known: Identity | None = None
) -> None:
    """Commit, and return only when the transaction is known to be committed.

    `known` is what a statement has returned already, which saves a round trip.

    Raises:
        ConnectionLost: the transaction is known not to have been committed.
        CommitUnknown: the server cannot be asked, or does not know.

    """
    if connection.pgconn.transaction_status == psycopg.pq.TransactionStatus.INERROR:
        raise InFailedSqlTransaction("A statement has failed: nothing can be committed.")
    mine = known or await identity(connection)
    try:
        await to_the_end(connection)
    except psycopg.OperationalError as error:
        if not connection.closed:
            raise  # the server itself refused, as with a serialization failure
        if mine.xid is None:
            raise ConnectionLost from error  # it had only read
        await settle(pool, mine, error)


async def identity(connection: psycopg.AsyncConnection) -> Identity:
    """Return what the transaction can be recognised by."""
    async with connection.cursor(row_factory=class_row(Identity)) as cursor:
        await cursor.execute(IDENTITY)
        found = await cursor.fetchone()
    assert found is not None  # noqa: S101  (a select without from has one row)
    return found


async def to_the_end(connection: psycopg.AsyncConnection) -> None:
    """Send COMMIT and wait for its answer even when the task is being cancelled.

    Whoever cancels twice does not want to wait: the line is cut.
    """
    await send(connection.pgconn, b"commit")
    try:
        found = await answer(connection.pgconn)
    except asyncio.CancelledError:
        rest = asyncio.ensure_future(answer(connection.pgconn))
        rest.add_done_callback(swallow)
        try:
            await asyncio.wait([rest], timeout=PATIENCE)
        finally:
            if not rest.done():
                hang_up(connection)
                await asyncio.wait([rest], timeout=PAUSE)
        raise
    check(connection, found)


def swallow(ended: "asyncio.Future[PGresult]") -> None:
    """Nobody wants to know any more."""
    if not ended.cancelled():
        ended.exception()


async def settle(pool: Pool, mine: Identity, lost: Exception) -> None:
    """Return when the transaction committed, raise ConnectionLost when it did not."""
    try:
        async with asyncio.timeout(PATIENCE), pool.fresh() as connection:
            while (status := await verdict(connection, mine)) == "in progress":  # noqa: ASYNC110
                await asyncio.sleep(PAUSE)
    except (Unavailable, TimeoutError, psycopg.Error):
        raise CommitUnknown from lost
    if status == "aborted":
        raise ConnectionLost from lost
    if status != "committed":
        raise CommitUnknown from lost


async def verdict(connection: psycopg.AsyncConnection, mine: Identity) -> str | None:
    """Ask what became of a transaction: committed, aborted, in progress, or None for unknown."""
    cursor = await connection.execute(
        VERDICT, {"xid": mine.xid, "server_since": mine.server_since, "asked_at": mine.asked_at}
    )
    found = await cursor.fetchone()
    return found[0] if found else None
