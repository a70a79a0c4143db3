"""Hear at once that a job was enqueued, where the database can tell; elsewhere polling remains."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import psycopg
from psycopg.pq.abc import PGconn

from shared import tx
from shared.outbox.failure import describe
from shared.tx.wire import ready

log = logging.getLogger("thistledown.outbox")

LISTEN = "listen background_jobs"

# How long, in seconds, a connection that broke is left alone.
PAUSE = 5.0


@asynccontextmanager
async def listening(pool: tx.Pool | None = None) -> AsyncGenerator[asyncio.Event]:
    """Give an event that is set when a transaction commits that has asked to wake the workers.

    It takes a connection of its own, outside the pool's count. Behind a pooler in transaction mode
    nothing is ever heard; a `pool` of the database itself, of which one connection is used, hears.
    """
    heard = asyncio.Event()
    hearing = asyncio.create_task(hear(heard, pool or tx.configured_pool()))
    try:
        yield heard
    finally:
        hearing.cancel()
        with suppress(asyncio.CancelledError):
            await hearing


async def hear(heard: asyncio.Event, pool: tx.Pool) -> None:
    """Set the event whenever a notification comes, and when one may have been missed."""
    while True:
        try:
            async with pool.fresh() as connection:
                await connection.execute(LISTEN)
                heard.set()
                await until_lost(connection.pgconn, heard)
        except (tx.Unavailable, psycopg.Error) as error:
            log.info("nothing is heard of new jobs for %g s: %s", PAUSE, describe(error))
        await asyncio.sleep(PAUSE)


async def until_lost(pgconn: PGconn, heard: asyncio.Event) -> None:
    """Set the event whenever a notification comes, until the connection breaks."""
    loop = asyncio.get_running_loop()
    while True:
        await ready(pgconn.socket, loop.add_reader, loop.remove_reader)
        pgconn.consume_input()
        while pgconn.notifies():
            heard.set()
