"""S25: no path leads out of the built garden to the secrets beside it, or round a route."""

import socket

import pytest

from tests.support.garden import Garden
from tests.support.serving import everything, served

UP = [
    "..",
    "%2e%2e",
    ".%2e",
    "%252e%252e",
    "..;",
    "..%00",
    "..%5c",
    "....",
    "%c0%ae%c0%ae",
    "\uff0e\uff0e",
]
SECRETS = ["secret_key", "announce_token", "dev.json", "thistledown.log", "mail/new", "postgres"]

PATHS = [
    *(f"/{up}/{secret}" for up in UP for secret in SECRETS),
    *(f"/assets/{up}/{up}/{secret}" for up in UP for secret in SECRETS),
    *(f"/_dev/mail/{up}%2f{secret}" for up in UP for secret in SECRETS),
    *(f"/_dev/mail/{up}/{secret}/html" for up in UP for secret in SECRETS),
    *(f"//{secret}" for secret in SECRETS),
    "/..%2fsecret_key",
    "/..\\secret_key",
    "/%2e%2e%2fsecret_key",
    "/link/secret_key",
    "/linked",
    "/linked/",
    "//etc/passwd",
    "/%2fetc/passwd",
    "/etc/passwd",
    "/file:///etc/passwd",
    "/~root/.profile",
    "/.git/config",
    "/.env",
    "http://127.0.0.1/../secret_key",
    "../secret_key",
    "/" + "../" * 40 + "etc/passwd",
    "/" + "a/" * 5000,
    "/" + "%00" * 1000,
    "/" + "\u202e" * 100,
]

ROUND_A_ROUTE = [
    "//healthz",
    "/healthz/",
    "/healthz;x",
    "/healthz%00",
    "/healthz%20",
    "/HEALTHZ",
    "/newsletter/../healthz",
    "/newsletter/%2e%2e/healthz",
    "/newsletter//confirm",
    "/newsletter/confirm/",
    "/newsletter\\confirm",
    "/newsletter%2fconfirm/x",
    "/%6eewsletter/confirm/%2e",
    "/garden/announce/../announce/",
]


def asked(port: int, path: str, host: str) -> bytes:
    head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(head.encode())
        return everything(connection)


def test_no_path_reaches_what_lies_beside_the_garden(dev):
    (dev.home.path / "thistledown.log").write_text("canary-log")
    (dev.home.dist / "linked").symlink_to(dev.home.path / "secret_key")
    (dev.home.dist / "link").symlink_to(dev.home.path)
    secrets = [dev.home.secret(name) for name in ("secret_key", "announce_token")]
    hidden = [*(secret.encode() for secret in secrets), b"canary", b"root:", b"PG_VERSION"]
    with served(dev.app) as port:
        answers = {path: asked(port, path, "127.0.0.1") for path in PATHS}

    assert {path: answer[9:12] for path, answer in answers.items() if answer[9:10] != b"4"} == {}
    assert [path for path, answer in answers.items() if any(map(answer.count, hidden))] == []


@pytest.mark.parametrize("path", ROUND_A_ROUTE)
def test_a_path_that_is_nearly_a_routes_is_not_the_routes(garden: Garden, path: str):
    with served(garden.client.app) as port:
        answer = asked(port, path, "functions.test")

    assert answer[9:12] == b"404"
