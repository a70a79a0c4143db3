"""A real server on loopback in a thread, for tests that must see bytes and connections."""

import asyncio
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from queue import Queue

from starlette.types import ASGIApp

from functions.serving import serve


@contextmanager
def served(app: ASGIApp, *, port: int = 0, limit_concurrency: int = 200) -> Generator[int]:
    """Serve an application until the block ends; give its port."""
    ports: Queue[int] = Queue()
    stops: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Queue()

    async def run() -> None:
        stopping = asyncio.Event()
        stops.put((asyncio.get_running_loop(), stopping))
        await serve(
            app,
            host="127.0.0.1",
            port=port,
            stopping=stopping,
            ready=ports.put,
            limit_concurrency=limit_concurrency,
        )

    thread = threading.Thread(target=asyncio.run, args=[run()])
    thread.start()
    try:
        yield ports.get(timeout=30)
    finally:
        loop, stopping = stops.get(timeout=30)
        loop.call_soon_threadsafe(stopping.set)
        thread.join(30)


def free_port() -> int:
    """Return a port on which nobody listens just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def everything(connection: socket.socket) -> bytes:
    """Read until the other side closes."""
    received = b""
    try:
        while piece := connection.recv(65536):
            received += piece
    except ConnectionResetError:
        pass
    return received
