"""`thistledown jobs prune`: delete what has been over for long."""

import pytest

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
    assert run("jobs", "prune", "--older-than", "12h").stdout == "Deleted 3 jobs.\n"

    refused = run("jobs", "prune", "--older-than", "a month")
    assert refused.exit_code == 2
    assert "'a month' is no length of time. Write 30m, 12h or 30d." in refused.stderr


def test_without_time_it_says_how_to_go_on(run, called):
    shown = run("jobs", "prune", "--budget", "0").stdout

    assert shown.splitlines()[-1].endswith(f"To go on: {called} jobs prune")


def test_the_json_has_every_count(ask, db):
    db.execute("insert into job_windows values ('a', 1, clock_timestamp() - interval '1 s')")

    pruned = ask("jobs", "prune")

    assert 0 <= pruned.pop("longest") < 60
    assert pruned == {"finished": 3, "dead": 0, "windows": 1, "slots": 0, "is_complete": True}


def test_keys_that_are_remembered_no_longer_are_counted(run, db):
    db.execute("insert into job_windows values ('a', 1, clock_timestamp() - interval '1 s')")

    assert run("jobs", "prune").stdout == "Deleted 3 jobs and 1 remembered key or slot.\n"
