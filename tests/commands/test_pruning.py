"""`thistledown jobs prune`: delete what has been over for long."""

import json

import pytest

from tests.support.nights import left, nights, slot_has_come

OLD = """
    insert into background_jobs (kind, status, created_at, finished_at)
    select 'newsletter.confirm-mail', 'succeeded', at, at
      from generate_series(1, 3), lateral (select clock_timestamp() - interval '40 days') as t (at)
"""


@pytest.fixture(autouse=True)
def old(garden, db):
    db.execute(OLD)


def test_it_says_how_many_jobs_are_gone(run, db):
    first, second = run("jobs", "prune"), run("jobs", "prune")

    assert first.stdout == "Deleted 3 jobs.\n"
    assert second.stdout == "Nothing is old enough.\n"
    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


def test_how_old_is_to_be_said_in_days_or_hours(run):
    assert run("jobs", "prune", "--older-than", "41d").stdout == "Nothing is old enough.\n"
    assert run("jobs", "prune", "--older-than", "36h").stdout == "Deleted 3 jobs.\n"

    refused = run("jobs", "prune", "--older-than", "a month")
    assert refused.exit_code == 2
    assert "'a month' is no length of time. Write 30m, 12h or 30d." in refused.stderr


@pytest.mark.parametrize("span", ["0m", "23h"])
def test_what_was_over_a_moment_ago_is_deleted_only_when_that_is_said(run, db, span):
    refused = run("jobs", "prune", "--older-than", span)
    left = db.execute("select count(*) from background_jobs").fetchone()
    said = run("jobs", "prune", "--older-than", span, "--yes")

    assert (refused.exit_code, refused.stdout) == (3, "")
    assert refused.stderr.endswith("If that is meant, say --yes.\n")
    assert left == {"count": 3}
    assert said.stdout == "Deleted 3 jobs.\n"


def test_without_time_it_says_how_to_go_on(run, called):
    shown = run("jobs", "prune", "--budget", "0").stdout

    assert shown.splitlines()[-1].endswith(f"To go on: {called} jobs prune")


def test_the_json_has_every_count(ask, db):
    db.execute("insert into job_windows values ('a', 1, clock_timestamp() - interval '1 s')")

    pruned = ask("jobs", "prune")

    assert 0 <= pruned.pop("longest") < 60
    assert pruned == {
        "finished": 3,
        "dead": 0,
        "windows": 1,
        "slots": 0,
        "actions": 0,
        "fan_outs": 0,
        "is_complete": True,
    }


def test_keys_that_are_remembered_no_longer_are_counted(run, db):
    db.execute("insert into job_windows values ('a', 1, clock_timestamp() - interval '1 s')")

    assert run("jobs", "prune").stdout == "Deleted 3 jobs and 1 remembered key or slot.\n"


def test_the_trail_and_the_fan_outs_go_only_when_it_is_said(run, db):
    db.execute(
        "insert into job_actions (at, by, action, job_id)"
        " values (clock_timestamp() - interval '400 days', 'ada', 'noted', 1)"
    )
    db.execute(
        "insert into job_fan_outs (at, key, kind, chosen, inserted)"
        " values (clock_timestamp() - interval '400 days', 'spring', 'k', 1, 1)"
    )
    ages = ("--actions-after", "365d", "--fan-outs-after", "365d")

    first, asked = run("jobs", "prune"), run("jobs", "prune", *ages)
    second = run("jobs", "prune", *ages, "--yes")

    assert asked.exit_code == 3
    assert "No night deletes the trail of what people did" in asked.stderr
    assert first.stdout == "Deleted 3 jobs.\n"
    assert second.stdout == "Deleted 1 line of the trail and 1 record of a fan-out.\n"


def test_after_its_hour_the_tick_does_it_by_itself(run, db):
    db.execute("update background_jobs set kind = 'test.old'")
    slot_has_come(db)
    first, second = (json.loads(run("tick").stdout) for _ in range(2))

    assert (first["succeeded"], second["claimed"]) == (1, 0)
    assert left(db) == {}
    assert [night["status"] for night in nights(db)] == ["succeeded"]
