"""The real server, met by clients that mean no good."""

import asyncio
import logging
import os
import selectors
import socket
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from functions.serving import AddressTaken, serve
from shared.settings import Settings
from tests.support.serving import everything, free_port, served

FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
POST = b"POST /newsletter/subscribe HTTP/1.1\r\nHost: garden.example\r\n" + FORM
MEGABYTE = b"x" * 1024 * 1024


@pytest.fixture
def port(app: Starlette) -> Generator[int]:
    with served(app) as port:
        yield port


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def said(port: int, request: bytes) -> bytes:
    with connected(port) as connection:
        connection.sendall(request)
        return everything(connection)


def answers(connection: socket.socket, count: int) -> bytes:
    received = b""
    while received.count(b"well") < count:
        received += connection.recv(65536)
    return received


def test_an_honest_form_is_answered(app: Starlette, port: int) -> None:
    body = b"email=ada@example.org"
    answer = said(port, POST + b"Connection: close\r\nContent-Length: 21\r\n\r\n" + body)

    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b"\r\nserver:" not in answer.lower()
    assert app.state.stored == ["ada@example.org"]


def test_a_body_in_pieces_of_unknown_length_is_counted(app: Starlette, port: int) -> None:
    chunk = b"1000\r\n" + b"x" * 0x1000 + b"\r\n"
    framing = b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer = said(port, POST + framing + chunk * 5 + b"0\r\n\r\n")

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert app.state.stored == []


def test_a_promise_of_too_much_is_refused_before_the_body_comes(port: int) -> None:
    with connected(port) as connection:
        connection.sendall(POST + b"Content-Length: 16385\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_exactly_the_limit_is_read_and_one_byte_more_is_not(app: Starlette, port: int) -> None:
    def status(size: int) -> bytes:
        body = b"email=ada@example.org&x=".ljust(size, b"x")
        length = b"Connection: close\r\nContent-Length: %d\r\n\r\n" % size
        return said(port, POST + length + body)[9:12]

    assert status(16 * 1024) == b"200"
    assert status(16 * 1024 + 1) == b"413"
    assert len(app.state.stored) == 1


def test_a_manifest_may_be_four_megabytes(port: int) -> None:
    def status(size: int) -> bytes:
        head = b"POST /garden/announce HTTP/1.1\r\nHost: garden.example\r\nConnection: close\r\n"
        return said(port, head + b"Content-Length: %d\r\n\r\n" % size + b"x" * size)[9:12]

    assert status(4 * 1024 * 1024) == b"200"
    assert status(4 * 1024 * 1024 + 1) == b"413"


@pytest.mark.parametrize("framing", [b"Content-Length: 314572800", b"Transfer-Encoding: chunked"])
def test_300_megabytes_are_refused_at_once_and_kept_nowhere(port: int, framing: bytes) -> None:
    piece = b"100000\r\n%s\r\n" % MEGABYTE if b"chunked" in framing else MEGABYTE
    before = resident()
    with connected(port) as connection:
        connection.sendall(POST + framing + b"\r\n\r\n")
        sent = sent_before_an_answer(connection, piece)
        answer = connection.recv(4096)
        grown = resident() - before

    assert answer.startswith(b"HTTP/1.1 413 ")
    assert sent <= 16
    assert grown < 20 * 1024 * 1024


def sent_before_an_answer(connection: socket.socket, piece: bytes) -> int:
    """Send up to 300 pieces, as fast as they are taken, until the server says something."""
    with selectors.DefaultSelector() as selector:
        selector.register(connection, selectors.EVENT_READ)
        for sent in range(300):
            if selector.select(timeout=0.05):
                return sent
            connection.sendall(piece)
    return 300


def resident() -> int:
    """Return this process's memory in bytes, where the system tells."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if statm.exists() else 0


def dribbled(connection: socket.socket, beginning: bytes) -> None:
    """Send a beginning, and then one byte a second for as long as the other side listens."""
    try:
        connection.sendall(beginning)
        while True:
            time.sleep(1)
            connection.sendall(b"x")
    except OSError:
        pass


SLOW = {
    "says nothing": (b"", False),
    "half a header": (b"GET / HTTP/1.1\r\nHost: gard", False),
    "a header at 1 byte/s": (b"GET / HTTP/1.1\r\nX-Slow: ", True),
    "half a body": (POST + b"Content-Length: 1000\r\n\r\nemail=", False),
    "a body at 1 byte/s": (POST + b"Content-Length: 1000\r\n\r\nemail=", True),
    "a body nobody reads, at 1 byte/s": (
        b"POST /nowhere HTTP/1.1\r\nHost: garden.example\r\nContent-Length: 1000\r\n\r\n",
        True,
    ),
}


def test_whoever_dribbles_is_cut_off_within_fifteen_seconds(app: Starlette, port: int) -> None:
    met: dict[str, tuple[bytes, float]] = {}

    def meet(what: str) -> None:
        beginning, goes_on = SLOW[what]
        began = time.monotonic()
        with connected(port) as connection:
            if goes_on:
                arguments = (connection, beginning)
                threading.Thread(target=dribbled, args=arguments, daemon=True).start()
            else:
                connection.sendall(beginning)
            met[what] = (everything(connection), time.monotonic() - began)

    threads = [threading.Thread(target=meet, args=[what]) for what in SLOW]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(40)

    assert {what: seconds < 15 for what, (_, seconds) in met.items()} == dict.fromkeys(SLOW, True)
    assert met["half a body"][0].startswith(b"HTTP/1.1 408 ")
    assert met["a body at 1 byte/s"][0].startswith(b"HTTP/1.1 408 ")
    assert met["a body nobody reads, at 1 byte/s"][0].startswith(b"HTTP/1.1 404 ")
    assert app.state.stored == []


def test_a_connection_is_kept_for_the_next_request(port: int) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: garden.example\r\n\r\n"
    with connected(port) as connection:
        for _ in range(3):
            connection.sendall(request)
            assert answers(connection, 1).startswith(b"HTTP/1.1 200 ")
        connection.sendall(request * 2)
        assert answers(connection, 2).count(b"HTTP/1.1 200 ") == 2


def test_a_forwarded_address_is_not_believed() -> None:
    seen: list[object] = []

    async def watching(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope.get("client") and scope["client"][0])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    with served(watching) as port:
        head = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-Proto: https\r\n"
        said(port, head + b"X-Forwarded-For: 9.9.9.9\r\nForwarded: for=9.9.9.9\r\n\r\n")

    assert "9.9.9.9" not in seen
    assert "127.0.0.1" in seen


def test_no_line_of_any_log_holds_the_token(port: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for method in (b"GET", b"HEAD", b"POST", b"BREW"):
        said(
            port,
            method + b" /newsletter/confirm?token=canary HTTP/1.1\r\nHost: garden.example\r\n"
            b"Connection: close\r\nContent-Length: 0\r\n\r\n",
        )

    assert "/newsletter/confirm" in caplog.text
    assert "canary" not in caplog.text


def test_a_taken_port_is_said_in_a_sentence(port: int, app: Starlette) -> None:
    with pytest.raises(AddressTaken, match=f"127.0.0.1:{port}.*another port"):
        asyncio.run(serve(app, host="127.0.0.1", port=port, stopping=asyncio.Event()))


def test_the_port_is_free_again_after_the_end(
    application: Callable[[Settings], Starlette], settings: Settings
) -> None:
    port = free_port()
    for _ in range(2):
        with served(application(replace(settings)), port=port) as opened:
            assert opened == port
            assert said(
                port, b"GET /healthz HTTP/1.1\r\nHost: garden.example\r\nConnection: close\r\n\r\n"
            ).startswith(b"HTTP/1.1 200 ")


def test_too_many_connections_are_told_to_come_back(app: Starlette) -> None:
    with served(app, limit_concurrency=5) as port:
        idle = [connected(port) for _ in range(8)]
        answer = said(
            port, b"GET /healthz HTTP/1.1\r\nHost: garden.example\r\nConnection: close\r\n\r\n"
        )
        for connection in idle:
            connection.close()

    assert answer.startswith(b"HTTP/1.1 503 ")
