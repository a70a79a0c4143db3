"""The embedded PostgreSQL keeps its promises while it runs, and after it was killed."""

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import psycopg
import pytest

from functions.dev import postgres
from tests.support.owners import another_owner, end


@pytest.fixture
def data(tmp_path: Path) -> Path:
    # pytest keeps tmp_path below a folder that is closed to all others, as a home often is.
    return tmp_path / "data" / "postgres"


def ask(url: str, statement: Any) -> Any:
    with psycopg.connect(url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else None


def plant(url: str) -> None:
    ask(url, "create table seeds as select generate_series(1, 1000) as id")


def count(url: str) -> int:
    return ask(url, "select count(*) from seeds")[0][0]


def postmaster(data: Path) -> int:
    return int((data / "18" / "postmaster.pid").read_text().split()[0])


def test_a_cold_start_gives_postgresql_18_in_utf_8_and_utc(data: Path):
    with postgres.running(data) as url:
        assert ask(url, "show server_version")[0][0].startswith("18.")
        assert ask(url, "show server_encoding") == [("UTF8",)]
        assert ask(url, "show timezone") == [("UTC",)]
        assert ask(url, "select lower('ÄÖÜ'), 'Z' < 'a'") == [("äöü", True)]


def test_it_is_durable_unless_a_test_asks_otherwise(data: Path):
    with postgres.running(data) as url:
        assert ask(url, "show fsync") == [("on",)]
    with postgres.running(data, durable=False) as url:
        assert ask(url, "show fsync") == [("off",)]


def test_data_survives_a_stop_and_a_warm_start(data: Path):
    with postgres.running(data) as url:
        plant(url)
    with postgres.running(data) as url:
        assert count(url) == 1000


def test_nothing_is_left_running_after_the_end(data: Path):
    with postgres.running(data):
        server = postmaster(data)

    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
    assert postgres.attach(data) is None


def test_it_listens_on_no_port_and_in_a_closed_folder(data: Path):
    with postgres.running(data) as url:
        assert ask(url, "show listen_addresses") == [("",)]
        assert (data / "18").stat().st_mode & 0o777 == 0o700
        assert (data / "postgres.log").stat().st_mode & 0o777 == 0o600


def test_an_error_in_the_body_stops_it_too(data: Path):
    with pytest.raises(ZeroDivisionError), postgres.running(data):
        raise ZeroDivisionError
    assert postgres.attach(data) is None


def test_the_callers_pg_variables_change_nothing(data: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PGPORT", "1")
    monkeypatch.setenv("PGUSER", "somebody")
    monkeypatch.setenv("PGDATA", "/nowhere")
    with postgres.running(data) as url:
        assert ask(url, "select current_user") == [("postgres",)]


def test_a_second_owner_of_the_folder_is_told_why_not(data: Path):
    with postgres.running(data) as url:
        with (
            pytest.raises(postgres.PostgresFailed, match="Another process runs the database in"),
            postgres.running(data),
        ):
            pass
        assert ask(url, "select 1") == [(1,)]


def test_a_command_beside_it_attaches(data: Path):
    assert postgres.attach(data) is None
    with postgres.running(data) as url:
        assert postgres.attach(data) == url


@pytest.mark.parametrize("name", ["n" * 120, "a, b & c%20d", "花園 garden"])
def test_long_and_odd_paths_work(tmp_path: Path, name: str):
    data = tmp_path / name / "postgres"
    with postgres.running(data) as url:
        plant(url)
        beside = postgres.attach(data)
        assert beside is not None
        assert count(beside) == 1000


def test_a_killed_server_recovers_at_the_next_start(data: Path):
    with postgres.running(data) as url:
        plant(url)
        os.kill(postmaster(data), signal.SIGKILL)
        time.sleep(0.1)
        assert postgres.attach(data) is None
    with postgres.running(data) as url:
        assert count(url) == 1000


def test_a_killed_server_whose_backend_is_busy_recovers_too(data: Path):
    with postgres.running(data) as url:
        plant(url)
        busy = psycopg.connect(url, autocommit=True)
        busy.pgconn.send_query(
            b"do $$ declare t timestamptz = clock_timestamp(); begin"
            b" while clock_timestamp() < t + interval '2 seconds' loop end loop; end $$"
        )
        time.sleep(0.3)
        os.kill(postmaster(data), signal.SIGKILL)
    with postgres.running(data) as url:
        assert count(url) == 1000
    busy.close()


def test_a_killed_owner_takes_the_server_along_and_leaves_the_data(data: Path):
    owner = another_owner(data)
    url = postgres.attach(data)
    assert url is not None
    plant(url)
    end(owner)

    with postgres.running(data) as url:
        assert count(url) == 1000


def test_a_server_that_outlived_its_owner_is_replaced(data: Path):
    owner = another_owner(data, "thread")
    url = postgres.attach(data)
    assert url is not None
    plant(url)
    orphan = postmaster(data)
    end(owner)
    assert postgres.attach(data) == url

    with postgres.running(data) as url:
        assert postmaster(data) != orphan
        assert count(url) == 1000


def test_a_stale_process_id_of_somebody_else_is_no_obstacle(data: Path):
    with postgres.running(data) as url:
        plant(url)
        remembered = (data / "18" / "postmaster.pid").read_text().splitlines()
    bystander = subprocess.Popen(["sleep", "60"])
    text = "\n".join([str(bystander.pid), *remembered[1:]]) + "\n"
    (data / "18" / "postmaster.pid").write_text(text)

    assert postgres.attach(data) is None
    with postgres.running(data) as url:
        assert count(url) == 1000
    assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


def test_a_first_start_that_was_cut_short_begins_anew(data: Path):
    (data / "18.new").mkdir(parents=True)
    (data / "18.new" / "PG_VERSION").write_text("18\n")
    with postgres.running(data) as url:
        assert ask(url, "select 1") == [(1,)]
    assert not (data / "18.new").exists()


def test_a_server_that_cannot_start_says_what_its_log_says(data: Path):
    with postgres.running(data):
        pass
    with (data / "18" / "postgresql.conf").open("a") as settings:
        settings.write("no_such_setting = on\n")
    with pytest.raises(postgres.PostgresFailed, match="no_such_setting"), postgres.running(data):
        pass


def test_the_log_holds_no_value_that_a_reader_left(data: Path):
    address = "ada@example.org"
    with postgres.running(data) as url, psycopg.connect(url, autocommit=True) as connection:
        connection.execute("set log_statement = 'all'")
        connection.execute("set log_min_duration_statement = 0")
        connection.execute("create table readers (email text primary key)")
        connection.execute("insert into readers values (%s)", [address])
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("insert into readers values (%s)", [address])

    log = (data / "postgres.log").read_text()
    assert "insert into readers" in log
    assert "readers_pkey" in log
    assert address not in log
