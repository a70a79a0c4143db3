"""Oban for Python, which needs 3.12."""

from contextlib import asynccontextmanager

from oban import Oban
from oban import worker as oban_worker
from oban.schema import install

from tests.benchmarks.queues.harness.peers import tuned

LABEL = "oban (Python)"
BULK = "enqueue_many"
IMPORT = "import oban"
TUNING = tuned({"limit": 300})
SETTING = f"queue limit={TUNING['limit']}"

RESET = "TRUNCATE oban_jobs RESTART IDENTITY"
SEED = """
INSERT INTO oban_jobs (queue, worker, args, state, scheduled_at, attempt, attempted_at,
                       completed_at)
SELECT 'bench', 'tests.benchmarks.queues.oban.Noop',
       '{{"i": 0, "to": "reader@example.org"}}', '{state}',
       timezone('UTC', now()) + {due}, {done}
FROM generate_series(1, %(n)s) AS i
"""
FUTURE = SEED.format(
    state="scheduled", due="interval '1 day' + i * interval '1 second'", done="0, NULL, NULL"
)
FINISHED = SEED.format(
    state="completed",
    due="interval '-1 second'",
    done="1, timezone('UTC', now()), timezone('UTC', now())",
)
FLOOR = "SELECT coalesce(max(id), 0) FROM oban_jobs"
REMAINING = (
    "SELECT count(*) FROM oban_jobs WHERE id > %(floor)s"
    " AND state IN ('available', 'executing', 'retryable')"
)

_on_job = None


@oban_worker(queue="bench")
class Noop:
    async def process(self, job):
        _on_job(job.args["i"])


async def setup(uri):
    pool = await Oban.create_pool(dsn=uri, min_size=1, max_size=1)
    await install(pool)
    await pool.close()


class Producer:
    def __init__(self, oban):
        self.oban = oban

    async def one(self, p):
        await self.oban.enqueue(Noop.new(p))

    async def many(self, payloads):
        await self.oban.enqueue_many([Noop.new(p) for p in payloads])


@asynccontextmanager
async def producer(uri):
    pool = await Oban.create_pool(dsn=uri, min_size=1, max_size=2)
    yield Producer(Oban(pool=pool))
    await pool.close()


@asynccontextmanager
async def worker(uri, on_job):
    global _on_job
    _on_job = on_job
    pool = await Oban.create_pool(dsn=uri, min_size=1, max_size=10)
    async with Oban(pool=pool, queues={"bench": TUNING["limit"]}):
        yield
