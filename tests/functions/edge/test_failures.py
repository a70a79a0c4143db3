"""What a reader and the log learn when something breaks."""

import json
import logging

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize("kind", ["unavailable", "operational"])
def test_a_database_that_is_down_means_come_back_later(client: TestClient, kind: str) -> None:
    answer = client.post(f"/failing/{kind}", data={"email": "ada@example.org"})

    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert "Try again" in answer.text


def test_a_bug_tells_the_reader_nothing_and_the_log_where(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = client.get("/failing/bug")

    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    assert "ValueError" not in answer.text
    assert "canary" not in answer.text
    [line] = [json.loads(r.getMessage()) for r in caplog.records if r.name.endswith("failures")]
    assert line["error"] == "ValueError"
    assert line["at"].startswith("functions/edge/conftest.py:")


@pytest.mark.parametrize("kind", ["bug", "operational", "unavailable"])
def test_no_log_line_repeats_the_message_of_an_error(
    client: TestClient, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    caplog.set_level(logging.DEBUG)

    client.get(f"/failing/{kind}")

    assert "canary" not in caplog.text
    assert "ada@example.org" not in caplog.text


def test_a_program_gets_the_error_as_json(client: TestClient) -> None:
    answer = client.get("/failing/unavailable", headers={"Accept": "application/json"})

    assert answer.status_code == 503
    assert set(answer.json()) == {"title", "detail", "remedy"}


def test_a_wrong_method_names_the_right_one(client: TestClient) -> None:
    answer = client.get("/newsletter/subscribe")

    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
