"""Serve the application over HTTP/1.1 on a server or a laptop, with uvicorn.

What a public socket needs and uvicorn does not do by itself: a connection whose request line and
headers dribble in is closed, and so is one that goes on sending after it has been answered.
`X-Forwarded-For` is not believed.
"""

import asyncio
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
LINGER_SECONDS = 2.0  # so that a client still sending has a chance to read why it was refused
GRACE_SECONDS = 5


class AddressTaken(OSError):
    """Somebody else listens there already; the text says where, and the remedy."""


async def serve(
    app: ASGIApp,
    *,
    host: str,
    port: int,
    stopping: asyncio.Event,
    ready: Callable[[int], None] = lambda port: None,
    limit_concurrency: int = 200,
) -> None:
    """Serve until `stopping` is set, then finish what is being answered and return.

    Signals are the caller's business. `ready` is called with the port once it is open, which
    matters with port 0.

    Raises:
        AddressTaken: the address is in use.

    """
    listener = listen(host, port)
    server = Server(configuration(app, limit_concurrency))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    leaving = asyncio.create_task(stopping.wait())
    try:
        ready(listener.getsockname()[1])
        await asyncio.wait({serving, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        server.should_exit = True
        await serving
        listener.close()


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; connections wait in it until the server takes them."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise AddressTaken(
            f"Cannot listen on {host}:{port} ({error.strerror}). Stop what runs there, "
            "or choose another port with --port."
        ) from error
    listener.listen(2048)
    return listener


def configuration(app: ASGIApp, limit_concurrency: int) -> uvicorn.Config:
    """Return uvicorn's configuration: nothing believed, given away, or logged twice."""
    return uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        loop="none",
        lifespan="auto",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=limit_concurrency,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


class Server(uvicorn.Server):
    """uvicorn, without its own signal handlers."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave the signals to the caller."""
        yield


class PatientProtocol(H11Protocol):
    """HTTP/1.1 whose patience with a client ends: with its headers, and after the answer."""

    header_seconds = HEADER_SECONDS
    linger_seconds = LINGER_SECONDS
    patience: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.access_log = False  # uvicorn's own would log the query, and with it the token

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self.stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what arrived, then see what is still missing."""
        super().handle_events()
        self.watch()

    def on_response_complete(self) -> None:
        """Send the answer off, then see whether the client is still sending."""
        super().on_response_complete()
        self.watch()

    def watch(self) -> None:
        """Start the clock when it is the client's turn, and stop it when it is ours."""
        seconds = self.seconds_left_to_the_client()
        if seconds is None:
            self.stop_waiting()
        elif self.patience is None:
            self.patience = self.loop.call_later(seconds, self.hang_up)

    def seconds_left_to_the_client(self) -> float | None:
        """Return how long the client may take now, or None when it has done its part."""
        if self.conn.their_state is h11.IDLE:
            return self.header_seconds
        answered: Any = self.cycle and self.cycle.response_complete
        if self.conn.their_state is h11.SEND_BODY and answered:
            return self.linger_seconds
        return None

    def stop_waiting(self) -> None:
        """Forget the clock."""
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def hang_up(self) -> None:
        """Close the connection."""
        self.patience = None
        self.transport.close()
