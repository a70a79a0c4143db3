"""A line to PostgreSQL on which the steps of a handler are counted, and one of them goes wrong.

Every statement is a step. The line stands between the driver and the server, so whatever a handler
uses to speak to its database is seen here, and nothing in production has to know of it.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

from shared.outbox.testing.frames import Message, client_messages, messages

# `kill` calls `Line.strike` and never delivers the statement, `kill-after` does so when the server
# has executed it and before anybody is told. `stop` delivers it after `resume()`. `cut` drops the
# line before the statement, `mute` after it was executed. `spoil` makes the server refuse it,
# `slow` makes it take minutes.
Fault = Literal["kill", "kill-after", "stop", "cut", "mute", "spoil", "slow"]


@dataclass(slots=True)
class Idle:
    """The longest that a transaction stood open with nothing to do, and what ended the wait."""

    seconds: float = 0.0
    before: str = ""


@dataclass
class Line:
    """What happens to statements on their way to one server.

    Steps are counted while `counts` is true. The `nth` of them for which `chooses` is true meets
    the fault, once.
    """

    upstream: str
    fault: Fault | None = None
    nth: int = 0
    chooses: Callable[[str], bool] = lambda _: True
    strike: Callable[[], None] = lambda: None
    steps: int = 0
    struck: str | None = None
    counts: bool = False
    is_over: bool = False  # the handler has ended
    struck_late: bool = False  # and had when the fault came
    idle: Idle = field(default_factory=Idle)
    _open: set["Link"] = field(default_factory=lambda: set[Link]())
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _flows: threading.Event = field(default_factory=threading.Event)
    _listener: socket.socket = field(
        default_factory=lambda: socket.create_server(("127.0.0.1", 0), backlog=64)
    )

    @property
    def url(self) -> str:
        """The address of the database by way of this line."""
        parts = conninfo_to_dict(self.upstream)
        user = quote(str(parts.get("user", "postgres")), safe="")
        password = quote(str(parts.get("password", "")), safe="")
        name = quote(str(parts.get("dbname", user)), safe="")
        port = self._listener.getsockname()[1]
        # In clear, so that it can be read, and without the question whether it may be.
        clear = "sslmode=disable&gssencmode=disable"
        return f"postgresql://{user}:{password}@127.0.0.1:{port}/{name}?{clear}"

    @property
    def transactions_at_rest(self) -> int:
        """How many transactions are open now, and their client says nothing."""
        with self._lock:
            return sum(link.rests_since is not None for link in self._open)

    def resume(self) -> None:
        """Let what was stopped go on."""
        self._flows.set()

    def serve(self) -> None:
        """Accept connections until the listener is closed."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                link = Link(self, client, connect(self.upstream))
                with self._lock:
                    self._open.add(link)
                link.start()

    def close(self) -> None:
        """Take everything down."""
        self._flows.set()
        with contextlib.suppress(OSError):  # close() alone would leave the other thread waiting
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        with self._lock:
            links = list(self._open)
        for link in links:
            link.close()

    def forget(self, link: "Link") -> None:
        """Remember no longer a connection that is down."""
        with self._lock:
            self._open.discard(link)

    def fate(self, statement: str) -> Fault | None:
        """Count a statement that is on its way, and say what is to happen to it."""
        with self._lock:
            if not self.counts or not self.chooses(statement):
                return None
            self.steps += 1
            if self.struck is not None or self.fault is None or self.steps != self.nth:
                return None
            self.struck, self.struck_late = statement, self.is_over
        if self.fault == "kill":
            self.strike()
        return self.fault

    def wait(self) -> None:
        """Wait for `resume()`."""
        self._flows.wait()

    def note_rest(self, seconds: float, statement: str) -> None:
        """Remember how long a transaction stood open before its next statement."""
        with self._lock:
            if self.counts and seconds > self.idle.seconds:
                self.idle = Idle(seconds, statement)


class Link:
    """One connection, a thread for each direction."""

    def __init__(self, line: Line, client: socket.socket, server: socket.socket) -> None:
        self.rests_since: float | None = None
        self._line = line
        self._client = client
        self._server = server
        self._is_mute = self._kills = False
        for end in (client, server):
            if end.family != socket.AF_UNIX:  # a message must not wait for the next
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def start(self) -> None:
        """Carry messages both ways from now on."""
        for carry in (self._to_server, self._to_client):
            threading.Thread(target=carry, daemon=True).start()

    def close(self) -> None:
        """Take the connection down on both sides."""
        self._line.forget(self)
        for end in (self._client, self._server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _to_server(self) -> None:
        with contextlib.suppress(OSError), self._client.makefile("rb") as stream:
            for message in client_messages(stream):
                self._note_rest(message)
                bytes_to_send = self._after_fate(message)
                if bytes_to_send is None:
                    break
                self._server.sendall(bytes_to_send)
        if not self._is_mute:
            self.close()

    def _after_fate(self, message: Message) -> bytes | None:
        """Return what is to be sent of a message, None when the line is to be cut here."""
        statement = message.statement
        fault = None if statement is None else self._line.fate(statement)
        if fault in ("cut", "kill"):
            return None
        if fault == "spoil":
            return message.spoilt()
        if fault == "slow":
            return message.slow()
        if fault == "stop":
            self._line.wait()
        if fault in ("mute", "kill-after"):
            self._is_mute, self._kills = True, fault == "kill-after"
        return message.whole

    def _note_rest(self, message: Message) -> None:
        since, self.rests_since = self.rests_since, None
        if since is not None and message.statement is not None:
            self._line.note_rest(time.monotonic() - since, message.statement)

    def _to_client(self) -> None:
        with contextlib.suppress(OSError), self._server.makefile("rb") as stream:
            for message in messages(stream):
                if self._is_mute and message.leaves_transaction_open is not None:
                    if self._kills:
                        self._line.strike()
                    break  # executed, and nobody is told
                if message.leaves_transaction_open:
                    self.rests_since = time.monotonic()
                if not self._is_mute:
                    self._client.sendall(message.whole)
        self.close()


def connect(upstream: str) -> socket.socket:
    """Open a connection to the server of a URL, on a Unix socket or by TCP."""
    parts = conninfo_to_dict(upstream)
    host, port = str(parts.get("host", "127.0.0.1")), int(parts.get("port") or 5432)
    if not host.startswith("/"):
        return socket.create_connection((host, port))
    server = socket.socket(socket.AF_UNIX)
    server.connect(f"{host}/.s.PGSQL.{port}")
    return server


@contextmanager
def a_line(upstream: str) -> Generator[Line]:
    """Run a line to the server of a URL."""
    line = Line(upstream)
    thread = threading.Thread(target=line.serve, daemon=True)
    thread.start()
    try:
        yield line
    finally:
        line.close()
        thread.join(10)
