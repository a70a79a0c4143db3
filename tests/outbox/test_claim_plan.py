"""The claim looks at what is due, not at everything that waits for the future."""

import json
from uuid import uuid4

import psycopg
import pytest

from shared.outbox.worker.claim import CLAIM, CLAIM_CLEAR
from tests.support.jobs import LEASE

FILL = """
    insert into background_jobs (queue, kind, status, run_at, finished_at)
    select 'bulk', 'test.water', 'pending', clock_timestamp() + interval '1 day' * random(), null
      from generate_series(1, 500000)
     union all
    select 'bulk', 'test.water', 'succeeded', clock_timestamp() - interval '1 day', now()
      from generate_series(1, 200000)
     union all
    select 'bulk', 'test.water', 'pending', clock_timestamp() - interval '1 s', null
      from generate_series(1, 100);
    analyze background_jobs
"""


@pytest.fixture
def database(cluster):
    """A database of its own, since it is a large one."""
    with cluster.fresh_database() as url:
        yield url


def nodes(plan):
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


def test_case_29_half_a_million_jobs_of_the_future_are_not_read(database, db):
    db.execute(FILL)
    # as the claim does it: without a name, so that the plan is made for these values
    with psycopg.connect(database, prepare_threshold=None) as connection:
        for statement in (CLAIM, CLAIM_CLEAR):
            found = connection.execute(
                "explain (analyze, buffers, format json) " + statement,
                {
                    "queues": ["interactive", "bulk"],
                    "limit": 8,
                    "allowed": 8,
                    "lease": LEASE,
                    "lease_id": uuid4(),
                    "now": None,
                },
            ).fetchone()
            connection.rollback()
            check(found[0][0]["Plan"])


def check(plan):
    scans = [node for node in nodes(plan) if node.get("Index Name") == "background_jobs_due"]
    assert scans, json.dumps(plan, indent=1)
    assert "run_at <=" in scans[0]["Index Cond"]
    assert not [node for node in nodes(plan) if node["Node Type"] == "Seq Scan" and is_jobs(node)]
    assert not [
        node for node in nodes(plan) if node["Node Type"] == "Sort" and node["Actual Rows"] > 8
    ]
    assert plan["Actual Rows"] == 8
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 500


def is_jobs(node):
    return node.get("Relation Name") == "background_jobs"
