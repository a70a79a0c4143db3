"""Absurd, a durable-workflow engine: two rows a job."""

import asyncio
from contextlib import asynccontextmanager

import psycopg
from absurd_sdk import AsyncAbsurd

from tests.benchmarks.queues.harness.peers import tuned

LABEL = "absurd-sdk"
BULK = "no bulk API: spawn() in a loop, one transaction"
IMPORT = "import absurd_sdk"
DRAIN_N = {"W4": 2000}
TUNING = tuned({"concurrency": 200})
SETTING = f"async, concurrency={TUNING['concurrency']}, poll 0.25 s"

RESET = "TRUNCATE absurd.t_bench, absurd.r_bench, absurd.c_bench, absurd.w_bench, absurd.e_bench"
SEED = """
WITH ids AS MATERIALIZED (
    SELECT i, uuidv7() AS task_id, uuidv7() AS run_id FROM generate_series(1, %(n)s) AS i
), tasks AS (
    INSERT INTO absurd.t_bench (task_id, task_name, params, state, attempts, last_attempt_run)
    SELECT task_id, 'noop', '{{"i": 0, "to": "reader@example.org"}}', '{task}', 1, run_id FROM ids
)
INSERT INTO absurd.r_bench (run_id, task_id, attempt, state, available_at, completed_at)
SELECT run_id, task_id, 1, '{run}', now() + {due}, {done} FROM ids
"""
FUTURE = SEED.format(
    task="sleeping", run="sleeping", done="NULL", due="interval '1 day' + i * interval '1 second'"
)
FINISHED = SEED.format(task="completed", run="completed", done="now()", due="interval '-1 hour'")
FLOOR = None
REMAINING = (
    "SELECT count(*) FROM absurd.r_bench"
    " WHERE state IN ('pending', 'running', 'sleeping') AND available_at <= now()"
)


async def setup(uri):
    import absurdctl  # ships the schema; only needed here

    with psycopg.connect(uri, autocommit=True) as conn:
        conn.execute(absurdctl.BUNDLED_SCHEMA_SQL)
    client = AsyncAbsurd(uri, queue_name="bench")
    await client.create_queue()
    await client.close()


class Producer:
    def __init__(self, conn):
        self.conn = conn
        self.client = AsyncAbsurd(conn, queue_name="bench")

    async def one(self, p):
        await self.client.spawn("noop", p, queue="bench")

    async def many(self, payloads):
        async with self.conn.transaction():
            for p in payloads:
                await self.client.spawn("noop", p, queue="bench")


@asynccontextmanager
async def producer(uri):
    async with await psycopg.AsyncConnection.connect(uri, autocommit=True) as conn:
        yield Producer(conn)


@asynccontextmanager
async def worker(uri, on_job):
    client = AsyncAbsurd(uri, queue_name="bench")

    @client.register_task("noop")
    async def noop(params, ctx):
        on_job(params["i"])

    run = asyncio.create_task(client.start_worker(concurrency=TUNING["concurrency"]))
    yield
    run.cancel()
