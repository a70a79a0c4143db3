"""S9: every door, and every way of being refused, carries the whole set of headers."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from shared.newsletter.readers.caps import Caps
from shared.tx import Unavailable
from tests.support.doors import doors
from tests.support.garden import running

RAISED: dict[str, Callable[[], Exception]] = {
    "408": lambda: HTTPException(408),
    "500": lambda: RuntimeError("a bug"),
    "503": Unavailable,
}
FORM = "/newsletter/subscribe"
ANNOUNCE = "/garden/announce"

REFUSALS: dict[int, tuple[str, str, dict[str, Any]]] = {
    400: ("GET", "/healthz", {"headers": {"Host": "evil.example"}}),
    401: ("POST", ANNOUNCE, {"content": "{}"}),
    403: ("POST", FORM, {"headers": {"Origin": "null"}}),
    404: ("GET", "/nowhere", {}),
    405: ("DELETE", FORM, {}),
    408: ("GET", "/raising/408", {}),
    413: ("POST", FORM, {"content": b"x" * 20_000}),
    415: ("POST", FORM, {"content": "x", "headers": {"Content-Type": "text/plain"}}),
    422: ("POST", FORM, {"data": {"email": "nobody"}}),
    429: ("POST", FORM, {"data": {"email": "ada@example.org"}}),
    500: ("GET", "/raising/500", {}),
    503: ("GET", "/raising/503", {}),
}


async def raising(request: Request) -> None:
    raise RAISED[request.path_params["what"]]()


@pytest.fixture
def full(database, site, tmp_path):
    """A garden over https whose next form is one too many, and doors that raise at will."""
    options = {"functions_url": "https://functions.test", "peer": "203.0.113.7"}
    with running(database, site, tmp_path / "mail", caps=Caps(network=1), **options) as whole:
        assert whole.subscribe("ada@example.org").status_code == 200
        whole.client.app.routes.append(Route("/raising/{what}", raising))
        yield whole


def assert_safe(answer: Any, what: object) -> None:
    headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy, what
    assert "frame-ancestors 'none'" in policy, what
    assert "base-uri 'none'" in policy, what
    assert re.search(r"script-src|unsafe|\*|https?:", policy) is None, what
    assert headers["X-Content-Type-Options"] == "nosniff", what
    assert headers["Referrer-Policy"] == "same-origin", what
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin", what
    assert headers["Cache-Control"] == "no-store", what
    assert headers["X-Robots-Tag"] == "noindex", what
    assert headers["Strict-Transport-Security"].startswith("max-age="), what
    assert not {"server", "x-powered-by", "set-cookie", "location"} & {*headers}, what


def test_every_door_carries_the_set(full):
    for door in doors(full.client.app):
        assert_safe(door.knock(full.client), door)


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("status", REFUSALS)
def test_every_refusal_carries_the_set(full, status: int, accept: str):
    method, path, options = REFUSALS[status]
    headers = {"Accept": accept, **options.get("headers", {})}
    answer = full.client.request(method, path, **{**options, "headers": headers})

    assert answer.status_code == status
    assert answer.headers["Content-Type"].startswith(accept)
    assert_safe(answer, status)


def test_every_door_of_development_forbids_framing_sniffing_and_strange_scripts(dev):
    for door in doors(dev.app):
        answer = door.knock(dev.client)
        policy = answer.headers["Content-Security-Policy"]

        assert answer.headers["X-Content-Type-Options"] == "nosniff", door
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin", door
        assert answer.headers["Referrer-Policy"], door
        assert "frame-ancestors 'none'" in policy, door
        assert "base-uri 'none'" in policy, door
        assert re.search(r"script-src|unsafe-eval|\*", policy) is None, door
        assert "set-cookie" not in answer.headers, door
