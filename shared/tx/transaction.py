"""One transaction: begun with its first statement, then committed or rolled back."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.pq.abc import PGresult

from shared.tx.commit import Identity, commit
from shared.tx.pool import Pool
from shared.tx.wire import Value, ask, check, composed


class Transaction:
    """A transaction and the task that owns it; BEGIN is sent when there is something to do."""

    __slots__ = ("_connection", "_has_begun", "_pool", "identity", "is_open", "owner")

    def __init__(
        self,
        pool: Pool,
        connection: psycopg.AsyncConnection,
        owner: asyncio.Task[object] | None,
    ) -> None:
        self.owner = owner
        self.is_open = True
        self.identity: Identity | None = None
        self._pool = pool
        self._connection = connection
        self._has_begun = False

    @property
    def connection(self) -> psycopg.AsyncConnection:
        """The connection of a transaction that has begun.

        Raises:
            RuntimeError: it has not: a statement on the connection would commit by itself.

        """
        if not self._has_begun:
            raise RuntimeError("The transaction has not begun: use `await tx.current().begun()`.")
        return self._connection

    @property
    def is_lost(self) -> bool:
        """Whether the line to the server is cut."""
        return self._connection.closed

    def composed(self, query: str, parameters: Mapping[str, Value]) -> bytes:
        """Return a statement with its values in it, ready to be sent."""
        return composed(self._connection, query, parameters)

    async def begun(self) -> psycopg.AsyncConnection:
        """Begin if that was not done yet, and return the connection."""
        if not self._has_begun:
            check(*await self._begin(b""))
        return self._connection

    async def ask(self, message: bytes) -> PGresult:
        """Run a statement that is ready to be sent, and return its answer.

        A first one goes along with BEGIN, which saves a round trip.
        """
        if self._has_begun:
            return check(self._connection, await ask(self._connection, message))
        return check(*await self._begin(message))

    async def end(self) -> None:
        """Commit what was begun, and let nothing more be done."""
        self.is_open = False
        if self._has_begun:
            await commit(self._pool, self._connection, self.identity)

    async def roll_back(self) -> None:
        """Roll back what is open; a connection that breaks meanwhile has rolled back by itself."""
        idle = TransactionStatus.IDLE
        connection = self._connection
        if connection.closed or connection.pgconn.transaction_status == idle:
            return
        with suppress(psycopg.Error):
            await ask(connection, b"rollback")

    def give_back(self) -> None:
        """Give the connection back to the pool."""
        self.is_open = False
        self._pool.give_back(self._connection)

    async def _begin(self, first: bytes) -> tuple[psycopg.AsyncConnection, PGresult]:
        self._connection, found = await self._pool.begin(self._connection, first)
        self._has_begun = True
        return self._connection, found
