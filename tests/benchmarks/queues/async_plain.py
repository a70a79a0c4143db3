"""The second reference: async, unprepared, begin + insert + commit, one after the other.

What our rules ask for costs round trips that raw autocommit does not pay: an open transaction that
business rows join, an event loop, and no prepared statement, for PgBouncer's sake. This is the
plainest code that keeps them; the table is that of raw_batch. It drains in batches of 1,000, each
claim and each completion in a transaction of three statements.
"""

import asyncio
from contextlib import asynccontextmanager

import psycopg
from psycopg.types.json import Jsonb

from tests.benchmarks.queues.harness.peers import tuned
from tests.benchmarks.queues.raw_batch import (
    CLAIM,
    COMPLETE,
    FINISHED,
    FLOOR,
    FUTURE,
    IMPORT,
    INSERT,
    INSERT_AND_WAKE,
    REMAINING,
    RESET,
    setup,
)

__all__ = ["FINISHED", "FLOOR", "FUTURE", "IMPORT", "REMAINING", "RESET", "setup"]

LABEL = "async, unprepared, begin + insert + commit"
BULK = "executemany in one transaction"
TUNING = tuned({"batch": 1000})
SETTING = f"claim {TUNING['batch']}, complete {TUNING['batch']}, async"


async def connected(uri):
    return await psycopg.AsyncConnection.connect(uri, autocommit=True, prepare_threshold=None)


async def in_transaction(conn, query, parameters):
    await conn.execute("begin")
    cursor = await conn.execute(query, parameters)
    await conn.execute("commit")
    return cursor


class Producer:
    def __init__(self, conn):
        self.conn = conn

    async def one(self, p):
        await in_transaction(self.conn, INSERT, (Jsonb(p), f"job:{p['i']}"))

    async def one_and_wake(self, p):
        await in_transaction(self.conn, INSERT_AND_WAKE, (Jsonb(p), f"job:{p['i']}"))

    async def many(self, payloads):
        await self.conn.execute("begin")
        async with self.conn.cursor() as cursor:
            await cursor.executemany(INSERT, [(Jsonb(p), f"job:{p['i']}") for p in payloads])
        await self.conn.execute("commit")


@asynccontextmanager
async def producer(uri):
    async with await connected(uri) as conn:
        yield Producer(conn)


async def loop(uri, on_job):
    conn, ear = await connected(uri), await connected(uri)
    await ear.execute("listen jobs")
    while True:
        claimed = await in_transaction(conn, CLAIM, (TUNING["batch"],))
        rows = await claimed.fetchall()
        if not rows:
            async for _ in ear.notifies(timeout=5, stop_after=1):
                pass
            continue
        for _, _, p in rows:
            on_job(p["i"])
        await in_transaction(conn, COMPLETE, ([row[0] for row in rows],))


@asynccontextmanager
async def worker(uri, on_job):
    working = asyncio.create_task(loop(uri, on_job))
    yield
    working.cancel()
