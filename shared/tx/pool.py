"""Where transactions get their connections: opened lazily, kept while idle, reopened when lost.

One pool serves a server and a Lambda function alike. It has no background task, so a process that
is frozen between two invocations wakes up with nothing worse than a stale connection, which
`begin()` replaces before anything has been written through it.
"""

import asyncio
import os
import socket
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.pq.abc import PGresult

from shared.tx.address import UNREADABLE, parts_of
from shared.tx.wire import ask, check, is_stale

# SET LOCAL ends with the transaction, so it is safe behind PgBouncer in transaction mode. Waiting
# for a stranger's row lock and dying in the middle of a transaction are both bounded.
BEGIN = b"""
    begin;
    set local lock_timeout = '5s';
    set local idle_in_transaction_session_timeout = '60s';
"""

# A connection that was used so short a time ago, in seconds, is alive: BEGIN goes along with the
# first statement, which may take its time to answer.
WARM = 1.0

# A peer that vanished without a word is noticed in half a minute instead of two hours. The URL may
# say otherwise; a Unix socket ignores all of them.
KEEPALIVE = {
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "25000",
}


class Unavailable(RuntimeError):
    """The database cannot be reached. Is it running, and is DATABASE_URL right?"""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.__doc__)


class ConnectionLost(Unavailable):
    """The connection was lost before COMMIT: nothing was written, and it is safe to run again."""


class OtherLoop(RuntimeError):
    """The pool serves one event loop: another one, as in a thread, needs a pool of its own."""

    public = __doc__


class Pool:
    """At most `size` connections to one database, for one event loop: that which takes the first.

    `patience` is how long, in seconds, a transaction waits for a free connection, for a new one to
    open, and for a server that accepted a connection to answer on it.
    """

    def __init__(self, url: str, *, size: int = 10, patience: float = 5.0) -> None:
        given = readable(url)
        missing = {name: value for name, value in KEEPALIVE.items() if name not in given}
        self._target = make_conninfo(url, **missing)
        self._idle: list[psycopg.AsyncConnection] = []
        self._used_at: dict[psycopg.AsyncConnection, float] = {}
        self._places = asyncio.Semaphore(size)
        self._patience = patience
        self._is_closed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    async def take(self) -> psycopg.AsyncConnection:
        """Take a connection, which `give_back()` must get in the end.

        Raises:
            OtherLoop: another event loop has taken one before.
            Unavailable: when no connection could be had in time.

        """
        loop = self._loop = self._loop or asyncio.get_running_loop()
        if loop is not asyncio.get_running_loop():
            raise OtherLoop(OtherLoop.public)
        await self._wait_for_a_place()
        try:
            return self._fit() or await self._open()
        except BaseException:
            self._places.release()
            raise

    async def begin(
        self, connection: psycopg.AsyncConnection, first: bytes = b""
    ) -> tuple[psycopg.AsyncConnection, PGresult]:
        """Begin a transaction and run its first statement; return the last answer.

        A connection that went stale while it was idle is replaced: that which is returned counts.

        Raises:
            Unavailable: when the database did not answer in time.

        """
        while True:
            used_at = self._used_at.pop(connection, None)
            is_warm = used_at is not None and time.monotonic() < used_at + WARM
            try:
                return connection, await self._begin_on(connection, first, is_warm=is_warm)
            except psycopg.OperationalError as error:
                if used_at is None:
                    raise Unavailable from error
            connection = self._fit() or await self._open()

    def is_warm(self, connection: psycopg.AsyncConnection) -> bool:
        """Tell whether a connection that was taken is new, or was used a moment ago."""
        now = time.monotonic()
        return now < self._used_at.get(connection, now) + WARM

    def give_back(self, connection: psycopg.AsyncConnection) -> None:
        """Take back a connection; one that is not idle is closed."""
        idle = psycopg.pq.TransactionStatus.IDLE
        # BAD is closed
        if connection.pgconn.transaction_status == idle and not self._is_closed:
            self._idle.append(connection)
            self._used_at[connection] = time.monotonic()
        else:  # whatever state it is in, the server ends it with the socket
            self._finish(connection)
        self._places.release()

    @asynccontextmanager
    async def lend(self) -> AsyncGenerator[psycopg.AsyncConnection]:
        """Lend a connection on which every statement commits by itself.

        Raises:
            Unavailable: when no connection could be had in time.

        """
        connection = await self.take()
        try:
            yield connection
        finally:
            self.give_back(connection)

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
        self._is_closed = True
        self._used_at.clear()
        while self._idle:
            await self._idle.pop().close()

    async def _wait_for_a_place(self) -> None:
        if not self._places.locked():
            await self._places.acquire()
            return
        try:
            async with asyncio.timeout(self._patience):
                await self._places.acquire()
        except TimeoutError:
            raise Unavailable(
                f"All connections were busy for {self._patience:g} seconds. "
                "Shorten the transactions or enlarge the pool."
            ) from None

    def _fit(self) -> psycopg.AsyncConnection | None:
        """Take an idle connection whose other end has not said good-bye meanwhile."""
        while self._idle:
            connection = self._idle.pop()
            if not is_stale(connection):
                return connection
            self._finish(connection)
        return None

    async def _begin_on(
        self, connection: psycopg.AsyncConnection, first: bytes, *, is_warm: bool
    ) -> PGresult:
        try:
            if is_warm and first:
                found = await ask(connection, BEGIN + first)
            else:
                found = await self._begin_alone(connection)
                if first:
                    found = await ask(connection, first)
        except BaseException:
            self._finish(connection)
            raise
        return found

    async def _begin_alone(self, connection: psycopg.AsyncConnection) -> PGresult:
        impatient = asyncio.get_running_loop().call_later(self._patience, hang_up, connection)
        try:
            return check(connection, await ask(connection, BEGIN))
        finally:
            impatient.cancel()

    async def _open(self) -> psycopg.AsyncConnection:
        try:
            return await psycopg.AsyncConnection.connect(
                self._target,
                autocommit=True,
                # Prepared statements break behind PgBouncer in transaction mode.
                prepare_threshold=None,
                connect_timeout=max(2, round(self._patience)),
            )
        except psycopg.OperationalError as error:
            raise Unavailable from error

    def _finish(self, connection: psycopg.AsyncConnection) -> None:
        self._used_at.pop(connection, None)
        connection.pgconn.finish()


def hang_up(connection: psycopg.AsyncConnection) -> None:
    """Cut the line, so that whoever waits for an answer on it gets an error at once."""
    if connection.closed:
        return
    with socket.socket(fileno=os.dup(connection.pgconn.socket)) as line:
        line.shutdown(socket.SHUT_RDWR)


def readable(url: str) -> dict[str, Any]:
    """Return the parts of a connection string.

    Raises:
        Unavailable: it cannot be read; the driver's own text would quote the password.

    """
    parts = parts_of(url)
    if parts is None:
        raise Unavailable(UNREADABLE) from None
    return parts
