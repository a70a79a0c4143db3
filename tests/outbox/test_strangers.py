"""Jobs that this process does not know or cannot read never block those that it can."""

from datetime import timedelta

import psycopg
import pytest

from shared import outbox
from shared.outbox.doctor import diagnose
from tests.support import figures
from tests.support.jobs import Pick, Water, enqueue, handlers, make_due, on, outcomes, row, state

OLD = outbox.Handlers([outbox.Handler(Pick, handlers().get("test.pick").work)])


def insert(db, payload, kind="test.water"):
    return db.execute(
        "insert into background_jobs (kind, payload) values (%s, %s::jsonb) returning id",
        (kind, payload),
    ).fetchone()["id"]


def test_case_26_c11_f23_an_unknown_kind_is_put_back_and_counted_and_burns_nothing(database, db):
    """A rolling deploy: the old process sees the new one's jobs."""

    async def story():
        job = await enqueue(Water())
        pick = await enqueue(Pick())
        for _ in range(10):
            make_due(db)
            report = await outbox.tick(OLD)
            assert (report.claimed - report.succeeded, report.unknown) == (1, 1)
            assert report.unknown_kinds == ["test.water"]
            assert state(db, job) == ("pending", 0)
        assert state(db, pick) == ("succeeded", 1)
        (wait,) = db.execute(
            "select run_at - clock_timestamp() as wait from background_jobs where id = %s", (job,)
        )
        assert timedelta(seconds=50) < wait["wait"] <= timedelta(seconds=60)
        make_due(db)
        assert (await outbox.tick(handlers())).succeeded == 1  # the new process is there
        return job

    job = on(database, story)

    assert state(db, job) == ("succeeded", 1)
    assert outcomes(db, job) == ["succeeded"]
    figures.record("F23", "10 ticks of the old worker: 0 attempts burned; then done once")


def test_an_unknown_kind_on_its_seventh_attempt_stays_alive(database, db):
    job = insert(db, "{}")
    db.execute("update background_jobs set attempts = 6")

    on(database, lambda: outbox.tick(OLD))

    assert state(db, job) == ("pending", 6)


HUGE = '{"plant": ' + "9" * 5000 + "}"  # more digits than Python reads
DEEP = "[" * 3000 + "]" * 3000


@pytest.mark.parametrize(
    ("payload", "error"),
    [
        ('{"plant": "one"}', "field 'plant' is not int"),
        ('{"plant": true}', "field 'plant' is not int"),
        ('{"plant": null}', "field 'plant' is not int"),
        ('{"plants": 1}', "unknown field 'plants'"),
        ("[1]", "not an object"),
        ("null", "not an object"),
        (HUGE, "not an object"),
        (DEEP, "not an object"),
    ],
)
def test_case_26_f24_a_payload_that_cannot_be_read_climbs_the_ladder_alone(
    database, db, payload, error
):
    async def story():
        neighbours = [await enqueue(Water(n)) for n in range(3)]
        for _ in range(7):
            make_due(db)
            report = await outbox.tick(handlers())
        assert report.dead == 1
        assert [state(db, one) for one in neighbours] == [("succeeded", 1)] * 3
        return (await outbox.jobs(job_id=job))[0]

    job = insert(db, payload)
    stored = on(database, story)

    assert state(db, job) == ("dead", 7)
    assert outcomes(db, job) == ["failed"] * 7
    assert error in stored.last_error
    assert stored.last_error.startswith("Undecodable")


def test_a_field_that_is_missing_is_named_and_one_with_a_default_is_not_needed(database, db):
    job = insert(db, "{}")

    report = on(database, lambda: outbox.tick(handlers()))

    assert report.succeeded == 1
    assert state(db, job) == ("succeeded", 1)


def test_a_time_that_python_cannot_read_never_gets_into_the_table(db):
    for never in ("infinity", "20000-01-01"):
        with pytest.raises(psycopg.errors.CheckViolation):
            db.execute(
                "insert into background_jobs (kind, run_at) values ('test.water', %s)", (never,)
            )


def test_a_lease_is_there_exactly_while_a_job_runs(db, database):
    job = insert(db, "{}")
    with pytest.raises(psycopg.errors.CheckViolation):
        db.execute("update background_jobs set status = 'running' where id = %s", (job,))
    assert row(db, job)["status"] == "pending"


@pytest.mark.parametrize("column", ["run_at", "created_at", "started_at", "finished_at"])
@pytest.mark.parametrize("moment", ["-infinity", "infinity", "0044-03-15 BC", "20000-01-01"])
def test_no_time_of_a_job_is_one_that_python_cannot_read(db, column, moment):
    with pytest.raises(psycopg.errors.CheckViolation, match="reach"):
        db.execute(
            f"insert into background_jobs (kind, status, {column}) values ('k', 'dead', %s)",
            (moment,),
        )


def test_the_earliest_time_of_a_job_can_be_read_in_every_time_zone(database, db):
    db.execute(f"alter database {db.info.dbname} set timezone = 'America/Los_Angeles'")
    db.execute("insert into background_jobs (kind, run_at) values ('k', '0001-01-03 00:00+00')")

    async def story():
        return await outbox.jobs(), await diagnose()

    (job,), diagnosis = on(database, story)

    assert job.run_at.year == 1
    assert "overdue" in {one.check for one in diagnosis.findings}


@pytest.mark.parametrize("moment", ["infinity", "-infinity", "20000-01-01"])
@pytest.mark.parametrize(
    ("table", "name", "column"),
    [
        ("job_queues", "queue", "paused_until"),
        ("job_kinds", "kind", "paused_until"),
        ("job_breakers", "breaker", "open_until"),
    ],
)
def test_no_gate_is_shut_until_a_time_that_python_cannot_read(db, table, name, column, moment):
    with pytest.raises(psycopg.errors.CheckViolation, match=f"{column}_within_reach"):
        db.execute(f"insert into {table} ({name}, {column}) values ('x', %s)", (moment,))


@pytest.mark.parametrize("rate", ["1e-300", "nan", "infinity"])
def test_no_rate_is_one_that_nobody_can_reckon_with(db, rate):
    with pytest.raises(psycopg.errors.CheckViolation, match="rate"):
        db.execute("insert into job_queues (queue, rate, burst) values ('x', %s, 1)", (rate,))


def test_a_result_with_more_digits_than_python_reads_is_shown_as_text(database, db):
    db.execute(
        "insert into background_jobs (kind, status, finished_at, result)"
        " values ('k', 'succeeded', now(), %s::jsonb)",
        (HUGE,),
    )

    (job,) = on(database, outbox.jobs)

    assert job.result == HUGE
