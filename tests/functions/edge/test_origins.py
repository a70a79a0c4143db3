"""Which pages may send the subscribe form."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from functions.edge.origins import origin_of
from shared.settings import Settings

SUBSCRIBE = "/newsletter/subscribe"
FORM = {"email": "ada@example.org"}


def test_a_page_of_the_garden_may_subscribe(app: Starlette, client: TestClient) -> None:
    answer = client.post(SUBSCRIBE, data=FORM, headers={"Origin": "https://garden.example"})

    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "https://garden.example"
    assert "access-control-allow-credentials" not in answer.headers
    assert "Origin" in answer.headers["vary"]
    assert app.state.stored == ["ada@example.org"]


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "https://evil.example",
        "https://garden.example.evil.example",
        "https://evil.example#garden.example",
        "http://garden.example",
        "https://garden.example:8443",
        "https://GARDEN.example",
        "http://localhost:8000",
        "",
    ],
)
def test_any_other_origin_is_refused_and_nothing_stored(
    app: Starlette, client: TestClient, origin: str
) -> None:
    answer = client.post(SUBSCRIBE, data=FORM, headers={"Origin": origin})

    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers
    assert app.state.stored == []


def test_without_an_origin_curl_may_subscribe(app: Starlette, client: TestClient) -> None:
    assert client.post(SUBSCRIBE, data=FORM).status_code == 200
    assert app.state.stored == ["ada@example.org"]


def test_a_second_origin_cannot_hide_behind_the_first(app: Starlette, client: TestClient) -> None:
    both = [("Origin", "https://garden.example"), ("Origin", "https://evil.example")]

    assert client.post(SUBSCRIBE, data=FORM, headers=both).status_code == 403
    assert app.state.stored == []


def test_a_preflight_is_answered_for_the_garden_alone(client: TestClient) -> None:
    asked = {"Access-Control-Request-Method": "POST"}
    ours = client.options(SUBSCRIBE, headers={"Origin": "https://garden.example", **asked})
    theirs = client.options(SUBSCRIBE, headers={"Origin": "https://evil.example", **asked})

    assert ours.status_code == 204
    assert ours.headers["access-control-allow-methods"] == "POST"
    assert theirs.status_code == 403
    assert not [name for name in theirs.headers if name.startswith("access-control")]


def test_functions_on_another_origin_let_the_gardens_pages_in(
    application: Callable[[Settings], Starlette], settings: Settings
) -> None:
    elsewhere = replace(settings, functions_url="https://functions.example")
    client = TestClient(application(elsewhere), base_url="https://functions.example")

    for origin in ("https://garden.example", "https://functions.example"):
        answer = client.post(SUBSCRIBE, data=FORM, headers={"Origin": origin})
        assert answer.headers["access-control-allow-origin"] == origin


def test_development_lets_localhost_send_what_127_0_0_1_receives(
    application: Callable[[Settings], Starlette], settings: Settings
) -> None:
    developing = replace(
        settings,
        environment="development",
        site_url="http://127.0.0.1:8000",
        functions_url="http://127.0.0.1:8000",
    )
    client = TestClient(application(developing), base_url="http://127.0.0.1:8000")

    def status(origin: str) -> int:
        return client.post(SUBSCRIBE, data=FORM, headers={"Origin": origin}).status_code

    assert status("http://localhost:8000") == 200
    assert status("http://localhost.evil.example:8000") == 403
    assert status("null") == 403


@pytest.mark.parametrize("origin", ["null", "https://mail.example", None])
@pytest.mark.parametrize("path", ["/newsletter/confirm", "/newsletter/unsubscribe"])
def test_n07_the_button_of_a_mail_works_from_anywhere(
    app: Starlette, client: TestClient, path: str, origin: str | None
) -> None:
    headers = {"Origin": origin} if origin else {}

    assert client.post(f"{path}?token=abc", headers=headers).status_code == 200
    assert app.state.stored == ["abc"]


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Garden.Example/path", "https://garden.example"),
        ("https://garden.example:443", "https://garden.example"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ],
)
def test_an_origin_is_written_as_browsers_write_it(url: str, origin: str) -> None:
    assert origin_of(url) == origin
