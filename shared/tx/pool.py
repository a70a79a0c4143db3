"""Where transactions get their connections: opened lazily, kept while idle, reopened when lost.

One pool serves a server and a Lambda function alike. It has no background task, so a process that
is frozen between two invocations wakes up with nothing worse than a stale connection, which
`connection()` replaces before anything has been written through it.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import psycopg

# SET LOCAL ends with the transaction, so it is safe behind PgBouncer in transaction mode. Waiting
# for a stranger's row lock and dying in the middle of a transaction are both bounded.
BEGIN = """
    begin;
    set local lock_timeout = '5s';
    set local idle_in_transaction_session_timeout = '60s'
"""


class Unavailable(RuntimeError):
    """The database cannot be reached. Is it running, and is DATABASE_URL right?"""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.__doc__)


class ConnectionLost(Unavailable):
    """The connection was lost before COMMIT: nothing was written, and it is safe to run again."""


class Pool:
    """At most `size` connections to one database, for one event loop.

    `patience` is how long, in seconds, a transaction waits for a free connection, and for a new
    connection to open.
    """

    def __init__(self, url: str, *, size: int = 10, patience: float = 5.0) -> None:
        self._url = url
        self._idle: list[psycopg.AsyncConnection] = []
        self._slots = asyncio.Semaphore(size)
        self._patience = patience

    @asynccontextmanager
    async def begin(self) -> AsyncGenerator[psycopg.AsyncConnection]:
        """Lend a connection on which a transaction was just begun.

        Raises:
            Unavailable: when no connection could be had in time.

        """
        async with self._slot():
            connection = await self._begun()
            try:
                yield connection
            finally:
                self._give_back(connection)

    @asynccontextmanager
    async def fresh(self) -> AsyncGenerator[psycopg.AsyncConnection]:
        """Open a connection of its own, outside the pool's count, and close it afterwards."""
        connection = await self._open()
        try:
            yield connection
        finally:
            await connection.close()

    async def close(self) -> None:
        """Close what is idle; connections on loan close when they come back."""
        while self._idle:
            await self._idle.pop().close()

    @asynccontextmanager
    async def _slot(self) -> AsyncGenerator[None]:
        try:
            async with asyncio.timeout(self._patience):
                await self._slots.acquire()
        except TimeoutError:
            raise Unavailable(
                f"All connections were busy for {self._patience:g} seconds. "
                "Shorten the transactions or enlarge the pool."
            ) from None
        try:
            yield
        finally:
            self._slots.release()

    async def _begun(self) -> psycopg.AsyncConnection:
        while self._idle:
            connection = self._idle.pop()
            try:
                await connection.execute(BEGIN)
            except psycopg.OperationalError:  # it went stale while idle
                await connection.close()
            else:
                return connection
        connection = await self._open()
        await connection.execute(BEGIN)
        return connection

    async def _open(self) -> psycopg.AsyncConnection:
        try:
            return await psycopg.AsyncConnection.connect(
                self._url,
                autocommit=True,
                # Prepared statements break behind PgBouncer in transaction mode.
                prepare_threshold=None,
                connect_timeout=max(2, round(self._patience)),
            )
        except psycopg.OperationalError as error:
            raise Unavailable from error

    def _give_back(self, connection: psycopg.AsyncConnection) -> None:
        idle = psycopg.pq.TransactionStatus.IDLE
        if not connection.closed and connection.info.transaction_status == idle:
            self._idle.append(connection)
        else:  # whatever state it is in, the server ends it with the socket
            connection.pgconn.finish()
