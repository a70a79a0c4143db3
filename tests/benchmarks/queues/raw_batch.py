"""The reference: the same shape of table in batches of 1,000, no library and no handler.

One connection that sends one statement after the other. It is a measure, no ceiling: COPY is faster
than its W2, and who overlaps two connections can be faster than its W3.
"""

import threading
from contextlib import asynccontextmanager

import psycopg
from psycopg.types.json import Jsonb

from tests.benchmarks.queues.harness.peers import tuned

LABEL = "raw SQL, batched (the measure)"
BULK = "insert ... select generate_series"
IMPORT = "import psycopg"
TUNING = tuned({"batch": 1000})
SETTING = f"claim {TUNING['batch']}, complete {TUNING['batch']}"

SCHEMA = """
    create table jobs (
        id bigint generated always as identity primary key,
        kind text not null,
        payload jsonb not null,
        status text not null default 'pending',
        run_at timestamptz not null default now(),
        attempts int not null default 0,
        dedup_key text
    );
    create unique index jobs_dedup on jobs (dedup_key) where status in ('pending', 'running');
    create index jobs_due on jobs (run_at) where status = 'pending';
"""
RESET = "truncate jobs restart identity"
SEED = """
    insert into jobs (kind, payload, status, run_at, dedup_key)
    select 'noop',
           jsonb_build_object('i', i, 'to', 'reader-' || lpad(i::text, 7, '0') || '@example.org',
                              'note', 'why-we-garden'),
           '{status}', now() + {due}, '{prefix}' || i
      from generate_series(0, %(n)s - 1) as i
"""
FUTURE = SEED.format(
    status="pending", due="interval '1 day' + i * interval '1 second'", prefix="later:"
)
FINISHED = SEED.format(status="done", due="interval '-1 hour'", prefix="old:")
FLOOR = "select coalesce(max(id), 0) from jobs"
REMAINING = "select count(*) from jobs where id > %(floor)s and status in ('pending', 'running')"

INSERT = "insert into jobs (kind, payload, dedup_key) values ('noop', %s, %s)"
INSERT_AND_WAKE = f"with j as ({INSERT} returning id) select pg_notify('jobs', '') from j"
CLAIM = """
    update jobs set status = 'running', attempts = attempts + 1
     where id in (select id from jobs where status = 'pending' and run_at <= now()
                   order by run_at limit %s for update skip locked)
    returning id, kind, payload
"""
COMPLETE = "update jobs set status = 'done' where id = any(%s)"


async def setup(uri):
    with psycopg.connect(uri, autocommit=True) as conn:
        conn.execute(SCHEMA)


class Producer:
    def __init__(self, conn):
        self.conn = conn

    async def one(self, p):
        self.conn.execute(INSERT, (Jsonb(p), f"job:{p['i']}"), prepare=True)

    async def one_and_wake(self, p):
        self.conn.execute(INSERT_AND_WAKE, (Jsonb(p), f"job:{p['i']}"), prepare=True)

    async def many(self, payloads):
        now = SEED.format(status="pending", due="interval '0'", prefix="job:")
        self.conn.execute(now, {"n": len(payloads)})


@asynccontextmanager
async def producer(uri):
    with psycopg.connect(uri, autocommit=True) as conn:
        yield Producer(conn)


def loop(uri, on_job, batch):
    conn = psycopg.connect(uri, autocommit=True)
    conn.execute("listen jobs")
    while True:
        rows = conn.execute(CLAIM, (batch,), prepare=True).fetchall()
        if not rows:
            list(conn.notifies(timeout=5, stop_after=1))
            continue
        for _, _, p in rows:
            on_job(p["i"])
        conn.execute(COMPLETE, ([row[0] for row in rows],), prepare=True)


@asynccontextmanager
async def worker(uri, on_job, batch=TUNING["batch"]):
    threading.Thread(target=loop, args=(uri, on_job, batch), daemon=True).start()
    yield
