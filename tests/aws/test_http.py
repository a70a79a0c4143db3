"""What API Gateway and Lambda do differently from a server, and what must not change by it."""

import json
import threading
import time

import pytest

from tests.support.runtime_api import ENVIRONMENT, request


def test_the_reader_is_where_the_gateway_says_and_not_where_a_header_says(cloud, db):
    cloud.subscribe("ada@example.org", source_ip="198.51.100.7", x_forwarded_for="192.0.2.1")

    assert db.execute("select network from consent_events").fetchone() == {
        "network": "198.51.100.0/24"
    }


def test_head_on_a_link_changes_nothing(cloud, link_of, db):
    cloud.subscribe("ada@example.org")
    cloud.run_tick()
    [mail] = cloud.inbox()
    answer = cloud.ask("HEAD", link_of(mail))

    assert answer["statusCode"] == 200
    assert db.execute("select status from subscribers").fetchone() == {"status": "pending"}


def test_a_foreign_host_is_refused(cloud):
    assert cloud.ask("GET", "/healthz", host="evil.example")["statusCode"] == 400


def test_an_unknown_path_is_a_page_that_says_so(cloud):
    answer = cloud.ask("GET", "/nowhere")

    assert answer["statusCode"] == 404
    assert "<html" in answer["body"]


def test_a_body_beyond_the_limit_is_413(cloud):
    assert cloud.subscribe("a" * 20_000 + "@example.org")["statusCode"] == 413


def test_a_warm_process_answers_again_on_the_same_connection(cloud, db):
    assert json.loads(cloud.ask("GET", "/healthz")["body"]) == {"status": "ok"}
    first = cloud.http.process.pid
    for _ in range(3):
        assert cloud.ask("GET", "/healthz")["statusCode"] == 200

    assert cloud.http.process.pid == first
    assert connections(db) == 1


@pytest.mark.parametrize("which", ["http", "tick"])
def test_a_connection_cut_while_the_process_is_frozen_is_replaced(cloud, db, which):
    cloud.subscribe("ada@example.org")
    if which == "tick":
        cloud.run_tick()
    db.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and pid <> pg_backend_pid()"
    )
    answer = cloud.subscribe("bob@example.org")
    report = cloud.run_tick()

    assert answer["statusCode"] == 200
    assert report["succeeded"] == (2 if which == "http" else 1)
    assert {mail["To"] for mail in cloud.inbox()} == {"ada@example.org", "bob@example.org"}


def test_a_process_killed_in_the_middle_leaves_nothing_and_the_next_one_answers(cloud, db):
    cloud.ask("GET", "/healthz")
    with db.transaction():
        db.execute("lock table background_jobs in exclusive mode")
        cloud.http.begin(subscribing("ada@example.org"))
        until(lambda: waiting_for_a_lock(db))
        cloud.http.kill()
    with db.transaction():
        left = db.execute("select count(*) as n from subscribers").fetchone()["n"]
    answer = cloud.subscribe("ada@example.org")

    assert left == 0
    assert answer["statusCode"] == 200
    assert cloud.run_tick()["succeeded"] == 1
    assert len(cloud.inbox()) == 1


def test_a_database_that_is_down_is_503_with_a_time_to_come_back(cloud, environment):
    environment["DATABASE_URL"] = ENVIRONMENT["DATABASE_URL"]
    answer = cloud.subscribe("ada@example.org")

    assert answer["statusCode"] == 503
    assert answer["headers"]["retry-after"] == "30"


def test_a_missing_setting_ends_the_start_and_is_named(cloud, environment):
    del environment["MAIL_FROM"]
    outcome = cloud.http.invoke(request("GET", "/healthz"))

    assert outcome.failed
    assert outcome.value["errorType"] == "BadSettings"
    assert outcome.value["errorMessage"].startswith("MAIL_FROM is not set")


def subscribing(address):
    form = "application/x-www-form-urlencoded"
    body = f"email={address}"
    return request("POST", "/newsletter/subscribe", body=body, content_type=form)


def connections(db):
    found = db.execute(
        "select count(*) as n from pg_stat_activity"
        " where datname = current_database() and pid <> pg_backend_pid()"
    )
    return found.fetchone()["n"]


def waiting_for_a_lock(db):
    found = db.execute(
        "select count(*) as n from pg_stat_activity"
        " where datname = current_database() and wait_event_type = 'Lock'"
    )
    return found.fetchone()["n"]


def until(is_so):
    deadline = time.monotonic() + 30
    while not is_so():
        assert time.monotonic() < deadline
        threading.Event().wait(0.05)
