"""PgQueuer: finished jobs are deleted, log rows stay."""

import asyncio
import json
from contextlib import asynccontextmanager

import asyncpg
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgDriver, AsyncpgPoolDriver
from pgqueuer.queries import Queries

from tests.benchmarks.queues.harness.peers import tuned

LABEL = "PgQueuer"
BULK = "queries.enqueue with lists"
IMPORT = "import asyncpg; from pgqueuer import PgQueuer; from pgqueuer.db import AsyncpgDriver"
TUNING = tuned({"batch_size": 1000, "pool": 5, "chunk": 5000})
SETTING = f"batch_size={TUNING['batch_size']}, asyncpg pool of {TUNING['pool']}"

RESET = "TRUNCATE pgqueuer, pgqueuer_log, pgqueuer_statistics RESTART IDENTITY"
FUTURE = """
INSERT INTO pgqueuer (priority, entrypoint, payload, execute_after, status)
SELECT 0, 'noop', convert_to('{"i": 0, "to": "reader@example.org"}', 'UTF8'),
       now() + interval '1 day' + i * interval '1 second', 'queued'
FROM generate_series(1, %(n)s) AS i
"""
FINISHED = """
INSERT INTO pgqueuer_log (job_id, status, entrypoint, priority, aggregated)
SELECT -i, 'successful', 'noop', 0, true FROM generate_series(1, %(n)s) AS i
"""
FLOOR = "SELECT coalesce(max(id), 0) FROM pgqueuer"
REMAINING = "SELECT count(*) FROM pgqueuer WHERE id > %(floor)s"


async def setup(uri):
    conn = await asyncpg.connect(uri)
    await Queries(AsyncpgDriver(conn)).install()
    await conn.close()


class Producer:
    def __init__(self, queries):
        self.queries = queries

    async def one(self, p):
        await self.queries.enqueue("noop", json.dumps(p).encode())

    async def many(self, payloads):
        step = TUNING["chunk"]
        for at in range(0, len(payloads), step):
            part = [json.dumps(p).encode() for p in payloads[at : at + step]]
            await self.queries.enqueue(["noop"] * len(part), part, [0] * len(part))


@asynccontextmanager
async def producer(uri):
    conn = await asyncpg.connect(uri)
    yield Producer(Queries(AsyncpgDriver(conn)))
    await conn.close()


@asynccontextmanager
async def worker(uri, on_job):
    if TUNING["pool"]:
        driver = AsyncpgPoolDriver(
            await asyncpg.create_pool(uri, min_size=1, max_size=TUNING["pool"])
        )
    else:
        driver = AsyncpgDriver(await asyncpg.connect(uri))
    pgq = PgQueuer(driver)

    @pgq.entrypoint("noop")
    async def noop(job):
        on_job(json.loads(job.payload)["i"])

    run = asyncio.create_task(pgq.run(batch_size=TUNING["batch_size"]))
    yield
    run.cancel()
