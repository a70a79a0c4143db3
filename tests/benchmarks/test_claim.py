"""Claim 50 jobs beside 500,000 of the future and 200,000 of the past, or beside none."""

import asyncio

import psycopg
import pytest

from shared import tx
from tests.support.jobs import LEASE, claim
from tests.support.ratio import by_turns, compared, timed

pytestmark = pytest.mark.benchmark

AT_ONCE = 50
ROUNDS = 300

DUE = """
    insert into background_jobs (queue, kind, payload, dedup_key, run_at)
    select 'bulk', 'test.water', jsonb_build_object('plant', n), 'due-' || n,
           clock_timestamp() - interval '1 hour' * random()
      from generate_series(1, 20000) n
"""

CROWD = """
    insert into background_jobs
           (queue, kind, payload, dedup_key, status, attempts, run_at, finished_at)
    select 'bulk', 'test.water', jsonb_build_object('plant', n), 'future-' || n,
           'pending', 0, clock_timestamp() + interval '1 day' * random(), null
      from generate_series(1, 500000) n
     union all
    select 'bulk', 'test.water', jsonb_build_object('plant', n), 'past-' || n,
           'succeeded', 1, clock_timestamp() - interval '1 day' * random(), now()
      from generate_series(1, 200000) n
"""


def filled(url: str, *statements: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in (*statements, "vacuum analyze background_jobs", "checkpoint"):
            connection.execute(statement)
    return url


def test_a_claim_does_not_feel_the_crowd(cluster):
    with (
        cluster.fresh_database() as empty,
        cluster.fresh_database() as crowded,
        asyncio.Runner() as runner,
    ):
        pools = [tx.Pool(filled(empty, DUE)), tx.Pool(filled(crowded, CROWD, DUE))]

        def claiming(pool):
            async def claim_some():
                claimed = await claim(AT_ONCE, lease=LEASE)
                assert len(claimed) == AT_ONCE

            def once():
                tx.use(pool)
                return timed(lambda: runner.run(claim_some()))

            return once

        floor, ours = map(claiming, pools)
        floor(), ours()
        wall = compared(by_turns(ROUNDS, floor, ours))
        tx.use(None)
        for pool in pools:
            runner.run(pool.close())

    print(f"\nclaim of {AT_ONCE} in the crowd: {wall.per_second(1)}")
