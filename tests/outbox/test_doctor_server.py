"""The doctor looks at the server, its tables and its indexes; every finding is really there."""

from datetime import timedelta

import psycopg
import pytest

from functions.dev import postgres
from shared.migrate import migrate
from shared.outbox.doctor import Thresholds
from tests.support import pgbouncer
from tests.support.doctors import ALWAYS, examine, said


@pytest.fixture
def database(cluster):
    """A database of its own, since it is changed."""
    with cluster.fresh_database() as url:
        yield url


def setting(db, name, value):
    """Set something for the sessions to come of this database."""
    current = db.execute("select current_database() as name").fetchone()["name"]
    db.execute(f"alter database {current} set {name} = '{value}'")


def test_a_missing_table_is_said_and_nothing_else(database, db):
    db.execute("drop table job_actions")
    diagnosis = examine(database)

    assert [one.says for one in diagnosis.findings] == ["The database lacks job_actions."]
    assert diagnosis.unseen == []


def test_a_missing_index_is_named_with_the_statement_that_makes_it(database, db):
    db.execute("drop index background_jobs_due")
    [found] = said(database, "indexes")
    db.execute(found.remedy.removeprefix("Make it: "))

    assert found.says.startswith("The index background_jobs_due is missing")
    assert " index concurrently background_jobs_due on background_jobs" in found.remedy
    assert said(database, "indexes") == []


@pytest.mark.parametrize(
    "other",
    [
        "create index background_jobs_dead on background_jobs (finished_at, id)",
        "create index background_jobs_dead on background_jobs (id) where status = 'dead'",
        "create index background_jobs_dead on background_jobs (finished_at, id)"
        " where status = 'running'",
        "create unique index background_jobs_dead on background_jobs (finished_at, id)"
        " where status = 'dead'",
    ],
)
def test_an_index_with_other_columns_or_another_predicate_is_found(database, db, other):
    db.execute("drop index background_jobs_dead")
    db.execute(other)
    [found] = said(database, "indexes")

    assert "is not the one that the code expects" in found.says


def test_an_index_that_was_left_half_built_is_found(database, db):
    db.execute("insert into background_jobs (kind, dedup_key) values ('a', 'k'), ('b', 'l')")
    db.execute("update background_jobs set created_at = now()")
    with pytest.raises(psycopg.errors.UniqueViolation):
        db.execute("create unique index concurrently half on background_jobs (created_at)")
    [found] = said(database, "indexes")

    assert found.says.startswith("The index half was left half built")
    assert found.remedy == "Mend it: drop index concurrently half;"


def test_an_index_of_ours_that_is_invalid_is_built_anew(database, db):
    db.execute(
        "update pg_index set indisvalid = false where indexrelid = 'background_jobs_due'::regclass"
    )
    [found] = said(database, "indexes")

    assert found.remedy == "Mend it: reindex index concurrently background_jobs_due;"


def test_a_read_only_database_is_said(database, db):
    setting(db, "default_transaction_read_only", "on")
    [found] = said(database, "writable")

    assert "nothing can be enqueued or claimed" in found.says


def test_a_standby_is_said_and_can_be_examined(tmp_path):
    folder = tmp_path / "postgres"
    with postgres.running(folder, durable=False) as url:
        migrate(url)
    [version] = folder.glob("*/PG_VERSION")
    (version.parent / "standby.signal").touch()
    with postgres.running(folder, durable=False) as url:
        [found] = said(url, "writable")

    assert found.says.startswith("The server is a standby")


def test_another_isolation_than_the_queue_relies_on_is_said(database, db):
    setting(db, "default_transaction_isolation", "serializable")
    [found] = said(database, "writable")

    assert found.says.startswith("Transactions are serializable by default")


def test_a_server_that_may_lose_what_was_committed_is_said(database):
    [found] = said(database, "durability")

    assert found.says.startswith("fsync and full_page_writes are off")


def test_a_server_that_forgets_its_last_moments_is_said(tmp_path):
    with postgres.running(tmp_path / "postgres") as url:
        migrate(url)
        careful = said(url, "durability")
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("alter database postgres set synchronous_commit = off")
        [found] = said(url, "durability")

    assert careful == []
    assert found.says.startswith("synchronous_commit is off")


@pytest.mark.parametrize("name", ["statement_timeout", "transaction_timeout"])
def test_a_timeout_that_cuts_off_what_takes_long_is_named(database, db, name):
    setting(db, name, "7s")
    [found] = said(database, "timeouts")
    enough = said(
        database, "timeouts", thresholds=Thresholds(shortest_timeout=timedelta(seconds=7))
    )

    assert found.says.startswith(f"{name} is 7.0 s:")
    assert enough == []


def test_autovacuum_that_is_off_for_a_table_is_found(database, db):
    db.execute("alter table background_jobs set (autovacuum_enabled = false)")
    [found] = said(database, "vacuum")
    db.execute(found.remedy)

    assert found.says.startswith("Autovacuum is off for background_jobs")
    assert said(database, "vacuum") == []


def test_autovacuum_that_is_off_everywhere_is_found(database, db):
    db.execute("alter system set autovacuum = off")
    db.execute("select pg_reload_conf()")
    try:
        for _ in range(50):
            if found := said(database, "vacuum"):
                break
    finally:
        db.execute("alter system reset autovacuum")
        db.execute("select pg_reload_conf()")

    assert found[0].says.startswith("Autovacuum is off on the whole server")


def test_many_dead_rows_are_counted(database, db):
    db.execute("alter table background_jobs set (autovacuum_enabled = false)")
    db.execute("insert into background_jobs (kind) select 'a' from generate_series(1, 1000)")
    db.execute("update background_jobs set kind = 'b'")
    db.execute("select pg_stat_force_next_flush()")
    _, found = said(database, "vacuum", thresholds=Thresholds(dead_tuples=500))

    assert found.says == "background_jobs has 1000 dead rows beside 1000 live ones."


def test_an_index_that_a_backlog_has_left_empty_is_named(database, db):
    db.execute("insert into background_jobs (kind) select 'a' from generate_series(1, 30000)")
    db.execute("delete from background_jobs where id < 30000")
    db.execute("vacuum analyze background_jobs")
    found = said(database, "bloat", thresholds=Thresholds(index_bytes=500_000))

    assert "background_jobs_due" in " ".join(one.says for one in found)
    assert "for 1 entries" in found[0].says
    assert said(database, "bloat") == []


def test_transaction_ids_that_run_out_are_said(database):
    [found] = said(database, "transaction ids", thresholds=Thresholds(transaction_age=1))

    assert "2 billion" in found.says


@pytest.mark.pgbouncer
def test_a_pooler_in_between_is_recognised(database, cluster):
    with pgbouncer.bouncer(cluster.url) as bouncer:
        diagnosis = examine(bouncer.url(database))

    assert diagnosis.facts.pooler
    assert {one.check for one in diagnosis.findings} == ALWAYS
    assert diagnosis.unseen == []
