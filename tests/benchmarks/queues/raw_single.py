"""The same table, one job at a time: the most that a design without batches can reach."""

from contextlib import asynccontextmanager
from functools import partial

import psycopg
from psycopg.types.json import Jsonb

from tests.benchmarks.queues import raw_batch
from tests.benchmarks.queues.raw_batch import (
    FINISHED,
    FLOOR,
    FUTURE,
    IMPORT,
    INSERT,
    REMAINING,
    RESET,
    setup,
)

__all__ = ["FINISHED", "FLOOR", "FUTURE", "IMPORT", "REMAINING", "RESET", "setup"]

LABEL = "raw SQL, one by one"
BULK = "executemany in one transaction"
SETTING = "claim 1, complete 1"
TUNING = {}


class Producer(raw_batch.Producer):
    async def many(self, payloads):
        with self.conn.transaction(), self.conn.cursor() as cursor:
            cursor.executemany(INSERT, [(Jsonb(p), f"job:{p['i']}") for p in payloads])


@asynccontextmanager
async def producer(uri):
    with psycopg.connect(uri, autocommit=True) as conn:
        yield Producer(conn)


worker = partial(raw_batch.worker, batch=1)
