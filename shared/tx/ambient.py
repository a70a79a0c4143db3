"""One transaction for each task: `run()` opens it, `current()` finds it, its task owns it."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg.errors import DeadlockDetected, SerializationFailure

from shared.tx.commit import CommitUnknown, Identity, commit
from shared.tx.pool import ConnectionLost, Pool

T = TypeVar("T")


class NoTransaction(RuntimeError):
    """No transaction is open. Wrap the call in `async with tx.run():`."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.__doc__)


class ForeignTask(RuntimeError):
    """The open transaction belongs to another task or thread. Open one here, or do not leave it."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


@dataclass(slots=True)
class Transaction:
    """An open transaction and the task that owns it."""

    connection: psycopg.AsyncConnection
    owner: asyncio.Task[object] | None
    is_open: bool = True
    identity: Identity | None = None


_ambient: ContextVar[Transaction | None] = ContextVar("transaction", default=None)

# A plain variable on purpose: a context variable set at start-up is not seen by requests.
_pool: Pool | None = None


def use(pool: Pool | None) -> None:
    """Say where every later transaction of this process gets its connection."""
    global _pool
    _pool = pool


@asynccontextmanager
async def run() -> AsyncGenerator[None]:
    """Run the block in a transaction; inside one, in a savepoint of it.

    Commits when the block ends, rolls back when it raises.

    Raises:
        Unavailable: the database could not be reached.
        ConnectionLost: the connection broke before COMMIT; nothing was written.
        CommitUnknown: it broke during COMMIT and the outcome cannot be learnt.
        ForeignTask: another task's transaction is open in this context.

    """
    if is_open():
        async with savepoint():
            yield
        return
    pool = configured_pool()
    async with pool.begin() as connection:
        transaction = Transaction(connection, asyncio.current_task())
        token = _ambient.set(transaction)
        try:
            async with rolled_back_on_error(connection):
                yield
                transaction.is_open = False
                await commit(pool, connection, transaction.identity)
        finally:
            transaction.is_open = False
            _ambient.reset(token)


@asynccontextmanager
async def savepoint() -> AsyncGenerator[None]:
    """Run the block in a savepoint: if it raises, only the block's own writes vanish."""
    async with current().connection.transaction():
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
    try:
        current()
    except NoTransaction:
        return False
    return True


async def retrying(block: Callable[[], Awaitable[T]], *, attempts: int = 4) -> T:
    """Run the block in a transaction of its own, again after a clash or a loss before COMMIT.

    The block must do nothing but read and write the database. Clashes are SQLSTATE 40001
    (serialization failure) and 40P01 (deadlock).
    """
    if is_open():
        raise RuntimeError("A transaction is open already: only the outermost can be run again.")
    for attempt in range(1, attempts + 1):
        try:
            async with run():
                return await block()
        except (SerializationFailure, DeadlockDetected, ConnectionLost):
            if attempt == attempts:
                raise
            await asyncio.sleep(0.02 * 2**attempt)
    raise AssertionError("unreachable")


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


@asynccontextmanager
async def rolled_back_on_error(connection: psycopg.AsyncConnection) -> AsyncGenerator[None]:
    """Roll back when the block raises, and say so when the connection was lost under it."""
    try:
        yield
    except psycopg.OperationalError as error:
        if connection.closed:
            raise ConnectionLost from error
        await roll_back(connection)
        raise
    except BaseException:
        await roll_back(connection)
        raise


async def roll_back(connection: psycopg.AsyncConnection) -> None:
    """Roll back what is open; a connection that breaks meanwhile has rolled back by itself."""
    idle = psycopg.pq.TransactionStatus.IDLE
    if connection.closed or connection.info.transaction_status == idle:
        return
    with suppress(psycopg.Error):
        await connection.execute("rollback")


def running_task() -> asyncio.Task[object] | None:
    """Return the running task; None in a thread that runs no event loop."""
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None
