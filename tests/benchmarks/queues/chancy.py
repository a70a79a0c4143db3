"""chancy; its worker also starts processes for a queue of its own."""

import logging
from contextlib import asynccontextmanager

from chancy import Chancy, Queue, Worker, job

from tests.benchmarks.queues.harness.peers import tuned

LABEL = "chancy"
BULK = "push_many(batch_size=1000)"
IMPORT = "from chancy import Chancy, Queue, Worker, job; import chancy.executors.asyncex"
TUNING = tuned({"concurrency": 1000, "outgoing": 0.1})
QUEUE_SETTINGS_IN_DATABASE = True  # setup() must run again after a change of TUNING
SETTING = f"Async executor, concurrency={TUNING['concurrency']}, eager_polling"

RESET = "TRUNCATE chancy_jobs"
SEED = """
INSERT INTO chancy_jobs (id, queue, func, kwargs, max_attempts, state, scheduled_at{more})
SELECT uuidv7(), 'bench', 'tests.benchmarks.queues.chancy.noop',
       '{{"i": 0, "to": "reader@example.org", "note": "n"}}',
       1, '{state}', now() + {due}{values}
FROM generate_series(1, %(n)s) AS i
"""
FUTURE = SEED.format(
    state="pending", due="interval '1 day' + i * interval '1 second'", more="", values=""
)
FINISHED = SEED.format(
    state="succeeded",
    due="interval '-1 second'",
    more=", attempts, completed_at",
    values=", 1, now()",
)
FLOOR = (
    "SELECT coalesce((SELECT id FROM chancy_jobs ORDER BY id DESC LIMIT 1),"
    " '00000000-0000-0000-0000-000000000000'::uuid)"
)
REMAINING = (
    "SELECT count(*) FROM chancy_jobs WHERE id > %(floor)s"
    " AND state IN ('pending', 'running', 'retrying')"
)

_on_job = None


@job(queue="bench")
async def noop(*, i: int, to: str, note: str):
    _on_job(i)


def build(uri):
    log = logging.getLogger("chancy")
    log.setLevel(logging.WARNING)
    return Chancy(uri, log=log)


async def setup(uri):
    async with build(uri) as chancy:
        await chancy.migrate()
        await chancy.declare(
            Queue(
                "bench",
                concurrency=TUNING["concurrency"],
                executor=Chancy.Executor.Async,
                eager_polling=True,
            ),
            upsert=True,
        )


class Producer:
    def __init__(self, chancy):
        self.chancy = chancy

    async def one(self, p):
        await self.chancy.push(noop.job.with_kwargs(**p))

    async def many(self, payloads):
        async for _ in self.chancy.push_many([noop.job.with_kwargs(**p) for p in payloads]):
            pass


@asynccontextmanager
async def producer(uri):
    async with build(uri) as chancy:
        yield Producer(chancy)


@asynccontextmanager
async def worker(uri, on_job):
    global _on_job
    _on_job = on_job
    async with build(uri) as chancy:
        w = Worker(chancy, register_signal_handlers=False)
        w.send_outgoing_interval = TUNING["outgoing"]
        async with w:
            yield
