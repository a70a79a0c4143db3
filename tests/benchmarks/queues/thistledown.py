"""Our own outbox as a peer: what a program that uses it would write, and nothing faster.

The payload has the size of everybody's. Its `to` ends in `.example.org` where the others have an
address: a payload of ours may not hold one. Every job has a dedup key, as those of the reference
have.

It asks for nothing but `shared` on the path and psycopg, so it can be dropped into another harness
with the same interface.
"""

import asyncio
import json
import os
import sys
import traceback
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import psycopg

from shared import outbox, tx

TUNING = {
    "concurrency": 8,  # what a worker has by itself
    **json.loads(os.environ.get("PEERBENCH_TUNING", "{}")),
}

LABEL = "thistledown"
BULK = "enqueue_many"
SETTING = f"concurrency={TUNING['concurrency']}"
IMPORT = "from shared import outbox, tx; outbox.serve"

RESET = "truncate background_jobs, job_attempts restart identity cascade"
SEED = """
    insert into background_jobs (queue, kind, payload, dedup_key, status, attempts, run_at,
                                 started_at, finished_at)
    select 'bulk', 'bench.noop',
           jsonb_build_object('i', i, 'to', 'reader-' || lpad(i::text, 7, '0') || '.example.org',
                              'note', 'why-we-garden'),
           '{prefix}' || i, {ended}
      from generate_series(0, %(n)s - 1) as i
"""
FUTURE = SEED.format(
    prefix="later:",
    ended="'pending', 0, now() + interval '1 day' + i * interval '1 second', null, null",
)
FINISHED = SEED.format(
    prefix="old:", ended="'succeeded', 1, now() - interval '1 hour', now(), now()"
)
FLOOR = "select coalesce(max(id), 0) from background_jobs"
REMAINING = """
    select count(*) from background_jobs
     where id > %(floor)s and status in ('pending', 'running')
"""

# What a worker needs is loaded when its name is first asked for: as any other's, before it starts.
SERVE = outbox.serve

MIGRATIONS = Path(outbox.__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Noop:
    """A job that does nothing."""

    kind: ClassVar[str] = "bench.noop"
    queue: ClassVar[str] = "bulk"

    i: int
    to: str
    note: str


async def setup(uri):
    with psycopg.connect(uri, autocommit=True) as connection:
        for path in sorted(MIGRATIONS.glob("*.sql")):
            connection.execute(path.read_bytes())


def job(payload):
    return Noop(payload["i"], payload["to"].replace("@", "."), payload["note"])


class Producer:
    async def one(self, payload):
        await outbox.enqueue_alone(job(payload), dedup_key=f"job:{payload['i']}")

    async def one_and_wake(self, payload):
        await outbox.enqueue_alone(job(payload), dedup_key=f"job:{payload['i']}", wake=True)

    async def many(self, payloads):
        async with tx.run():
            await outbox.enqueue_many((f"job:{p['i']}", job(p)) for p in payloads)


@asynccontextmanager
async def using(uri):
    pool = tx.Pool(uri)
    tx.use(pool)
    try:
        yield
    finally:
        await pool.close()
        tx.use(None)


@asynccontextmanager
async def producer(uri):
    async with using(uri):
        yield Producer()


def fail_aloud(working):
    """End the process when its worker dies: whoever counts its jobs would wait for ever."""
    if not working.cancelled() and (error := working.exception()) is not None:
        traceback.print_exception(error)
        sys.stderr.flush()
        os._exit(1)


@asynccontextmanager
async def worker(uri, on_job):
    async def noop(job):
        on_job(job.i)

    async with using(uri):
        stopping = asyncio.Event()
        handlers = outbox.Handlers([outbox.Handler(Noop, noop)])
        working = asyncio.create_task(SERVE(handlers, stopping, concurrency=TUNING["concurrency"]))
        working.add_done_callback(fail_aloud)
        try:
            yield
        finally:
            stopping.set()
            await asyncio.wait([working])
