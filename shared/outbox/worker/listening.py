"""Hear at once that a job was enqueued, where the database can tell; elsewhere polling remains."""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress

import psycopg

from shared import tx
from shared.outbox.failure import describe
from shared.outbox.worker.claim_statements import PREPARE_NAMED
from shared.tx.wire import ready

log = logging.getLogger("thistledown.outbox")

LISTEN = "listen background_jobs"

# How long, in seconds, it waits after a connection that could not be had, or broke at once.
PAUSE = 5.0

# An id has fewer digits.
DIGITS = 19


Claim = Callable[[psycopg.AsyncConnection, int], Awaitable[None]]


class Heard(asyncio.Event):
    """Is set when there may be something to do.

    Who stands ready has the one job claimed that a notification names, before it is set.
    """

    def __init__(self) -> None:
        super().__init__()
        self._claim: Claim | None = None
        self._claiming = asyncio.Lock()

    async def note(self, connection: psycopg.AsyncConnection, said: Sequence[bytes]) -> None:
        """Hear notifications, each of which may be the id of a job.

        Raises:
            Error: of psycopg, or Unavailable: a job could not be claimed on this connection.

        """
        try:
            async with self._claiming:
                claim, self._claim = self._claim, None
                if claim is not None and len(said) == 1 and (job := as_id(said[0])) is not None:
                    await claim(connection, job)
        finally:
            self.set()

    async def within(self, until: float) -> None:
        """Wait until it is set or a time.monotonic() value has come."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(until - time.monotonic(), 0)):
                await self.wait()

    async def receive(self, claim: Claim, *, until: float) -> None:
        """Wait as `within()`, with `claim` to claim what is named; then clear it."""
        self._claim = claim
        try:
            await self.within(until)
        finally:
            self._claim = None
            async with self._claiming:  # one that is under way
                self.clear()


def as_id(said: bytes) -> int | None:
    """Return the id that was said, or None: anybody can send a notification."""
    return int(said) if said.isdigit() and len(said) < DIGITS else None


@asynccontextmanager
async def listening(pool: tx.Pool | None = None) -> AsyncGenerator[Heard]:
    """Give an event that is set when a transaction commits that has asked to wake the workers.

    It takes a connection of its own, outside the pool's count. Behind a pooler in transaction mode
    nothing is ever heard; a `pool` of the database itself, of which one connection is used, hears.
    """
    heard = Heard()
    hearing = asyncio.create_task(hear(heard, pool or tx.configured_pool()))
    try:
        yield heard
    finally:
        hearing.cancel()
        with suppress(asyncio.CancelledError):
            await hearing


async def hear(heard: Heard, pool: tx.Pool) -> None:
    """Set the event whenever a notification comes, and when one may have been missed."""
    while True:
        began = time.monotonic()
        try:
            async with pool.fresh() as connection:
                await connection.execute(LISTEN)
                heard.set()
                await until_lost(connection, heard)
        except (tx.Unavailable, psycopg.Error) as error:
            log.info("nothing is heard of new jobs for a moment: %s", describe(error))
        if time.monotonic() < began + PAUSE:  # it was no good one that broke
            await asyncio.sleep(PAUSE)


async def until_lost(connection: psycopg.AsyncConnection, heard: Heard) -> None:
    """Note notifications, until the connection breaks.

    Nothing is prepared before the first. Behind a pooler none comes: the session is everybody's.
    """
    loop, pgconn = asyncio.get_running_loop(), connection.pgconn
    is_prepared = False
    while True:
        said: list[bytes] = []
        while (notification := pgconn.notifies()) is not None:
            said.append(notification.extra)
        if not said:
            await ready(pgconn.socket, loop.add_reader, loop.remove_reader)
            pgconn.consume_input()
        elif is_prepared:
            await heard.note(connection, said)
        else:
            heard.set()
            await connection.execute(PREPARE_NAMED)
            is_prepared = True
            heard.set()  # what came meanwhile is not in `said`
