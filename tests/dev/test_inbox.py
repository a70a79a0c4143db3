"""The inbox of a development server."""

from dataclasses import replace
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from functions.dev import inbox
from functions.edge import exception_handlers, middleware
from shared.settings import Settings
from tests.support.inboxes import UNSUBSCRIBE, Forms, letter, put


@pytest.fixture
def maildir(tmp_path: Path) -> Path:
    return tmp_path / "mail"


@pytest.fixture
def client(maildir: Path) -> TestClient:
    settings = Settings.for_development(
        {},
        database_url="postgresql://nowhere",
        url="http://127.0.0.1:8000",
        mail_url=f"maildir://{maildir}",
        secret_key="k" * 32,
        announce_token="t" * 32,
    )

    async def unsubscribe(request: Request) -> Response:
        body = (await request.body()).decode()
        return PlainTextResponse(f"{request.method} {request.query_params['token']} {body}")

    app = Starlette(
        routes=[
            *inbox.routes(maildir),
            Route("/newsletter/unsubscribe", unsubscribe, methods=["GET", "POST"]),
        ],
        middleware=middleware(settings),
        exception_handlers=dict(exception_handlers),
    )
    app.state.settings = settings
    return TestClient(app, base_url="http://127.0.0.1:8000")


def test_an_empty_inbox_says_what_will_come_and_makes_no_folder(
    client: TestClient, maildir: Path
) -> None:
    answer = client.get("/_dev/mail")

    assert answer.status_code == 200
    assert "No mail yet" in answer.text
    assert '<meta http-equiv="refresh"' in answer.text
    assert not maildir.exists()


def test_an_inbox_that_catches_nothing_says_where_mail_goes(
    client: TestClient, maildir: Path
) -> None:
    state = client.app.state
    state.settings = replace(state.settings, mail_url="smtp://ada:passw0rd@mail.example:2525")
    empty = client.get("/_dev/mail").text
    put(maildir, letter("caught before"))
    text = client.get("/_dev/mail").text

    assert "really goes out, through mail.example:2525, and never appears here" in empty
    assert "Mail goes out, through mail.example:2525. Here is what was caught before." in text
    assert "caught before" in text
    assert "catches every mail" not in text + empty
    assert "passw0rd" not in text + empty


def test_mails_are_listed_newest_first(client: TestClient, maildir: Path) -> None:
    for subject in ("first", "second", "third: 青苔"):
        put(maildir, letter(subject))
    text = client.get("/_dev/mail").text

    assert text.index("third: 青苔") < text.index("second") < text.index("first")
    assert "reader@example.org" in text


def test_a_mail_still_being_written_is_not_shown(client: TestClient, maildir: Path) -> None:
    put(maildir, letter("whole"))
    (maildir / "tmp" / "half").write_bytes(b"Subject: half\n\nh")

    assert "half" not in client.get("/_dev/mail").text


def test_a_mail_shows_its_headers_and_a_framed_letter(client: TestClient, maildir: Path) -> None:
    url = put(maildir, letter("Moss"))
    text = client.get(url).text

    assert "List-Unsubscribe-Post" in text
    assert UNSUBSCRIBE in text
    assert f'src="{url}/html"' in text
    assert "allow-scripts" not in text
    assert "<script" not in text


def test_the_framed_letter_can_run_nothing_and_load_nothing_from_outside(
    client: TestClient, maildir: Path
) -> None:
    answer = client.get(put(maildir, letter("Moss")) + "/html")

    policy = answer.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-popups allow-popups-to-escape-sandbox;")
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert '<base target="_blank">' in answer.text


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ("text", '<a href="http://127.0.0.1:8000/moss/"'),
        ("headers", "multipart/alternative"),
        ("source", "Content-Type: text/html"),
        ("nonsense", "<iframe"),
    ],
)
def test_each_view_of_a_mail(client: TestClient, maildir: Path, view: str, expected: str) -> None:
    assert expected in client.get(put(maildir, letter("Moss")), params={"view": view}).text


def test_c19_a_hostile_mail_is_shown_as_text(client: TestClient, maildir: Path) -> None:
    url = put(maildir, letter("<script>alert(1)</script>", html="<script>alert(2)</script>"))
    pages = [client.get(path).text for path in ("/_dev/mail", url, url + "?view=source")]

    assert not [text for text in pages if "<script" in text]


def test_the_button_unsubscribes_exactly_as_a_mail_program_does(
    client: TestClient, maildir: Path
) -> None:
    page = client.get(put(maildir, letter("Moss")))
    [form] = Forms(page.text).forms
    action = form.pop("action")

    assert action == UNSUBSCRIBE
    assert client.post(action, data=form).text == "POST k1.abc List-Unsubscribe=One-Click"
    assert "form-action 'self' http://127.0.0.1:8000;" in page.headers["content-security-policy"]


def test_a_mail_without_one_click_has_no_button(client: TestClient, maildir: Path) -> None:
    assert "<form" not in client.get(put(maildir, letter("Confirm", one_click=False))).text


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "http://a.example;script-src", "mailto:leave@garden.example"],
)
def test_an_odd_unsubscribe_address_cannot_widen_the_policy(
    client: TestClient, maildir: Path, address: str
) -> None:
    message = letter("Moss", one_click=False)
    message["List-Unsubscribe"] = f"<{address}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    page = client.get(put(maildir, message))

    assert page.status_code == 200
    assert "script-src" not in page.headers["content-security-policy"]
    assert 'action="javascript' not in page.text


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"Subject: =?utf-8?b?!!!?=\nContent-Type: text/html; charset=nonsense\n\n<p>\xe9",
        b"Content-Type: multipart/mixed\n\nno boundary",
        b"Subject: only a header",
    ],
)
def test_a_broken_mail_breaks_no_page(client: TestClient, maildir: Path, content: bytes) -> None:
    url = put(maildir, content)

    assert client.get("/_dev/mail").status_code == 200
    for view in inbox.VIEWS:
        assert client.get(url, params={"view": view}).status_code == 200


@pytest.mark.parametrize(
    "key", ["unknown", "..%2Fsecret", "%2e%2e%2fsecret", "..", "%2Fetc%2Fpasswd", "a%00b"]
)
def test_only_keys_of_mails_are_found(client: TestClient, maildir: Path, key: str) -> None:
    put(maildir, letter("Moss"))
    (maildir / "secret").write_text("canary")

    for path in (f"/_dev/mail/{key}", f"/_dev/mail/{key}/html"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "canary" not in answer.text


def test_a_strange_host_may_not_read_the_mails(client: TestClient, maildir: Path) -> None:
    put(maildir, letter("Moss"))

    assert client.get("/_dev/mail", headers={"Host": "evil.example"}).status_code == 400
