"""S22: the server as it is deployed, flooded and starved at every door, in a process of its own."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from functions.app import ROUTES
from tests.support.dev_server import ROOT, environment, until
from tests.support.serving import everything, free_port
from tests.support.settings import ANNOUNCE_TOKEN

PATHS = [*(route.path for route in ROUTES), "/nowhere"]
MEGABYTE = b"x" * 1024 * 1024
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
JSON = b"Content-Type: application/json\r\n"
BEARER = f"Authorization: Bearer {ANNOUNCE_TOKEN}\r\n".encode()
ENOUGH = 30 * 1024 * 1024

HEADS = {
    "one endless line": b"GET /healthz HTTP/1.1\r\nX: " + b"a" * 20_000_000,
    "endless lines": b"GET /healthz HTTP/1.1\r\n" + b"A: b\r\n" * 3_000_000,
    "an endless path": b"GET /" + b"a" * 20_000_000,
    "an endless method": b"G" * 20_000_000,
    "an endless chunk": b"POST /healthz HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    + b"1" * 20_000_000,
}

DEEP = b"[" * 2_000_000
WIDE = b'{"email":[' + b"1," * 1_900_000 + b"1]}"


@pytest.fixture(scope="module")
def server(
    shared_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Generator[tuple[int, int]]:
    """Run `python -m functions.local`; give its process id and port."""
    with psycopg.connect(shared_database, autocommit=True) as connection:
        connection.execute("truncate garden")
    port, folder = free_port(), tmp_path_factory.mktemp("floods")
    given = {
        "DATABASE_URL": shared_database,
        "SITE_URL": f"http://127.0.0.1:{port}",
        "MAIL_URL": f"maildir://{folder}",
        "MAIL_FROM": "The gardener <gardener@garden.example>",
        "SECRET_KEY": "secret-key-of-the-tests-0123456789abcdef",
        "ANNOUNCE_TOKEN": ANNOUNCE_TOKEN,
        "POSTAL_ADDRESS": "1 Garden Path, Greenhouse",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "functions.local", "127.0.0.1", str(port)],
        cwd=ROOT,
        env=environment(**given),
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: is_well(port))
        yield process.pid, port
    finally:
        process.kill()
        process.wait(60)


def is_well(port: int) -> bool:
    request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    try:
        return said(port, request).startswith(b"HTTP/1.1 200 ")
    except OSError:
        return False


def said(port: int, *pieces: bytes) -> bytes:
    """Send for as long as the other side takes it, and return what it says."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
        except OSError:
            pass  # it has hung up; what it said may still be there
        return everything(connection)


def post(path: str, framing: bytes, *more: bytes) -> bytes:
    return b"".join([b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n" % path.encode(), framing, *more])


def resident(pid: int) -> int:
    """Return a process's memory in bytes, where the system tells."""
    statm = Path(f"/proc/{pid}/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


@pytest.mark.parametrize("framing", [b"Content-Length: 314572800", b"Transfer-Encoding: chunked"])
def test_300_megabytes_at_every_door_cost_nothing(server: tuple[int, int], framing: bytes):
    pid, port = server
    piece = b"100000\r\n%s\r\n" % MEGABYTE if b"chunked" in framing else MEGABYTE
    before = resident(pid)
    requests = [post(path, framing, b"\r\n", FORM, BEARER, b"\r\n") for path in PATHS]
    with ThreadPoolExecutor(len(PATHS)) as attackers:
        said_to = attackers.map(lambda request: said(port, request, *[piece] * 300), requests)
        answers = dict(zip(PATHS, said_to, strict=True))

    assert [path for path, answer in answers.items() if answer[:10] == b"HTTP/1.1 2"] == []
    assert answers["/newsletter/subscribe"][9:12] in (b"413", b"")  # "": reset while sending
    assert resident(pid) - before < ENOUGH
    assert is_well(port)


@pytest.mark.parametrize("what", HEADS)
def test_twenty_heads_without_an_end_at_once_cost_nothing(server: tuple[int, int], what: str):
    pid, port = server
    before = resident(pid)
    with ThreadPoolExecutor(20) as attackers:
        answers = [*attackers.map(lambda _: said(port, HEADS[what]), range(20))]

    assert {answer[9:12] for answer in answers} <= {b"400", b""}
    assert resident(pid) - before < ENOUGH
    assert is_well(port)


@pytest.mark.parametrize("body", [DEEP, WIDE], ids=["deep", "wide"])
@pytest.mark.parametrize("path", PATHS)
def test_a_bomb_of_json_is_refused(server: tuple[int, int], path: str, body: bytes):
    _, port = server
    length = b"Connection: close\r\nContent-Length: %d\r\n" % len(body)
    answer = said(port, post(path, length, JSON, BEARER, b"\r\n"), body)

    assert answer[9:10] in (b"4", b"")
    assert is_well(port)


def test_a_hundred_who_dribble_neither_stay_nor_keep_others_out(server: tuple[int, int]):
    pid, port = server
    before, began = resident(pid), time.monotonic()
    half = post("/newsletter/subscribe", FORM, b"Content-Length: 100\r\n\r\nemail=")
    slow = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(100)]
    for number, connection in enumerate(slow):
        connection.sendall(half if number % 2 else half[:40])
    well = is_well(port)
    for connection in slow:
        with connection:
            everything(connection)

    assert well
    assert time.monotonic() - began < 30
    assert resident(pid) - before < ENOUGH
