"""Drain 20,000 due jobs that do nothing: what the outbox costs around a handler."""

import psycopg
import pytest

from shared import outbox
from tests.support import jobs
from tests.support.ratio import by_turns, compared, timed

pytestmark = pytest.mark.benchmark

JOBS = 20_000
BATCH = 1000

FILL = """
    truncate background_jobs, job_attempts cascade;
    insert into background_jobs (queue, kind, payload, dedup_key)
    select 'bulk', 'test.water', jsonb_build_object('plant', n), 'water-' || n
      from generate_series(1, %(jobs)s) n
"""

CLAIM = """
    with due as (
        select id from background_jobs
         where status = 'pending' and queue = 'bulk' and run_at <= (select clock_timestamp())
         order by run_at, id
         limit %(limit)s
           for update skip locked)
    update background_jobs job
       set status = 'running', attempts = attempts + 1, lease_id = gen_random_uuid(),
           started_at = clock_timestamp(), leased_until = clock_timestamp() + interval '120 s'
      from due
     where job.id = due.id
    returning job.id, job.payload, job.lease_id
"""

ACK = """
    update background_jobs job
       set status = 'succeeded', lease_id = null, leased_until = null,
           finished_at = clock_timestamp()
      from unnest(%(ids)s::bigint[], %(leases)s::uuid[]) as mine (id, lease_id)
     where job.id = mine.id and job.lease_id = mine.lease_id and job.status = 'running'
"""


def fill(db):
    with db.cursor(binary=False) as cursor:
        psycopg.ClientCursor(db).execute(FILL, {"jobs": JOBS})
        cursor.execute("vacuum analyze background_jobs")
        cursor.execute("checkpoint")


def loop(url: str) -> None:
    """Claim a batch, acknowledge it, and so on until nothing is due."""
    with psycopg.connect(url, autocommit=True, prepare_threshold=None) as connection:
        while claimed := connection.execute(CLAIM, {"limit": BATCH}).fetchall():
            ids = [job_id for job_id, _, _ in claimed]
            leases = [lease for _, _, lease in claimed]
            connection.execute(ACK, {"ids": ids, "leases": leases})


def test_a_tick_drains_jobs_nearly_as_fast_as_a_bare_loop(database, db):
    def floor():
        fill(db)
        return timed(lambda: loop(database))

    def ours():
        fill(db)
        return timed(lambda: jobs.on(database, tick))

    async def tick():
        report = await outbox.tick(jobs.handlers(), budget=600, lease=1200)
        assert report.succeeded == JOBS

    costs = by_turns(3, floor, ours)

    done = db.execute("select count(*) from background_jobs where status = 'succeeded'").fetchone()
    assert done["count"] == JOBS
    wall, cpu = compared(costs), compared(costs, "cpu")
    print(f"\ntick: {JOBS:,} no-op jobs, {BATCH} at a time: {wall.per_second(JOBS)}")
    print(f"tick: of this process's own work {cpu}")
