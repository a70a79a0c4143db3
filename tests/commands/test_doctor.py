"""`thistledown doctor`: sentences for people, JSON for machines, an exit code for cron."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import faketime
from tests.support.dead import die

ROOT = Path(__file__).parents[2]
LONG_AGO = "update background_jobs set run_at = clock_timestamp() - interval '12 min'"


def test_what_is_wrong_is_said_with_the_command_that_helps(run, called, garden, db):
    die(db, 2, kind="newsletter.evergreen-mail")
    result = run("doctor")

    assert result.exit_code == 1
    assert "no pooler in between; its clock is 0.0" in result.stdout
    assert "\nDead letters\n  2 dead letters, the oldest for 60 min.\n" in result.stdout
    assert f"    {called} jobs dead\n" in result.stdout


def test_kinds_and_queues_are_those_of_the_functions(run, garden, db):
    garden.subscribe("ada@example.org")
    known = run("doctor").stdout
    db.execute("insert into background_jobs (kind, queue) values ('old.letter', 'blk')")
    strange = run("doctor").stdout

    assert "nobody here" not in known
    assert "1 job of the kind old.letter (pending): nobody here knows it." in strange
    assert "Jobs wait in the queue blk, which nobody here serves." in strange


def test_what_is_overdue_leads_to_a_tick(run, called, garden, db):
    garden.subscribe("ada@example.org")
    db.execute(LONG_AGO)
    told = run("doctor").stdout

    assert "A job of the queue interactive has been due for 12 min; " in told
    assert f"    {called} tick\n" in told


def test_the_json_has_findings_what_was_not_seen_and_the_facts(run, called, garden, db):
    import json

    die(db)
    result = run("doctor", "--json")
    told = json.loads(result.stdout)

    assert result.exit_code == 1
    assert {"check", "says", "remedy", "command", "record"} == set(told["findings"][0])
    commands = {one["check"]: one["command"] for one in told["findings"]}
    assert (commands["dead letters"], commands["kinds"]) == (f"{called} jobs dead", None)
    assert told["unseen"] == []
    assert set(told["facts"]) == {"version", "pooler", "clock_ahead", "clock_bound"}


def test_a_database_that_cannot_be_reached_is_no_finding(run):
    result = run("doctor", DATABASE_URL="postgresql://127.0.0.1:1/nowhere")

    assert result.exit_code == 4


def examined(database, *words, **env):
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "functions.cli", "doctor", *words],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database, **env},
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.faketime
def test_a_machine_whose_clock_is_wrong_is_told_so(database):
    found = examined(database, LD_PRELOAD=faketime.library(), FAKETIME="-10m")

    assert "The database's clock is 10 min ahead of this machine's" in found.stdout
    assert found.returncode == 1


def test_a_healthy_durable_database_is_fine(tmp_path):
    """The server of `dev` loses nothing in a crash, as the tests' own server may."""
    from functions.dev import postgres
    from shared.migrate import migrate

    with postgres.running(tmp_path / "postgres") as url:
        migrate(url)
        found, quiet = examined(url), examined(url, "--quiet")

    assert found.returncode == 0, found.stdout + found.stderr
    assert "Nothing is wrong.\n" in found.stdout
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
