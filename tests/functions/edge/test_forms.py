"""What the subscribe form accepts, and what each kind of nonsense gets."""

import json

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

SUBSCRIBE = "/newsletter/subscribe"
FORM = "application/x-www-form-urlencoded"
JSON = "application/json"


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (FORM, b"email=ada%40example.org"),
        (f"{FORM}; charset=UTF-8", b"name=x&email=ada%40example.org"),
        (JSON, b'{"email": "ada@example.org"}'),
        ("Application/JSON; charset=utf-8", b'\xef\xbb\xbf{"email": "ada@example.org"}'),
        ("", b"email=ada@example.org"),
    ],
)
def test_an_address_is_read_from_a_form_or_from_json(
    app: Starlette, client: TestClient, kind: str, body: bytes
) -> None:
    answer = client.post(SUBSCRIBE, content=body, headers={"Content-Type": kind})

    assert answer.status_code == 200
    assert app.state.stored == ["ada@example.org"]


def test_letters_beyond_ascii_arrive_whole(app: Starlette, client: TestClient) -> None:
    client.post(SUBSCRIBE, data={"email": "小明@例子.example"})
    client.post(SUBSCRIBE, json={"email": "小明@例子.example"})

    assert app.state.stored == ["小明@例子.example"] * 2


BAD = {
    "nothing": (FORM, b""),
    "another field": (FORM, b"mail=ada@example.org"),
    "an empty field": (FORM, b"email="),
    "only spaces": (FORM, b"email=+++"),
    "two addresses": (FORM, b"email=ada@example.org&email=eve@example.org"),
    "bytes that are not UTF-8": (FORM, b"email=%ff%fe@example.org"),
    "raw bytes that are not UTF-8": (FORM, b"email=\xff@example.org"),
    "NUL": (FORM, b"email=ada%00@example.org"),
    "a newline": (FORM, b"email=ada@example.org%0d%0aBcc:eve@example.org"),
    "an escape": (FORM, b"email=%1b[31mada@example.org"),
    "a C1 control": (FORM, b"email=ada%c2%85@example.org"),
    "a thousand fields": (FORM, b"email=ada@example.org" + b"&x=" * 1000),
    "broken JSON": (JSON, b'{"email": '),
    "no JSON at all": (JSON, b""),
    "JSON in UTF-16": (JSON, '{"email": "ada@example.org"}'.encode("utf-16")),
    "a JSON list": (JSON, b'["ada@example.org"]'),
    "a JSON number": (JSON, b'{"email": 7}'),
    "JSON null": (JSON, b'{"email": null}'),
    "a list of addresses": (JSON, b'{"email": ["ada@example.org", "eve@example.org"]}'),
    "a key written twice": (JSON, b'{"email": "a@example.org", "email": "b@example.org"}'),
    "a lone surrogate": (JSON, b'{"email": "ada\\ud800@example.org"}'),
    "an escaped NUL": (JSON, b'{"email": "ada\\u0000@example.org"}'),
    "deep nesting": (JSON, b"[" * 16_000),
}


@pytest.mark.parametrize("what", BAD)
def test_nonsense_gets_422_and_nothing_is_stored(
    app: Starlette, client: TestClient, what: str
) -> None:
    kind, body = BAD[what]
    answer = client.post(SUBSCRIBE, content=body, headers={"Content-Type": kind})

    assert answer.status_code == 422
    assert app.state.stored == []
    assert "Please check what you wrote" in answer.text
    assert answer.headers["content-type"].startswith(JSON if kind == JSON else "text/html")


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "text/plain", "image/png"])
def test_a_format_that_is_not_read_gets_415_with_the_remedy(client: TestClient, kind: str) -> None:
    answer = client.post(
        SUBSCRIBE, content=b"email=ada@example.org", headers={"Content-Type": kind}
    )

    assert answer.status_code == 415
    assert FORM in answer.text


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        (JSON, JSON),
        (f"{JSON}, text/html;q=0.5", JSON),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
        (f"text/html, {JSON};q=0.9", "text/html"),
        (f"text/html, {JSON}", "text/html"),
        ("*/*", "text/html"),
        ("", "text/html"),
        (f"{JSON};q=x;;,,", JSON),
    ],
)
def test_json_goes_to_those_who_like_it_better(client: TestClient, accept: str, kind: str) -> None:
    answer = client.post(SUBSCRIBE, data={"email": "ada@example.org"}, headers={"Accept": accept})

    assert answer.headers["content-type"].startswith(kind)


def test_json_says_the_same_as_the_page(client: TestClient) -> None:
    answer = client.post(SUBSCRIBE, json={"email": "ada@example.org"})

    assert answer.status_code == 200
    assert answer.json()["title"] == "Look into your inbox"


ONE_CLICK = [
    (FORM, b"List-Unsubscribe=One-Click"),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ),
    ("", b"List-Unsubscribe=One-Click"),
    ("", b""),
    ("text/plain", b"\xff\x00"),
    (JSON, b"{"),
]


@pytest.mark.parametrize(("kind", "body"), ONE_CLICK)
def test_one_click_works_with_whatever_a_mail_program_sends(
    app: Starlette, client: TestClient, kind: str, body: bytes
) -> None:
    answer = client.post(
        "/newsletter/unsubscribe?token=k1.abc-_~",
        content=body,
        headers={"Content-Type": kind} if kind else {},
    )

    assert answer.status_code == 200
    assert app.state.stored == ["k1.abc-_~"]


def test_the_token_of_the_button_comes_in_the_body(app: Starlette, client: TestClient) -> None:
    client.post("/newsletter/confirm", data={"token": "abc"})

    assert app.state.stored == ["abc"]


@pytest.mark.parametrize("token", ["", "a b", "a\x00b", "<b>", "x" * 513, "é"])
def test_what_cannot_be_a_token_counts_as_none(
    app: Starlette, client: TestClient, token: str
) -> None:
    client.post("/newsletter/confirm", data={"token": token})
    client.post("/newsletter/confirm", content=json.dumps({"token": token}))

    assert app.state.stored == ["", ""]
