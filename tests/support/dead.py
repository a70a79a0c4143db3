"""Dead letters that tests need by the dozen or the hundred thousand, without their lives."""

import psycopg
from psycopg.rows import DictRow

DIE = """
    with dead as (
        insert into background_jobs (queue, kind, payload, status, attempts, dedup_key, run_at,
                                     created_at, started_at, finished_at)
        select 'bulk', %(kind)s, jsonb_build_object('plant', n), 'dead', 7,
               case when %(key)s::text is null then null else %(key)s || n end,
               clock_timestamp() - interval '2 h', clock_timestamp() - interval '2 days',
               clock_timestamp() - interval '2 h',
               clock_timestamp() - interval '1 h' + n * interval '1 ms'
          from generate_series(1, %(count)s) as n
        returning id, started_at, finished_at
    )
    insert into job_attempts
           (job_id, attempt, outcome, started_at, finished_at, error, fingerprint)
    select id, attempt, 'failed', started_at, finished_at, replace(%(error)s, '#', id::text),
           %(fingerprint)s
      from dead cross join generate_series(1, %(attempts)s) as attempt
     order by attempt, id
"""


def die(
    db: psycopg.Connection[DictRow],
    count: int = 1,
    *,
    kind: str = "test.water",
    error: str = "ConnectionRefusedError (well.py:12)",
    fingerprint: str | None = None,
    key: str | None = None,
    attempts: int = 7,
) -> list[int]:
    """Add dead letters that failed in one way, a `#` in the error being the job's id."""
    before = db.execute("select coalesce(max(id), 0) as id from background_jobs").fetchone()
    values = {"kind": kind, "count": count, "error": error, "fingerprint": fingerprint}
    db.execute(DIE, {**values, "key": key, "attempts": attempts})
    found = db.execute(
        "select id from background_jobs where id > %s order by id", (before["id"] if before else 0,)
    )
    return [row["id"] for row in found]
