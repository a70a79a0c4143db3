"""The safety headers, on every kind of answer."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from shared.settings import Settings

ANSWERS = {
    ("GET", "/newsletter/confirm?token=abc"): 200,
    ("HEAD", "/newsletter/confirm?token=abc"): 200,
    ("POST", "/newsletter/confirm?token=abc"): 200,
    ("GET", "/newsletter/unsubscribe?token=abc"): 200,
    ("POST", "/newsletter/subscribe"): 422,
    ("GET", "/newsletter/subscribe"): 405,
    ("GET", "/healthz"): 200,
    ("GET", "/nowhere"): 404,
    ("GET", "/failing/bug"): 500,
    ("GET", "/failing/unavailable"): 503,
    ("GET", "/failing/teapot"): 418,
}


@pytest.mark.parametrize(("method", "path"), ANSWERS)
def test_every_answer_carries_the_set(client: TestClient, method: str, path: str) -> None:
    answer = client.request(method, path)

    assert answer.status_code == ANSWERS[method, path]
    headers = answer.headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "form-action 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "base-uri 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cache-control"] == "no-store"
    assert headers["x-robots-tag"] == "noindex"
    assert headers["strict-transport-security"] == "max-age=31536000"
    assert "server" not in headers
    assert "set-cookie" not in headers


def test_refusals_of_the_edge_itself_carry_it_too(client: TestClient) -> None:
    answers = [
        client.get("/healthz", headers={"Host": "evil.example"}),
        client.post("/newsletter/subscribe", headers={"Origin": "null"}),
        client.post("/newsletter/subscribe", content=b"x" * 20_000),
    ]

    assert [answer.status_code for answer in answers] == [400, 403, 413]
    for answer in answers:
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_without_https_no_browser_is_told_to_insist_on_it(
    application: Callable[[Settings], Starlette], settings: Settings
) -> None:
    plain = replace(settings, functions_url="http://garden.example")
    client = TestClient(application(plain), base_url="http://garden.example")

    assert "strict-transport-security" not in client.get("/healthz").headers
