"""One message to the server and its answer, at the least cost: no cursor, no task and no timer.

A statement of psycopg's takes longer in this process than a small one takes in the server. What is
sent here is one message of the simple protocol, which may hold several statements, with its values
as literals that libpq has escaped.
"""

import asyncio
import re
import select
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cache
from typing import Any

import psycopg
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result
from psycopg.pq import Escaping, ExecStatus, TransactionStatus
from psycopg.pq.abc import PGconn, PGresult

Value = str | int | bool | datetime | None

# How long, in seconds, a statement that nobody waits for any more may take to stop.
STOPS = 5.0

PLACE = re.compile(r"%\((\w+)\)s")


async def ask(
    connection: psycopg.AsyncConnection, message: bytes, *, stops: float = STOPS
) -> PGresult:
    """Send a message and return its last answer, which may be an error; a cancellation stops it.

    To stop takes at most twice `stops` seconds.

    Raises:
        OperationalError: the connection was lost.

    """
    await send(connection.pgconn, message)
    try:
        return await answer(connection.pgconn)
    except asyncio.CancelledError:
        await stop(connection, stops)
        raise


async def send(pgconn: PGconn, message: bytes) -> None:
    """Send a message."""
    pgconn.send_query(message)
    while pgconn.flush():
        loop = asyncio.get_running_loop()
        await ready(pgconn.socket, loop.add_writer, loop.remove_writer)


async def answer(pgconn: PGconn) -> PGresult:
    """Return the last answer to what was sent; cancelled, it can be called again."""
    last = None
    while True:
        while pgconn.is_busy():
            loop = asyncio.get_running_loop()
            await ready(pgconn.socket, loop.add_reader, loop.remove_reader)
            pgconn.consume_input()
        found = pgconn.get_result()
        if found is None:
            break
        last = found
    if last is None:
        raise psycopg.OperationalError("The connection was lost before the answer came.")
    return last


async def ready(socket: int, add: Callable[..., object], remove: Callable[[int], object]) -> None:
    """Wait for a socket."""
    told = asyncio.get_running_loop().create_future()
    add(socket, tell, told)
    try:
        await told
    finally:
        remove(socket)


def tell(told: "asyncio.Future[None]") -> None:
    """Tell who waits, unless it was cancelled meanwhile."""
    if not told.done():
        told.set_result(None)


async def stop(connection: psycopg.AsyncConnection, patience: float = STOPS) -> None:
    """Have the server stop the statement under way, and hear that it did."""
    with suppress(psycopg.Error, TimeoutError):
        if connection.pgconn.transaction_status == TransactionStatus.ACTIVE:
            await connection.cancel_safe(timeout=patience)
            async with asyncio.timeout(patience):
                await answer(connection.pgconn)


def is_stale(connection: psycopg.AsyncConnection) -> bool:
    """Tell whether an idle connection has something to read: nobody asked, so it is the end."""
    if connection.closed:
        return True
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN)
    return bool(poll.poll(0))


def check(connection: psycopg.AsyncConnection, found: PGresult) -> PGresult:
    """Return an answer, or raise the error that it is."""
    if found.status == ExecStatus.FATAL_ERROR:
        raise error_from_result(found, encoding_of(connection))
    return found


def first_row(connection: psycopg.AsyncConnection, found: PGresult) -> tuple[Any, ...] | None:
    """Return the first row of an answer."""
    if found.ntuples == 0:
        return None
    reader = Transformer(connection)
    reader.set_pgresult(found)
    return reader.load_row(0, tuple)


def composed(
    connection: psycopg.AsyncConnection, query: str, parameters: Mapping[str, Value]
) -> bytes:
    """Return a statement with its values in it."""
    escape, encoding = Escaping(connection.pgconn).escape_literal, encoding_of(connection)
    pieces = list(split(query))
    for place in range(1, len(pieces), 2):
        value = parameters[pieces[place]]
        if isinstance(value, str):
            if "\0" in value:
                raise psycopg.DataError("PostgreSQL text cannot hold a NUL.")
            pieces[place] = bytes(escape(value.encode(encoding))).decode(encoding)
        elif value is None:
            pieces[place] = "null"
        elif isinstance(value, datetime):
            pieces[place] = f"'{value.isoformat()}'"
        else:
            pieces[place] = f"({value})"  # behind a minus, another would begin a comment
    return "".join(pieces).encode(encoding)


def encoding_of(connection: psycopg.AsyncConnection) -> str:
    """Return Python's name of the connection's encoding; one of SQL_ASCII takes any bytes."""
    encoding = connection.info.encoding
    return "utf-8" if encoding == "ascii" else encoding


@cache
def split(query: str) -> tuple[str, ...]:
    """Return the text of a statement and the names in it, in turn."""
    return tuple(PLACE.split(query))
