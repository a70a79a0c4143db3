"""procrastinate: an event row for each change of state."""

import asyncio
from contextlib import asynccontextmanager

import procrastinate

from tests.benchmarks.queues.harness.peers import tuned

LABEL = "procrastinate"
BULK = "batch_defer_async"
IMPORT = "import procrastinate"
DRAIN_N = {"W4": 200}
TUNING = tuned({"concurrency": 20, "pool": 5, "chunk": 1000})
SETTING = f"concurrency={TUNING['concurrency']}, pool {TUNING['pool']}"

RESET = "TRUNCATE procrastinate_jobs RESTART IDENTITY CASCADE"
SEED = """
INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, scheduled_at)
SELECT 'bench', 'noop', jsonb_build_object('i', i, 'to', 'reader@example.org', 'note', 'n'),
       '{status}', now() + {due}
FROM generate_series(1, %(n)s) AS i
"""
FUTURE = SEED.format(status="todo", due="interval '1 day' + i * interval '1 second'")
FINISHED = SEED.format(status="succeeded", due="interval '-1 hour'")
FLOOR = "SELECT coalesce(max(id), 0) FROM procrastinate_jobs"
REMAINING = (
    "SELECT count(*) FROM procrastinate_jobs WHERE id > %(floor)s AND status IN ('todo', 'doing')"
)


def build(uri, on_job=None, pool=1):
    app = procrastinate.App(
        connector=procrastinate.PsycopgConnector(conninfo=uri, min_size=pool, max_size=pool)
    )

    @app.task(name="noop", queue="bench")
    async def noop(i, to, note):
        on_job(i)

    return app, noop


async def setup(uri):
    app, _ = build(uri)
    async with app.open_async():
        await app.schema_manager.apply_schema_async()


class Producer:
    def __init__(self, task):
        self.task = task

    async def one(self, p):
        await self.task.defer_async(**p)

    async def many(self, payloads):
        step = TUNING["chunk"]
        for at in range(0, len(payloads), step):
            await self.task.batch_defer_async(*payloads[at : at + step])


@asynccontextmanager
async def producer(uri):
    app, task = build(uri)
    async with app.open_async():
        yield Producer(task)


@asynccontextmanager
async def worker(uri, on_job):
    app, _ = build(uri, on_job, TUNING["pool"])
    async with app.open_async():
        run = asyncio.create_task(
            app.run_worker_async(
                queues=["bench"], concurrency=TUNING["concurrency"], install_signal_handlers=False
            )
        )
        yield
        run.cancel()
