"""What the access log says, and what it must never say."""

import json
import logging

import pytest
from starlette.testclient import TestClient


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    return caplog


def requests(log: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [json.loads(r.getMessage()) for r in log.records if r.name == "thistledown.access"]


def test_each_request_is_one_line(client: TestClient, lines: pytest.LogCaptureFixture) -> None:
    client.get("/newsletter/confirm?token=canary-token")

    [line] = requests(lines)
    assert isinstance(line.pop("ms"), int)
    assert line == {
        "event": "request",
        "method": "GET",
        "path": "/newsletter/confirm",
        "status": 200,
    }


@pytest.mark.parametrize(
    "url",
    [
        "/newsletter/confirm?token=canary-token",
        "/newsletter/confirm%3Ftoken=canary-token",
        "/newsletter/confirm&token=canary-token",
        "/newsletter/subscribe/canary-token@example.org",
    ],
)
def test_no_token_and_no_address_is_logged(
    client: TestClient, lines: pytest.LogCaptureFixture, url: str
) -> None:
    client.get(url)
    client.post(url, data={"email": "canary-token@example.org"})

    ours = [r.getMessage() for r in lines.records if r.name.startswith("thistledown")]
    assert len(ours) == 2
    assert "canary" not in "".join(ours)


def test_a_path_cannot_forge_a_line(client: TestClient, lines: pytest.LogCaptureFixture) -> None:
    client.get('/a%0a{"event":"request","status":200}%1b[31m%E2%80%A8')

    [record] = [r for r in lines.records if r.name == "thistledown.access"]
    assert record.getMessage().isascii()
    assert record.getMessage().isprintable()


def test_refusals_are_logged_with_their_status(
    client: TestClient, lines: pytest.LogCaptureFixture
) -> None:
    client.get("/healthz", headers={"Host": "evil.example"})
    client.get("/failing/bug")

    assert [line["status"] for line in requests(lines)] == [400, 500]
