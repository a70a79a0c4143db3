"""What is looked at often reads live jobs and dead letters, never the half million finished."""

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from shared.outbox.office.grouping import GROUPS
from shared.outbox.showing import counts
from shared.outbox.showing.inspect import HISTORY, JOBS

FILL = """
    insert into background_jobs (queue, kind, status, run_at, started_at, finished_at)
    select 'bulk', 'test.water', 'succeeded', clock_timestamp() - interval '1 day', now(), now()
      from generate_series(1, 500000);
    insert into background_jobs (queue, kind, status, attempts, run_at, held_by, finished_at)
    select 'bulk', 'test.water', case when n % 10 = 0 then 'dead' else 'pending' end, n % 3,
           clock_timestamp() + n * interval '1 s',
           case when n % 10 = 1 then 'kind:test.water' end,
           case when n % 10 = 0 then now() end
      from generate_series(1, 5000) as n;
    insert into job_attempts (job_id, attempt, outcome, error)
    select id, 1, 'failed', 'Boom (bed.py:3)' from background_jobs where status <> 'succeeded'
"""

DEAD = {"id": None, "status": "dead", "kind": None, "after": None, "limit": 100}


@pytest.fixture(scope="module")
def large(cluster) -> Iterator[str]:
    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            # what is not flushed is not yet visible to all, and would be looked up in the table
            connection.execute("set synchronous_commit = on")
            connection.execute(FILL)
            connection.execute("vacuum analyze background_jobs")
            connection.execute("vacuum analyze job_attempts")
        yield url


def plan_of(url: str, statement: Any, values: dict[str, object]) -> dict[str, Any]:
    with psycopg.connect(url, prepare_threshold=None) as connection:
        found = connection.execute(
            "explain (analyze, buffers, format json) " + statement, values
        ).fetchone()
        connection.rollback()
    assert found is not None
    return found[0][0]["Plan"]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


@pytest.mark.parametrize(
    ("statement", "values"),
    [
        (counts.LIVE + counts.BY_KIND, {}),
        (counts.HELD, {}),
        (counts.FAILING, {}),
        (GROUPS, {}),
        (JOBS, DEAD),
        (JOBS, {**DEAD, "after": 504_000}),
        (JOBS, {**DEAD, "kind": "test.water"}),
        (JOBS, {**DEAD, "status": "pending"}),
        (JOBS, {**DEAD, "status": None, "after": 250_000}),
        (HISTORY, {"id": 500_010, "after": 0, "limit": 1000}),
    ],
    ids=["waiting", "held", "failing", "groups", "dead", "page", "kind", "pending", "all", "one"],
)
def test_no_finished_job_is_read(large, statement, values):
    plan = plan_of(large, statement, values)
    scanned = [node for node in nodes(plan) if node.get("Relation Name") == "background_jobs"]

    assert [node for node in scanned if node["Node Type"] == "Seq Scan"] == []
    assert sum(node.get("Rows Removed by Filter", 0) for node in scanned) < 6000, json.dumps(plan)
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 40_000


def test_held_jobs_are_counted_in_their_index_alone(large):
    plan = plan_of(large, counts.HELD, {})
    [scan] = [node for node in nodes(plan) if node.get("Relation Name") == "background_jobs"]

    assert scan["Node Type"] == "Index Only Scan"
    assert scan["Index Name"] == "background_jobs_held"
    assert scan["Heap Fetches"] == 0
