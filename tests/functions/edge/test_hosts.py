"""Which host names the edge answers for."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from shared.settings import Settings

CONFIRM = "/newsletter/confirm"


@pytest.mark.parametrize("host", ["garden.example", "GARDEN.example:443", "garden.example."])
def test_the_gardens_own_name_is_let_in(client: TestClient, host: str) -> None:
    assert client.get(CONFIRM, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "garden.example.evil.example",
        "evil.example/garden.example",
        "garden.example/admin?",
        "garden.example@evil.example",
        "garden.example:port",
        "127.0.0.1",
        "localhost:8000",
        "",
    ],
)
def test_any_other_name_gets_400(client: TestClient, host: str) -> None:
    answer = client.get(CONFIRM, headers={"Host": host})

    assert answer.status_code == 400
    assert "host name" in answer.text


def test_a_refused_host_is_not_repeated(client: TestClient) -> None:
    answer = client.get(CONFIRM, headers={"Host": "evil.example"})

    assert "evil.example" not in answer.text + str(answer.headers)


def test_health_is_told_to_a_load_balancer_that_knows_only_the_address(client: TestClient) -> None:
    assert client.get("/healthz", headers={"Host": "10.0.3.7:8080"}).status_code == 200
    assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_development_lets_this_machine_in_and_no_rebound_name(
    application: Callable[[Settings], Starlette], settings: Settings, host: str
) -> None:
    client = TestClient(application(replace(settings, environment="development")))

    assert client.get(CONFIRM, headers={"Host": host}).status_code == 200
    assert client.get(CONFIRM, headers={"Host": "rebound.evil.example:8000"}).status_code == 400
    assert client.get(CONFIRM, headers={"Host": "127.0.0.1.evil.example"}).status_code == 400
