"""S15: the live check meets pages that lead astray, never end, or are no pages at all."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Generator

import pytest

from shared.newsletter.announcing.notifications import Page
from shared.newsletter.pages import live_check
from tests.support.jobs import make_due
from tests.support.rows import one

OK = b"HTTP/1.1 200 OK\r\n"

NO_PAGES = {
    "another protocol": b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    "nothing": b"",
    "too many headers": OK + b"A: b\r\n" * 50_000 + b"\r\n",
    "too long a header": OK + b"A: " + b"b" * 300_000 + b"\r\n\r\n",
    "no chunk": OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "half a chunk": OK + b"Transfer-Encoding: chunked\r\n\r\n10\r\nabc",
}

ASTRAY = [
    "http://127.0.0.1:{canary}/",
    "//127.0.0.1:{canary}/",
    "http://127.0.0.1:{own}@127.0.0.1:{canary}/",
    "http://localhost:{own}/",
    "https://127.0.0.1:{own}/",
    "file:///etc/passwd",
    "ftp://127.0.0.1:{canary}/",
    "http://[::1",
    "/x/",  # in circles
]

Answer = Callable[[socket.socket], None]


class RawSite:
    """A server of raw bytes, which counts who came."""

    def __init__(self, answer: Answer) -> None:
        self.answer, self.met = answer, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            self.met += 1
            threading.Thread(target=self.meet, args=[connection], daemon=True).start()

    def meet(self, connection: socket.socket) -> None:
        with connection:
            try:
                connection.recv(65536)
                self.answer(connection)
            except OSError:
                pass

    def why_not_live(self) -> str | None:
        url = f"http://127.0.0.1:{self.port}/x/"
        page = Page(url=url, title="On oak", content_hash="sha256:oak")
        found = asyncio.run(live_check.first_not_live([page]))
        return found.why if found else None


@pytest.fixture
def page() -> Generator[Callable[[Answer], RawSite]]:
    pages: list[RawSite] = []

    def serving(answer: Answer) -> RawSite:
        pages.append(RawSite(answer))
        return pages[-1]

    yield serving
    for served in pages:
        served.listener.close()


@pytest.mark.parametrize("what", NO_PAGES)
def test_what_is_no_page_cannot_be_fetched_and_is_no_error(page, what: str):
    served = page(lambda connection: connection.sendall(NO_PAGES[what]))

    assert served.why_not_live() == "cannot be fetched"


@pytest.mark.parametrize("where", ASTRAY)
def test_c14_nothing_else_on_this_machine_is_asked(page, where: str):
    canary = page(lambda connection: connection.sendall(OK + b"\r\nOn oak"))

    def redirect(connection: socket.socket) -> None:
        to = where.format(canary=canary.port, own=served.port)
        connection.sendall(f"HTTP/1.1 302 Found\r\nLocation: {to}\r\n\r\n".encode())

    served = page(redirect)

    assert served.why_not_live() in ("answers 302", "cannot be fetched")
    assert canary.met == 0
    assert served.met <= 5


@pytest.mark.parametrize(
    "beginning", [b"", b"HTTP/1.1 2", OK + b"X-Slow: ", OK + b"Content-Length: 1000000\r\n\r\n"]
)
def test_a_page_that_dribbles_is_cut_off(page, monkeypatch, beginning: bytes):
    monkeypatch.setattr(live_check, "DEADLINE", 1.0)

    def dribble(connection: socket.socket) -> None:
        connection.sendall(beginning)
        for _ in range(300):
            time.sleep(0.1)
            connection.sendall(b"0")

    began = time.monotonic()

    assert page(dribble).why_not_live()
    assert time.monotonic() - began < 15


@pytest.mark.parametrize("head", [OK + b"\r\n", b"HTTP/1.1 302 Found\r\nLocation: /x/\r\n\r\n"])
def test_of_a_huge_page_only_the_beginning_is_read(page, head: bytes):
    sent: list[int] = []

    def pour(connection: socket.socket) -> None:
        connection.sendall(head)
        sent.extend(connection.send(b"x" * 1024 * 1024) for _ in range(300))

    assert page(pour).why_not_live()
    assert sum(sent) < 50 * 1024 * 1024


def test_a_garden_that_answers_nonsense_is_waited_for_without_burning_an_attempt(garden, db):
    nonsense = RawSite(lambda connection: connection.sendall(NO_PAGES["another protocol"]))
    garden.show(garden.site.note("oak"))
    garden.announce(garden.site.manifest(garden.site.note("oak", "evergreen")))
    db.execute("update notes set url = %s", (f"http://127.0.0.1:{nonsense.port}/x/",))
    make_due(db)
    garden.tick()
    nonsense.listener.close()

    assert nonsense.met == 1
    assert one(db, "select attempts from background_jobs") == 0
