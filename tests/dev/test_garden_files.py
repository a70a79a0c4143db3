"""The built garden as its gardener sees it in development."""

import socket
import time
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.testclient import TestClient

from functions.dev.garden_files import GardenFiles
from functions.edge import exception_handlers, middleware
from shared.settings import Settings
from tests.support.serving import everything, served

URL = "http://127.0.0.1:8000"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    dist = tmp_path / "dist"
    for path, text in {
        "index.html": "front page",
        "moss/index.html": "all about moss",
        "青苔/index.html": "關於青苔",
        "404.html": "nothing grows here, says the garden",
        "notes.json": "{}",
        ".hidden": "canary",
    }.items():
        (dist / path).parent.mkdir(parents=True, exist_ok=True)
        (dist / path).write_text(text, "utf-8")
    (tmp_path / "secret.txt").write_text("canary")
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "index.html").write_text("canary")
    (dist / "link.txt").symlink_to(tmp_path / "secret.txt")
    (dist / "folder").symlink_to(tmp_path / "private")
    return dist


def application(built: Path) -> Starlette:
    settings = Settings.for_development(
        {},
        database_url="postgresql://nowhere",
        url=URL,
        mail_url="maildir:///nowhere",
        secret_key="k" * 32,
        announce_token="t" * 32,
    )
    app = Starlette(
        routes=[Mount("/", GardenFiles(built, functions_url=settings.functions_url))],
        middleware=middleware(settings),
        exception_handlers=dict(exception_handlers),
    )
    app.state.settings = settings
    return app


@pytest.fixture
def client(built: Path) -> TestClient:
    return TestClient(application(built), base_url=URL, follow_redirects=False)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/", "front page"),
        ("/moss/", "all about moss"),
        ("/青苔/", "關於青苔"),
        ("/notes.json", "{}"),
    ],
)
def test_a_clean_address_finds_its_page(client: TestClient, path: str, text: str) -> None:
    assert client.get(path).text == text
    assert client.head(path).status_code == 200
    assert client.head(path).content == b""


def test_a_missing_slash_is_put_there_without_naming_a_host(client: TestClient) -> None:
    assert client.get("/moss").headers["location"] == "/moss/"
    assert client.get("/青苔").headers["location"] == "/%E9%9D%92%E8%8B%94/"


def test_a_missing_page_is_the_gardens_own_404(client: TestClient) -> None:
    answer = client.get("/nowhere/")

    assert answer.status_code == 404
    assert answer.text == "nothing grows here, says the garden"


def test_a_page_may_be_indexed_and_is_asked_for_again_after_a_build(
    client: TestClient, built: Path
) -> None:
    answer = client.get("/moss/")
    (built / "moss" / "index.html").write_text("moss grew")

    assert answer.headers["cache-control"] == "no-cache"
    assert "x-robots-tag" not in answer.headers
    assert answer.headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.get("/moss/", headers={"If-None-Match": answer.headers["etag"]}).text == (
        "moss grew"
    )


def test_before_the_first_build_there_is_a_page_that_says_so(tmp_path: Path) -> None:
    client = TestClient(application(tmp_path / "later"), base_url=URL)

    assert client.get("/").status_code == 404
    (tmp_path / "later").mkdir()
    (tmp_path / "later" / "index.html").write_text("here now")
    assert client.get("/").text == "here now"


def test_only_reading_is_possible(client: TestClient) -> None:
    for method in ("POST", "PUT", "DELETE"):
        assert client.request(method, "/moss/").status_code == 405


TRAVERSALS = [
    "/../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "/..\\secret.txt",
    "/moss/../../secret.txt",
    "//etc/passwd",
    "/%2fetc/passwd",
    "///etc/passwd",
    "/link.txt",
    "/folder/",
    "/folder/index.html",
    "/.hidden",
    "/moss/..%00/secret.txt",
    "/" + "a" * 5000,
]


def test_nothing_outside_the_garden_is_served(built: Path) -> None:
    with served(application(built)) as port:
        for path in TRAVERSALS:
            with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
                request = (
                    f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
                )
                connection.sendall(request.encode())
                answer = everything(connection)
            assert answer.split(b" ")[1] == b"404", path
            assert b"canary" not in answer
            assert b"root:" not in answer


def test_c22_five_thousand_ranges_in_one_request_cost_no_time(
    client: TestClient, built: Path
) -> None:
    (built / "long.txt").write_text("x" * 20_000)
    ranges = ",".join(f"{start}-{start + 1}" for start in range(0, 15_000, 3))
    began = time.perf_counter()
    answer = client.get("/long.txt", headers={"Range": f"bytes={ranges}"})
    took = time.perf_counter() - began

    assert answer.status_code in (200, 206, 400, 416, 431)
    assert took < 1  # the square of five thousand took many seconds
