"""Fill a database with a million due jobs beside ten million finished ones."""

import psycopg

IN_ORDER, SCATTERED, FINISHED, CHUNK = 800_000, 200_000, 10_000_000, 1_000_000

FILL_FINISHED = """
    insert into background_jobs (queue, kind, payload, dedup_key, status, attempts,
                                 run_at, created_at, started_at, finished_at)
    select 'bulk', 'test.water', jsonb_build_object('plant', n), 'past-' || n, 'succeeded', 1,
           ended, ended, ended, ended
      from generate_series(%(first)s::int, %(last)s::int) as n
     cross join lateral (select now() - interval '200 days' * (1 - n / %(of)s::float8) as ended)
"""

FILL_IN_ORDER = """
    insert into background_jobs (queue, kind, payload, dedup_key, run_at)
    select 'bulk', 'test.water', jsonb_build_object('plant', n), 'due-' || n,
           now() - interval '1 hour' + n * interval '1 millisecond'
      from generate_series(1, %(jobs)s::int) as n
"""

FILL_SCATTERED = """
    insert into background_jobs (queue, kind, payload, dedup_key, run_at)
    select 'scattered', 'test.water', jsonb_build_object('plant', n), 'retried-' || n,
           now() - interval '1 hour' * random()
      from generate_series(1, %(jobs)s::int) as n
"""


def fill(url: str) -> str:
    """Fill it and say how large the table and its indexes are."""
    with psycopg.connect(url, autocommit=True) as db:
        for first in range(1, FINISHED, CHUNK):
            last = first + CHUNK - 1
            db.execute(FILL_FINISHED, {"first": first, "last": last, "of": FINISHED})
        db.execute("create table bare as select 0 as written")
        db.execute(FILL_IN_ORDER, {"jobs": IN_ORDER})
        db.execute(FILL_SCATTERED, {"jobs": SCATTERED})
        db.execute("vacuum analyze background_jobs")
        db.execute("checkpoint")
        size = db.execute("select pg_size_pretty(pg_total_relation_size('background_jobs'))")
        return size.fetchone()[0]
