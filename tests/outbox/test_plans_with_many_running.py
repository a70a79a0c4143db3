"""Hundreds of thousands run at once, of which the planner has no idea: ends find their own rows.

The statistics are of a moment at which nothing ran, as those of an idle night are: the planner
takes the index of the leases for empty, and whatever it may look up there it reads in full. Or they
are of a table that was emptied and kept its pages, as after a prune: it takes all of it for empty.
"""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest

from shared.outbox import HOLDS_LEASE
from shared.outbox.ended import Ended
from shared.outbox.job import Running
from shared.outbox.ladder import JITTER, LADDER_SECONDS, MAX_ATTEMPTS
from shared.outbox.office.live_jobs import CANCEL
from shared.outbox.worker.ack import (
    ACK_HEAD,
    ACK_TAIL,
    PASSING_LOCKED,
    STILL_HELD,
    WAITING,
    columns,
)
from shared.outbox.worker.due import NEXT_DUE
from shared.outbox.worker.keeper import KEEP
from shared.outbox.worker.recovery import EFFECTS
from shared.outbox.worker.successes import OF_MANY_LEASES, OF_ONE_LEASE
from shared.outbox.worker.sweeping import SWEEP
from tests.support.jobs import LEASE

FINISHED, RUNNING, EXPIRED = 800_000, 200_000, 2000
LEASE_ID = UUID(int=1)

FILL = f"""
    alter table background_jobs set (autovacuum_enabled = off);
    insert into background_jobs (queue, kind, status, attempts, started_at, finished_at)
    select 'bulk', 'test.water', 'succeeded', 1, now(), now() from generate_series(1, {FINISHED});
    insert into background_jobs (queue, kind)
    select 'bulk', 'test.water' from generate_series(1, {RUNNING});
    analyze background_jobs;
    update background_jobs
       set status = 'running', attempts = 1, started_at = now(), lease_id = '{LEASE_ID}',
           leased_until = now() + case when id % {RUNNING // EXPIRED} = 0 then interval '-1 min'
                                       else interval '1 h' end
     where status = 'pending'
"""

# What a vacuum of the emptied table writes down, whose pages it could not give back.
EMPTIED = """
    update pg_class
       set reltuples = 0
     where oid = 'background_jobs'::regclass
        or oid in (select indexrelid from pg_index where indrelid = 'background_jobs'::regclass);
    delete from pg_statistic where starelid = 'background_jobs'::regclass
"""

Values = dict[str, Any]


@pytest.fixture(scope="module")
def jobs(cluster) -> Iterator[str]:
    """A million jobs, of which a fifth run."""
    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(FILL)
        yield url


@pytest.fixture(params=["an idle night", "an emptied table"])
def crowd(jobs, request) -> Iterator[psycopg.Connection]:
    """A transaction that believes what the planner believed at that moment."""
    with psycopg.connect(jobs, prepare_threshold=None) as connection:
        if request.param == "an emptied table":
            connection.execute(EMPTIED)
        yield connection
        connection.rollback()


def some(number: int) -> list[int]:
    """The ids of some that run and have not expired, all over the table."""
    return [FINISHED + 1 + 100 * n for n in range(number)]


def ends(number: int) -> Values:
    return columns(
        [
            Ended(Running(job, "test.water", "bulk", "{}", 1, LEASE_ID, None), "failed", error="X")
            for job in some(number)
        ],
        None,
    )


def leases(number: int) -> Values:
    return {"ids": some(number), "leases": [LEASE_ID] * number}


STATEMENTS: dict[str, tuple[str, Any]] = {
    "ack": (ACK_HEAD + PASSING_LOCKED + ACK_TAIL, ends),
    "ack in a transaction": (ACK_HEAD + WAITING + ACK_TAIL, ends),
    "still held": (STILL_HELD, leases),
    "succeed": (
        OF_ONE_LEASE,
        lambda number: {**leases(number), "lease": LEASE_ID, "number": number, "now": None},
    ),
    "succeed with many leases": (
        OF_MANY_LEASES,
        lambda number: {**leases(number), "number": number, "now": None},
    ),
    "keep": (
        KEEP,
        lambda number: {
            **leases(number),
            "renews": [True] * number,
            "lease": LEASE,
            "now": None,
        },
    ),
    "effects": (
        EFFECTS,
        lambda number: {
            **leases(number),
            "attempts": [1] * number,
            "outcomes": ["failed"] * number,
        },
    ),
    "holds a lease": (
        "select where" + HOLDS_LEASE,
        lambda number: {
            "leased_job": some(1)[0],
            "lease": LEASE_ID,
            "lease_needs": timedelta(seconds=1),
        },
    ),
    "cancel": (CANCEL, lambda number: {"id": some(1)[0], "dedup_key": None}),
}


def plan_of(connection: psycopg.Connection, statement: Any, values: Values) -> dict[str, Any]:
    """Run a statement without a name, as a pool without prepared statements does."""
    found = connection.execute(
        "explain (analyze, buffers, format json) " + statement, values
    ).fetchone()
    assert found is not None
    return found[0][0]["Plan"]


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


def scans(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """Where the table is read, by whatever index or by none."""
    return [
        node
        for node in nodes(plan)
        if (
            node.get("Relation Name") == "background_jobs"
            or node.get("Index Name", "").startswith("background_jobs")
        )
        and node["Node Type"] != "ModifyTable"
    ]


@pytest.mark.parametrize("number", [1, 8, 1000])
@pytest.mark.parametrize("name", STATEMENTS)
def test_what_ends_or_keeps_an_attempt_finds_it_by_its_id(crowd, name, number):
    statement, values = STATEMENTS[name]
    plan = plan_of(crowd, statement, values(number))
    found = scans(plan)

    assert found
    assert {node.get("Index Name", node["Node Type"]) for node in found} <= {
        "background_jobs_pkey",
        "background_jobs_dedup",
        "Tid Scan",
        "Bitmap Heap Scan",  # by one of these indexes: a node of its own
    }, json.dumps(plan, indent=1)
    assert plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] < 1000 + 50 * number


def test_the_sweep_reads_a_thousand_leases_and_changes_those_jobs_in_their_places(crowd):
    plan = plan_of(
        crowd,
        SWEEP,
        {
            "now": None,
            "ladder": LADDER_SECONDS,
            "jitter": JITTER,
            "max_attempts": MAX_ATTEMPTS,
            "error": "",
        },
    )
    expired, of_the_update = scans(plan)

    assert expired["Index Name"] == "background_jobs_leases"
    assert expired["Actual Rows"] == 1000, json.dumps(plan, indent=1)
    assert of_the_update["Node Type"] == "Tid Scan"
    assert of_the_update["Actual Loops"] == 1000


def test_when_a_worker_is_needed_next_is_one_look_at_the_leases(crowd):
    plan = plan_of(crowd, NEXT_DUE, {"queues": ["interactive", "bulk"]})
    [of_leases] = [
        node for node in scans(plan) if node.get("Index Name") == "background_jobs_leases"
    ]

    assert of_leases["Actual Rows"] == 1
