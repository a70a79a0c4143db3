"""The doctor names who holds the queue up: the situations are real, the patience is short."""

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta

import psycopg
import pytest
from psycopg import sql

from functions.dev import postgres
from shared.migrate import migrate
from shared.outbox.doctor import Thresholds
from tests.support.doctors import examine, said

AT_ONCE = Thresholds(
    idle_transaction=timedelta(milliseconds=50),
    snapshot=timedelta(milliseconds=50),
    lock_wait=timedelta(milliseconds=50),
)


@contextmanager
def session(url: str, *, name: str = "psql") -> Generator[psycopg.Connection]:
    """Open a session that begins a transaction with its first statement."""
    with psycopg.connect(url, application_name=name) as connection:
        try:
            yield connection
        finally:
            connection.rollback()


def test_case_30_an_idle_transaction_is_named_by_its_process(database, db):
    db.execute("insert into background_jobs (kind) values ('test.water')")
    with session(database, name="a forgotten psql") as idle:
        idle.execute("update background_jobs set kind = kind")
        time.sleep(0.2)
        pid = idle.info.backend_pid
        [found] = said(database, "transactions", thresholds=AT_ONCE)
        patient = said(database, "transactions")

    assert found.says.startswith(f"Process {pid} (a forgotten psql, role postgres) has")
    assert "idle in transaction" in found.says
    assert "vacuum cannot clean up" in found.says
    assert f"select pg_terminate_backend({pid});" in found.remedy
    assert patient == []  # within a minute it is everyday life


def test_f26_an_old_snapshot_is_named_and_so_is_what_it_costs(database, db):
    with session(database) as reader:
        reader.execute("set transaction isolation level repeatable read")
        reader.execute("select count(*) from background_jobs")
        time.sleep(0.2)
        [found] = said(database, "transactions", thresholds=AT_ONCE)

    assert "claims get slower" in found.says


def test_an_idle_transaction_without_a_snapshot_holds_only_its_locks(database, db):
    with session(database) as reader:
        reader.execute("select count(*) from background_jobs")
        time.sleep(0.2)
        [found] = said(database, "transactions", thresholds=AT_ONCE)

    assert "what it has locked stays locked" in found.says


def test_who_waits_for_a_lock_on_our_tables_is_named_with_the_holder(database, db):
    db.execute("insert into background_jobs (kind) values ('test.water')")
    with session(database, name="holder") as holder, session(database, name="waiter") as waiter:
        holder.execute("select * from background_jobs for update")
        waiting = threading.Thread(
            target=waiter.execute, args=("update background_jobs set kind = kind",)
        )
        waiting.start()
        time.sleep(0.4)
        [found] = said(database, "lock waits", thresholds=AT_ONCE)
        holder.rollback()
        waiting.join()

        assert f"Process {waiter.info.backend_pid} (waiter) has waited" in found.says
        assert f"for process {holder.info.backend_pid} (holder, idle in transaction)" in found.says


def test_a_wait_for_a_lock_on_a_table_that_is_not_ours_is_not_our_business(cluster):
    with cluster.fresh_database() as url, session(url) as holder, session(url) as waiter:
        holder.execute("create table strangers (id int)")
        holder.execute("insert into strangers values (1)")
        holder.commit()
        holder.execute("lock table strangers")
        waiting = threading.Thread(target=waiter.execute, args=("select * from strangers",))
        waiting.start()
        time.sleep(0.3)
        found = said(url, "lock waits", thresholds=AT_ONCE)
        holder.rollback()
        waiting.join()

    assert found == []


def test_few_connections_left_are_said(database, db):
    [found] = said(database, "connections", thresholds=Thresholds(connections=0.001))

    assert found.says.endswith("connections are in use: soon nobody gets one.")
    assert said(database, "connections") == []


def test_a_replication_slot_that_nobody_reads_is_named(database, db):
    db.execute("select pg_create_physical_replication_slot('forgotten', true)")
    try:
        [found] = said(database, "replication slots")
    finally:
        db.execute("select pg_drop_replication_slot('forgotten')")

    assert "Nobody reads the replication slot forgotten" in found.says
    assert "pg_drop_replication_slot('forgotten')" in found.remedy


@pytest.fixture(scope="module")
def preparing(tmp_path_factory) -> Generator[str]:
    """A server that allows prepared transactions, which only a restart can change."""
    folder = tmp_path_factory.mktemp("preparing") / "postgres"
    with (
        postgres.running(folder, durable=False) as url,
        psycopg.connect(url, autocommit=True) as connection,
    ):
        connection.execute("alter system set max_prepared_transactions = 5")
    with postgres.running(folder, durable=False) as url:
        migrate(url)
        yield url


def test_a_prepared_transaction_that_nobody_ends_is_named(preparing):
    with psycopg.connect(preparing, autocommit=True) as connection:
        connection.execute("begin")
        connection.execute("insert into background_jobs (kind) values ('test.water')")
        connection.execute("prepare transaction 'left over'")
        time.sleep(0.1)
        [found] = said(preparing, "prepared transactions", thresholds=AT_ONCE)
        connection.execute("rollback prepared 'left over'")

    assert found.says.startswith("The prepared transaction 'left over' of role postgres is")
    assert "rollback prepared 'left over';" in found.remedy


def test_without_the_right_to_see_other_sessions_that_is_said_and_the_rest_is_seen(cluster):
    with cluster.fresh_database() as url, psycopg.connect(url, autocommit=True) as owner:
        owner.execute("create role plain login")
        try:
            owner.execute("grant usage on schema public to plain")
            owner.execute("grant select on all tables in schema public to plain")
            owner.execute("insert into background_jobs (kind, status) values ('x', 'dead')")
            owner.execute("update background_jobs set finished_at = clock_timestamp()")
            plain = url.replace("postgres@", "plain@", 1)
            with psycopg.connect(plain) as connection:
                assert connection.execute("select current_user").fetchone() == ("plain",)
            with session(url) as idle:
                idle.execute("select count(*) from background_jobs")
                time.sleep(0.2)
                seen = examine(plain, thresholds=AT_ONCE)
        finally:
            owner.execute("drop owned by plain")
            owner.execute("drop role plain")

    assert [one.check for one in seen.unseen] == ["transactions"]
    assert "grant pg_read_all_stats" in seen.unseen[0].why
    assert "dead letters" in {one.check for one in seen.findings}


def test_what_a_role_may_not_even_read_is_unseen_and_does_not_end_the_examination(cluster):
    with cluster.fresh_database() as url, psycopg.connect(url, autocommit=True) as owner:
        owner.execute(sql.SQL("create role stranger login"))
        try:
            seen = examine(url.replace("postgres@", "stranger@", 1))
        finally:
            owner.execute("drop role stranger")

    assert {"leases", "overdue", "dead letters"} <= {one.check for one in seen.unseen}
    assert {one.why for one in seen.unseen if one.check == "leases"} == {"InsufficientPrivilege"}
