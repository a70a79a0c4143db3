"""One transaction for each task: `run()` opens it, `current()` finds it, its task owns it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg.errors import DeadlockDetected, SerializationFailure

from shared.tx.commit import CommitUnknown
from shared.tx.pool import ConnectionLost, Pool
from shared.tx.transaction import Transaction

T = TypeVar("T")


class NoTransaction(RuntimeError):
    """No transaction is open. Wrap the call in `async with tx.run():`."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.__doc__)


class ForeignTask(RuntimeError):
    """The open transaction belongs to another task or thread. Open one here, or do not leave it.

    On Python 3.11 `asyncio.wait_for` makes a task of what it waits for, as `gather` and
    `create_task` always do: use `async with asyncio.timeout(...)`.
    """

    def __init__(self) -> None:
        super().__init__(" ".join(str(self.__doc__).split()))


_ambient: ContextVar[Transaction | None] = ContextVar("transaction", default=None)

# A plain variable on purpose: a context variable set at start-up is not seen by requests.
_pool: Pool | None = None


def use(pool: Pool | None) -> None:
    """Say where every later transaction of this process gets its connection."""
    global _pool
    _pool = pool


class run:  # noqa: N801  (it is called as the function that it was)
    """Run the block in a transaction; inside one, in a savepoint of it.

    Commits when the block ends, rolls back when it raises.

    Raises:
        Unavailable: the database could not be reached.
        ConnectionLost: the connection broke before COMMIT; nothing was written.
        CommitUnknown: it broke during COMMIT and the outcome cannot be learnt.
        ForeignTask: another task's transaction is open in this context.

    """

    # A class: generators for all that is nested here took a tenth of a small transaction.
    __slots__ = ("_savepoint", "_token", "_transaction")

    async def __aenter__(self) -> None:
        """Take a connection, or open a savepoint."""
        self._savepoint: AbstractAsyncContextManager[object] | None = None
        if is_open():
            self._savepoint = savepoint()
            await self._savepoint.__aenter__()
            return
        pool = configured_pool()
        self._transaction = Transaction(pool, await pool.take(), asyncio.current_task())
        self._token = _ambient.set(self._transaction)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Commit or roll back, and give the connection back."""
        if self._savepoint is not None:
            await self._savepoint.__aexit__(kind, error, trace)
            return
        try:
            await self._end(error)
        finally:
            _ambient.reset(self._token)
            self._transaction.give_back()

    async def _end(self, error: BaseException | None) -> None:
        """Commit, or roll back and say so when the connection was lost."""
        transaction = self._transaction
        try:
            if error is not None:
                raise error
            await transaction.end()
        except psycopg.OperationalError as lost:
            if transaction.is_lost:
                raise ConnectionLost from lost
            await transaction.roll_back()
            raise
        except BaseException:
            await transaction.roll_back()
            raise


@asynccontextmanager
async def savepoint() -> AsyncGenerator[None]:
    """Run the block in a savepoint: if it raises, only the block's own writes vanish."""
    connection = await current().begun()
    async with connection.transaction():
        yield


def current() -> Transaction:
    """Return the ambient transaction.

    Raises:
        NoTransaction: none is open.
        ForeignTask: it belongs to another task or thread.

    """
    transaction = _ambient.get()
    if transaction is None or not transaction.is_open:
        raise NoTransaction
    if transaction.owner is not running_task():
        raise ForeignTask
    return transaction


def is_open() -> bool:
    """Tell whether a transaction is open here, and raise if it is another task's."""
    transaction = _ambient.get()
    return transaction is not None and transaction.is_open and current() is transaction


async def retrying(block: Callable[[], Awaitable[T]], *, attempts: int = 4) -> T:
    """Run the block in a transaction of its own, again after a clash or a loss before COMMIT.

    The block must do nothing but read and write the database. Clashes are SQLSTATE 40001
    (serialization failure) and 40P01 (deadlock).
    """
    if is_open():
        raise RuntimeError("A transaction is open already: only the outermost can be run again.")
    attempt = 1
    while True:
        try:
            async with run():
                return await block()
        except (SerializationFailure, DeadlockDetected, ConnectionLost):
            if attempt == attempts:
                raise
        await asyncio.sleep(0.02 * 2**attempt)
        attempt += 1


async def at_once(
    query: LiteralString, parameters: Mapping[str, object] | None = None
) -> list[tuple[Any, ...]]:
    """Run one statement that commits by itself, apart from any open transaction; return its rows.

    One round trip, where a transaction needs several.

    Raises:
        Unavailable: the database could not be reached; nothing was written.
        CommitUnknown: the connection was lost before the answer came.

    """
    async with configured_pool().lend() as connection:
        try:
            async with connection.cursor(binary=True) as cursor:
                await cursor.execute(query, parameters)
                return await cursor.fetchall() if cursor.description else []
        except psycopg.OperationalError as error:
            if connection.closed:
                raise CommitUnknown from error
            raise


def configured_pool() -> Pool:
    """Return the process's pool."""
    if _pool is None:
        raise RuntimeError("No database is configured: call tx.use(tx.Pool(url)) at start-up.")
    return _pool


def running_task() -> asyncio.Task[object] | None:
    """Return the running task; None in a thread that runs no event loop."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
