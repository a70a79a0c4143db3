"""A bad line to PostgreSQL: a TCP proxy that reads statements and cuts, stalls or resets on cue."""

import contextlib
import socket
import struct
import threading
from collections.abc import Generator
from contextlib import contextmanager
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

READY_FOR_QUERY = b"Z\x00\x00\x00\x05"
STARTUP_CODES_WITHOUT_STATEMENTS = {80877102, 80877103, 80877104}  # cancel, TLS, GSS


class FaultProxy:
    """Listens on loopback in front of a server, which may listen on a Unix socket.

    A fault that is armed happens once; `faults` counts those that happened.
    """

    def __init__(self, upstream: str) -> None:
        self._upstream = conninfo_to_dict(upstream)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._links: set[Link] = set()
        self._fault: tuple[str, str] | None = None
        self._countdown = 0
        self._is_refusing = False
        self._refuses_after_fault = False
        self.flowing = threading.Event()
        self.flowing.set()
        self.faults = 0
        self.connections = 0

    @property
    def url(self) -> str:
        """The address of the database through the proxy."""
        user = quote(str(self._upstream.get("user", "postgres")))
        password = quote(str(self._upstream.get("password", "")))
        port = self._listener.getsockname()[1]
        name = quote(str(self._upstream.get("dbname", user)))
        # In clear, so that it can be read, and without the question whether it may be.
        clear = "sslmode=disable&gssencmode=disable"
        return f"postgresql://{user}:{password}@127.0.0.1:{port}/{name}?{clear}"

    def cut_before(self, statement: str, nth: int = 1) -> None:
        """Cut the line when a statement that begins so is sent; the server never sees it."""
        self._arm("before", statement, nth)

    def cut_after(self, statement: str, nth: int = 1) -> None:
        """Deliver such a statement, wait for the server's answer, drop it and cut the line."""
        self._arm("after", statement, nth)

    def cut_at(self, nth: int) -> None:
        """Cut the line when the nth statement from now is sent."""
        self._arm("before", "", nth)

    def stall_at(self, statement: str) -> None:
        """Let nothing through from when such a statement is sent until `resume()`."""
        self._arm("stall", statement)

    def disarm(self) -> None:
        """Forget a fault that has not happened."""
        with self._lock:
            self._fault = None

    def stall(self) -> None:
        """Let nothing through in either direction, with every line still up."""
        self.flowing.clear()

    def resume(self) -> None:
        """Let everything through again."""
        self._is_refusing = False
        self._refuses_after_fault = False
        self.flowing.set()

    def refuse(self) -> None:
        """Cut every line and answer no new one."""
        self._is_refusing = True
        self.reset()

    def refuse_after_fault(self) -> None:
        """Answer no new line once the armed fault has happened."""
        self._refuses_after_fault = True

    def reset(self) -> None:
        """Reset every line, as a router that has forgotten them."""
        with self._lock:
            links = list(self._links)
        for link in links:
            link.close(reset=True)

    def serve(self) -> None:
        """Accept connections until the listener is closed."""
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if self._is_refusing:
                    client.close()
                    continue
                self.connections += 1
                link = Link(self, client, self._connect())
                with self._lock:
                    self._links.add(link)
                link.start()

    def close(self) -> None:
        """Close the listener and every line."""
        self.flowing.set()
        # close() alone would leave the other thread in accept()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.reset()

    def forget(self, link: "Link") -> None:
        """Remember no longer a line that is down."""
        with self._lock:
            self._links.discard(link)

    def fault_of(self, statement: str) -> str | None:
        """Return what is to happen to a statement that a client has just sent."""
        with self._lock:
            if self._fault is None or not statement.lower().startswith(self._fault[1]):
                return None
            self._countdown -= 1
            if self._countdown > 0:
                return None
            kind, self._fault = self._fault[0], None
            self.faults += 1
            self._is_refusing = self._is_refusing or self._refuses_after_fault
            return kind

    def _arm(self, kind: str, statement: str, nth: int = 1) -> None:
        with self._lock:
            self._fault = (kind, statement.lower())
            self._countdown = nth

    def _connect(self) -> socket.socket:
        host = str(self._upstream.get("host", "127.0.0.1"))
        port = int(self._upstream.get("port") or 5432)
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{host}/.s.PGSQL.{port}")
        return server


class Link:
    """One client's line, a thread for each direction."""

    def __init__(self, proxy: FaultProxy, client: socket.socket, server: socket.socket) -> None:
        self._proxy = proxy
        self._client = client
        self._server = server
        self._drops_answer = False

    def start(self) -> None:
        """Carry bytes both ways from now on."""
        for carry in (self._to_server, self._to_client):
            threading.Thread(target=carry, daemon=True).start()

    def close(self, *, reset: bool = False) -> None:
        """Take the line down."""
        self._proxy.forget(self)
        if reset:
            with contextlib.suppress(OSError):
                linger = struct.pack("ii", 1, 0)
                self._client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        for end in (self._client, self._server):
            with contextlib.suppress(OSError):
                if not reset or end is self._server:
                    end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _to_server(self) -> None:
        with contextlib.suppress(OSError):
            for message, statement in messages(self._client):
                fault = None if statement is None else self._proxy.fault_of(statement)
                if fault == "before":
                    break
                if fault == "after":
                    self._drops_answer = True
                if fault == "stall":
                    self._proxy.stall()
                self._proxy.flowing.wait()
                self._server.sendall(message)
        if not self._drops_answer:
            self.close()

    def _to_client(self) -> None:
        with contextlib.suppress(OSError):
            while data := self._server.recv(65536):
                self._proxy.flowing.wait()
                if not self._drops_answer:
                    self._client.sendall(data)
                elif data[-6:-1] == READY_FOR_QUERY:
                    break
        self.close()


def messages(client: socket.socket) -> Generator[tuple[bytes, str | None]]:
    """Yield a client's messages, each with the text of its statement if it has one."""
    with client.makefile("rb") as stream:
        length = stream.read(4)
        if len(length) < 4:
            return
        startup = stream.read(struct.unpack("!I", length)[0] - 4)
        yield length + startup, None
        if struct.unpack("!I", startup[:4])[0] in STARTUP_CODES_WITHOUT_STATEMENTS:
            return
        while len(head := stream.read(5)) == 5:
            body = stream.read(struct.unpack("!I", head[1:])[0] - 4)
            yield head + body, statement_of(head[:1], body)


def statement_of(kind: bytes, body: bytes) -> str | None:
    """Return the text that a Query or Parse message carries."""
    if kind == b"Q":
        return body.rstrip(b"\x00").decode().strip()
    if kind == b"P":
        return body.split(b"\x00")[1].decode().strip()
    return None


@contextmanager
def fault_proxy(upstream: str) -> Generator[FaultProxy]:
    """Run a proxy in front of the server of a URL."""
    proxy = FaultProxy(upstream)
    thread = threading.Thread(target=proxy.serve, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.close()
        thread.join(10)
