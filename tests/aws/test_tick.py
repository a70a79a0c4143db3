"""The scheduled function: when it looks again, when it refuses, and how it fails."""

import json
import threading
import time
from datetime import UTC, datetime, timedelta

from functions import aws
from shared.outbox import Report
from tests.support.bad_smtp import BadSmtp
from tests.support.runtime_api import ENVIRONMENT

LATER = "update background_jobs set run_at = clock_timestamp() + %s::interval"


def test_what_is_due_in_an_hour_is_not_waited_for(cloud, db):
    cloud.subscribe("ada@example.org")
    db.execute(LATER, ["1 hour"])
    began = time.monotonic()
    report = cloud.run_tick()

    assert (report["claimed"], report["ticks"]) == (0, 1)
    assert report["next_due_at"] is not None
    assert time.monotonic() - began < 30


def test_what_falls_due_within_the_window_is_worked_in_the_same_invocation(cloud, db):
    cloud.subscribe("ada@example.org")
    db.execute(LATER, ["4 seconds"])
    report = cloud.run_tick()

    assert report["ticks"] > 1
    assert (report["claimed"], report["succeeded"]) == (1, 1)
    assert len(cloud.inbox()) == 1


def test_the_calendars_next_slot_is_not_waited_for_and_a_job_before_it_is():
    soon = datetime.now(UTC) + timedelta(seconds=30)

    assert not aws.is_due(Report(next_due_at=soon), within=60)
    assert not aws.is_due(Report(next_due_at=soon, next_job_at=soon), within=20)
    assert aws.is_due(Report(next_due_at=soon, next_job_at=soon), within=60)


def test_the_report_is_one_line_of_the_log(cloud):
    cloud.run_tick()
    lines = [json.loads(line) for line in cloud.tick.log.read_text().splitlines()]
    [told] = [line["message"] for line in lines if line.get("logger") == "thistledown.aws"]

    assert json.loads(told)["event"] == "tick"


def test_another_gardens_database_is_refused_and_nothing_is_worked(cloud, environment, db):
    cloud.run_tick()
    cloud.subscribe("ada@example.org")
    cloud.tick.kill()
    environment["SITE_URL"] = "https://another.example"
    outcome = cloud.tick_outcome()

    assert outcome.failed
    assert outcome.value["errorType"] == "WrongGarden"
    assert "https://another.example" in outcome.value["errorMessage"]
    assert db.execute("select status from background_jobs").fetchone() == {"status": "pending"}


def test_a_database_that_is_down_fails_the_invocation_and_not_the_process(cloud, environment):
    environment["DATABASE_URL"] = ENVIRONMENT["DATABASE_URL"]
    outcomes = [cloud.tick_outcome(), cloud.tick_outcome()]

    assert [outcome.value["errorType"] for outcome in outcomes] == ["Unavailable"] * 2
    assert cloud.tick.process.poll() is None


def test_a_timeout_in_which_no_job_would_fit_is_said_and_not_endured(cloud):
    outcome = cloud.tick_outcome(seconds=30)

    assert outcome.failed
    assert "Enlarge the budget" in outcome.value["errorMessage"]


def test_a_process_killed_in_the_middle_is_swept_by_the_next(cloud, environment, db, tmp_path):
    with BadSmtp("no-banner", record=tmp_path / "taken") as server:
        environment["MAIL_URL"] = f"smtp://127.0.0.1:{server.port}"
        cloud.subscribe("ada@example.org")
        cloud.tick.begin({})
        until(lambda: status(db) == "running")
        cloud.tick.kill()
    db.execute("update background_jobs set leased_until = clock_timestamp() - interval '1 s'")
    report = cloud.run_tick()

    assert report["rescued"] == 1
    assert status(db) == "pending"
    assert db.execute("select outcome from job_attempts").fetchone() == {"outcome": "expired"}


def status(db):
    return db.execute("select status from background_jobs").fetchone()["status"]


def until(is_so):
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        threading.Event().wait(0.05)
