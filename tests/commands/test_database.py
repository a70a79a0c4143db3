"""Which database a command works on, and what it says when there is none to work on."""

import json
import subprocess
import sys

import psycopg
import pytest

from functions.commands.called import program
from functions.dev import postgres
from shared.migrate import migrate
from shared.newsletter.records.numbers import LEAP
from tests.support.cli import invoke
from tests.support.dev_server import ROOT, environment
from tests.support.postgres import Cluster
from tests.support.rows import column


def test_a_data_folder_without_a_garden_is_said_and_not_made(tmp_path):
    result = invoke("status", "--data", tmp_path / "none")

    assert result.exit_code == 2
    assert f"There is no garden in {tmp_path / 'none'} yet." in result.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("command", ["status", "announcements", "tick", "migrate"])
def test_a_url_that_cannot_be_read_is_refused_and_not_shown(command):
    result = invoke(command, DATABASE_URL="passw0rd nonsense")

    assert result.exit_code == 2
    assert "DATABASE_URL cannot be read" in result.stderr
    assert "passw0rd" not in result.output


@pytest.mark.parametrize("words", [["status"], ["jobs", "list"], ["subscribers", "list"]])
def test_a_database_that_is_away_is_said(words):
    result = invoke(*words, DATABASE_URL="postgresql://u:passw0rd@127.0.0.1:9/x")

    assert result.exit_code == 4
    assert "database cannot be reached" in result.stderr
    assert "passw0rd" not in result.output


REAL = {"SITE_URL": "https://garden.example", "MAIL_URL": "smtps://u:p@mail.example:465"}


@pytest.mark.parametrize("words", [["status"], ["migrate"], ["migrate", "--moved"], ["tick"]])
@pytest.mark.parametrize("name", REAL)
def test_real_settings_without_a_database_never_mean_the_trials(words, name, tmp_path):
    (tmp_path / "postgres").mkdir()
    result = invoke(*words, "--data", tmp_path, **{name: REAL[name]})

    assert result.exit_code == 2
    assert "DATABASE_URL is not set, but" in result.stderr
    assert "the line that begins with `# DATABASE_URL=`" in result.stderr
    assert "--moved" not in result.stderr
    assert "p@mail" not in result.output


def test_what_works_on_a_trial_says_so_once_and_never_to_machines(tmp_path):
    with postgres.running(tmp_path / "postgres") as url:
        migrate(url)
        said = invoke("jobs", "show", 1, "--data", tmp_path)
        listed = invoke("jobs", "list", "--data", tmp_path, "--json")

    assert said.stderr.count("DATABASE_URL is not set") == 1
    assert (listed.stdout, listed.stderr) == ("[]\n", "")


def test_a_trials_database_is_never_made_the_real_one_by_our_advice(run, db):
    db.execute("update garden set environment = 'development'")
    refused = run("migrate")

    assert refused.exit_code == 2
    assert "It is a trial's: give the garden a database of its own" in refused.stderr
    assert "--moved" not in refused.stderr


def test_a_database_without_tables_names_the_command_that_makes_them(cluster: Cluster):
    with cluster.fresh_database() as url:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("drop schema public cascade")
            db.execute("create schema public")
        result = invoke("status", DATABASE_URL=url)

    assert result.exit_code == 2
    assert "Run `thistledown migrate`" in result.stderr


def test_migrate_makes_a_database_the_gardens_and_refuses_anothers(run, db):
    mine = run("migrate")
    [mine_url] = column(db, "select site_url from garden")
    anothers = run("migrate", SITE_URL="https://another.example")
    asked = run("migrate", "--moved", SITE_URL="https://another.example")
    still = column(db, "select site_url from garden")
    moved = run("migrate", "--moved", "--yes", SITE_URL="https://another.example")

    assert [mine.exit_code, anothers.exit_code, moved.exit_code] == [0, 2, 0]
    assert (asked.exit_code, still) == (3, [mine_url])
    assert "with 0 readers, would become that of https://another.example" in asked.stderr
    assert run("migrate", "--moved", SITE_URL="https://another.example").exit_code == 0
    assert "is up to date" in mine.stdout
    assert "This database belongs to" in anothers.stderr
    assert db.execute("select site_url from garden").fetchone() == {
        "site_url": "https://another.example"
    }


def test_migrate_lets_the_numbers_of_a_restored_database_leap_and_no_others(run, garden, db):
    garden.confirmed_reader("ada@example.org")
    usual = run("migrate")
    garden.confirmed_reader("bob@example.org")
    restored = run("migrate", "--restored")
    garden.confirmed_reader("cid@example.org")
    found = db.execute("select id from subscribers order by id").fetchall()

    assert "mail has borne" not in usual.stdout
    assert "numbers that no mail has borne" in restored.stdout
    assert [row["id"] for row in found] == [1, 2, LEAP + 4]


def test_a_tick_reports_as_json_and_refuses_another_garden(run, garden):
    garden.subscribe("ada@example.org")
    report = json.loads(run("tick").stdout)
    refused = run("tick", SITE_URL="https://another.example")

    assert report["claimed"] == report["succeeded"] == 1
    assert report.keys() >= {"retried", "dead", "rescued", "next_due_at", "seconds"}
    assert refused.exit_code == 2
    assert len(garden.inbox()) == 1


def test_a_tick_that_could_send_nothing_says_what_is_wrong_with_the_mail_alone(run, garden):
    refused = run("tick", MAIL_URL="foo://x", SITE_URL="http://localhost:8000")

    assert refused.exit_code == 2
    assert refused.stderr.startswith("MAIL_URL starts with a scheme nobody here speaks")


def test_a_tick_too_short_for_any_job_is_refused(run):
    result = run("tick", "--budget", 1)

    assert result.exit_code == 2
    assert "a smaller --budget would never start it" in result.stderr


def test_commands_at_once_share_the_server_of_a_data_folder(tmp_path):
    with postgres.running(tmp_path / "postgres") as url:
        migrate(url)
    line = [sys.executable, "-P", "-m", "functions.cli", "jobs", "list", "--data", str(tmp_path)]
    together = [
        subprocess.Popen(
            line, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    answers = [one.communicate(timeout=120) for one in together]

    assert [stdout for stdout, _ in answers] == ["No jobs.\n"] * 4
    assert {stderr for _, stderr in answers} == {
        f"This is the database of `{program()} dev` in {tmp_path}: DATABASE_URL is not set.\n"
    }
    assert postgres.attach(tmp_path / "postgres") is None


def test_the_command_works_from_any_folder(tmp_path):
    line = [ROOT / "bin" / "thistledown", "--help"]
    helped = subprocess.run(
        line, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True
    )

    assert "Exit codes: 0 done, 1 refused" in helped.stdout
    assert "..." not in helped.stdout.replace("[ARGS]...", "")
