"""S15: over TLS the certificate must be that of the site's name, whatever answers."""

import asyncio
import socket
import threading
from collections.abc import Callable, Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from shared.newsletter.pages.fetching import NotFetched, fetch, fetcher
from tests.support.certificates import Certificates, certificates

__all__ = ["certificates"]


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = str(self.headers["Host"]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def secured(certificates: Certificates) -> Generator[Callable[[str], int]]:
    """Give a function that serves a page over TLS under a name, and returns its port."""
    servers: list[ThreadingHTTPServer] = []

    def serve(name: str) -> int:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        context = certificates.server(name)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        return server.server_port

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


def get(url: str) -> tuple[int, str]:
    async def ask() -> tuple[int, str]:
        async with fetcher(seconds=10) as client:
            return await fetch(client, url, limit=1000, is_private=True)

    with asyncio.Runner() as runner:
        return runner.run(ask())


@pytest.fixture(autouse=True)
def leads_here(monkeypatch: pytest.MonkeyPatch, certificates: Certificates) -> None:
    """Let every name lead to this machine, and trust the tests' own authority."""

    async def resolve(self, host: str, port: int, **_: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.SelectorEventLoop, "getaddrinfo", resolve)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates.cafile))


def test_s15_a_page_of_the_sites_name_is_read_and_asked_by_that_name(secured):
    port = secured("garden.example")

    assert get(f"https://garden.example:{port}/") == (200, f"garden.example:{port}")


def test_s15_another_names_certificate_is_refused(secured):
    port = secured("other.example")

    with pytest.raises(NotFetched, match="cannot be fetched"):
        get(f"https://garden.example:{port}/")


def test_s15_an_international_name_is_asked_as_the_web_writes_it(secured):
    port = secured("xn--bcher-kva.example")

    assert get(f"https://bücher.example:{port}/") == (200, f"xn--bcher-kva.example:{port}")
