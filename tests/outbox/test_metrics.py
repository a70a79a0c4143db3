"""The queue in numbers, read back by Prometheus's own parser."""

import json
from dataclasses import asdict
from typing import Any

import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from shared import outbox
from shared.outbox.showing import metrics
from shared.outbox.showing.counts import LIVE, WAITING_QUEUES
from tests.support.dead import die
from tests.support.jobs import Pick, Water, claim_one, enqueue, expire, handlers, on


def measured(database):
    """Return every sample, by name and labels."""
    text = outbox.prometheus(on(database, outbox.summary))
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def labels(**given):
    return tuple(sorted(given.items()))


def test_an_empty_queue_counts_nothing(database, db):
    found = measured(database)

    for name in ("pending", "running", "dead", "expired_leases"):
        assert found[(f"outbox_{name}",)] == 0
    assert ("outbox_last_tick_age_seconds",) not in found


def test_live_jobs_are_counted_by_queue_kind_and_status(database, db):
    async def story():
        for _ in range(3):
            await enqueue(Water())
        await enqueue(Pick())
        await outbox.tick(handlers())
        await enqueue(Water())
        await enqueue(Water())
        await enqueue(Pick())
        await claim_one()

    on(database, story)
    die(db, 4)
    db.execute(
        "update background_jobs set run_at = run_at - interval '90 s' where status = 'pending'"
    )
    found = measured(database)
    water = {"queue": "bulk", "kind": "test.water"}

    assert found["outbox_jobs", *labels(**water, status="pending")] == 2
    assert found["outbox_jobs", *labels(**water, status="dead")] == 4
    assert found["outbox_due", *labels(**water)] == 2
    assert 90 <= found["outbox_oldest_due_seconds", *labels(queue="bulk")] < 150
    assert found["outbox_running",] == 1
    assert found["outbox_dead",] == 4
    assert not [key for key in found if ("status", "succeeded") in key]


def test_a_job_of_the_future_is_not_due(database, db):
    on(database, lambda: enqueue(Water()))
    db.execute("update background_jobs set run_at = run_at + interval '1 h'")
    found = measured(database)

    assert found["outbox_due", *labels(queue="bulk", kind="test.water")] == 0
    assert found["outbox_oldest_due_seconds", *labels(queue="bulk")] == 0


def test_what_holds_back_and_what_is_late_is_there(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        await outbox.tick(handlers())
        await outbox.pause(kind="test.pick")
        await outbox.pause(everything=True)
        return job

    expire(db, on(database, story))
    db.execute("insert into background_jobs (kind, held_by) values ('test.pick', 'kind:test.pick')")
    db.execute(
        "insert into job_breakers (breaker, status) values ('well', 'open'), ('x', 'closed')"
    )
    found = measured(database)

    assert found["outbox_held", *labels(held_by="kind:test.pick")] == 1
    assert found["outbox_paused", *labels(gate="kind", name="test.pick")] == 1
    assert found["outbox_paused", *labels(gate="everything", name="")] == 1
    assert found["outbox_breaker_open", *labels(breaker="well")] == 1
    assert found["outbox_breaker_open", *labels(breaker="x")] == 0
    assert found["outbox_expired_leases",] == 1


def test_f26_the_age_of_an_old_snapshot_is_measured(database, db):
    with psycopg.connect(database) as reader:
        reader.execute("set transaction isolation level repeatable read")
        reader.execute("select 1 from background_jobs")
        reader.execute("select pg_sleep(0.3)")
        held = measured(database)["outbox_oldest_snapshot_seconds",]

    assert held >= 0.3


def test_any_name_is_escaped_and_no_address_is_a_label(database, db):
    strange = 'a"b\\c\nd'
    db.execute("insert into background_jobs (kind) values (%s)", (strange,))
    db.execute("insert into background_jobs (kind) values ('mail to ada@example.org')")
    found = measured(database)

    assert found["outbox_jobs", *labels(queue="bulk", kind=strange, status="pending")] == 1
    assert "ada@example.org" not in str(found)


def test_every_metric_says_what_it_is_and_ends_its_line(database, db):
    text = outbox.prometheus(on(database, outbox.summary))
    families = list(text_string_to_metric_families(text))

    assert text.endswith("\n")
    assert {family.type for family in families} == {"gauge"}
    assert all(family.documentation.endswith(".") for family in families)
    assert text.count("# HELP ") == text.count("# TYPE ") == len(families) == 12


def test_the_summary_is_json_as_it_is(database, db):
    die(db, 2)
    told = json.loads(json.dumps(asdict(on(database, outbox.summary)), default=str))

    assert told["dead"] == 2
    assert told["jobs"] == [
        {"queue": "bulk", "kind": "test.water", "status": "dead", "jobs": 2, "due": 0}
    ]


@pytest.fixture
def large(cluster):
    """A database of its own, since it is a large one."""
    with cluster.fresh_database() as url:
        yield url


def test_no_finished_job_is_read_for_it(large):
    with psycopg.connect(large, autocommit=True) as db:
        db.execute(
            "insert into background_jobs (kind, status, finished_at)"
            " select 'a', 'succeeded', now() from generate_series(1, 500000)"
        )
        db.execute("insert into background_jobs (kind) select 'a' from generate_series(1, 3000)")
        db.execute("vacuum analyze background_jobs")
        for statement in (LIVE + metrics.BY_QUEUE, WAITING_QUEUES + metrics.OLDEST, metrics.SIGNS):
            [plan] = db.execute("explain (analyze, buffers, format json) " + statement).fetchone()
            whole = plan[0]["Plan"]
            kinds = {node["Node Type"] for node in nodes(whole) if is_jobs(node)}

            assert "Seq Scan" not in kinds
            assert whole["Shared Hit Blocks"] + whole["Shared Read Blocks"] < 1000


def nodes(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(deep for inner in plan.get("Plans", []) for deep in nodes(inner))]


def is_jobs(node: dict[str, Any]) -> bool:
    return node.get("Relation Name") == "background_jobs"
