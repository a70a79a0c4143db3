"""A mail server that misbehaves on purpose, and writes down every mail it took.

`python -m tests.support.bad_smtp --port 0 --record FILE --mode ok` prints its port and serves until
it is killed. In a test: `with BadSmtp("hang-after-data", record=path) as server: ...`.

Each mail that was answered with 250 is one JSON line {"to", "message_id", "at"} in the record,
written before the answer: the record is the ground truth of what was delivered.
"""

import argparse
import contextlib
import json
import os
import re
import socket
import ssl
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.smtp_conversation import Conversation

MODES = {
    "ok": "take everything",
    "greylist": "refuse each recipient `refusals` times with 450, then take it",
    "421": "greet with 421 and close",
    "rcpt-550-5.1.1": "no such user, with an enhanced code that echoes the address",
    "rcpt-550": "a bare 550, without an enhanced code",
    "rcpt-550-5.7.1": "refused for policy reasons",
    "rcpt-501": "an address that it cannot read, without an enhanced code",
    "rcpt-501-5.1.3": "an address that it cannot read, with one",
    "450-too-much": "after `allowance` mails, too many of them",
    "454-quota": "the day's quota is used up, as SES says it",
    "550-google": "the day's quota is used up, as Google says it",
    "had-before": "a mail of this name has been taken before",
    "mail-from-550": "refuse the sender",
    "data-451": "451 after the final dot",
    "data-550-5.1.1": "550 5.1.1 after the final dot",
    "data-551": "a bare 551 after the final dot",
    "hang-after-data": "read the whole mail and never answer",
    "close-after-dot": "read the whole mail, keep nothing, close",
    "lost-answer": "take and record the mail, then close instead of answering",
    "garbage": "greet with noise",
    "garbage-after-dot": "answer the final dot with noise",
    "no-banner": "accept the connection and stay silent",
    "dribble-banner": "send the greeting at one byte a second",
    "dribble-reply": "answer EHLO at one byte a second",
    "endless": "greet with a reply whose lines never end",
    "starttls": "offer STARTTLS with the certificate of `tls`, or a self-signed one",
    "starttls-stripped": "offer no STARTTLS, as after an attack",
    "starttls-refused": "offer STARTTLS and then refuse it",
    "tls": "speak TLS from the first byte, with `tls` or a self-signed certificate",
    "auth-535": "offer STARTTLS and AUTH, and refuse every login",
}


@dataclass
class BadSmtp:
    """One server, one thread for each connection. `mode` may be changed while it runs."""

    mode: str = "ok"
    record: Path | None = None
    port: int = 0
    refusals: int = 2
    allowance: int = 0  # 450-too-much: how many mails it takes before that
    delay: float = 0.0  # before the answer to the final dot
    tls: ssl.SSLContext | None = None
    commands: list[str] = field(default_factory=list)
    mails: list[bytes] = field(default_factory=list)
    closed: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)  # a client left us
    _seen: dict[str, int] = field(default_factory=dict)
    _lines: list[socket.socket] = field(default_factory=list)
    _threads: list[threading.Thread] = field(default_factory=list)

    def __enter__(self) -> "BadSmtp":
        """Listen on loopback."""
        assert self.mode in MODES, self.mode
        self._listener = socket.create_server(("127.0.0.1", self.port), backlog=512)
        self.port = self._listener.getsockname()[1]
        if self.tls is None and self.mode in {"starttls", "tls", "auth-535", "had-before"}:
            self.tls = self_signed()
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Close every line and wait for the threads."""
        self.closed.set()
        for line in [self._listener, *self._lines]:
            shut(line)
        for thread in self._threads:
            thread.join(5)

    @property
    def senders_seen(self) -> int:
        """Count how often anybody came as far as MAIL FROM."""
        return sum(command.upper().startswith("MAIL FROM") for command in self.commands)

    def _accept(self) -> None:
        while not self.closed.is_set():
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._lines.append(line)
            thread = threading.Thread(target=self._serve, args=(line,), daemon=True)
            self._threads = [t for t in self._threads if t.is_alive()] + [thread]
            thread.start()

    def _serve(self, line: socket.socket) -> None:
        conversation = Conversation(self, line)
        try:
            if self.mode == "tls":
                conversation.encrypt()
            conversation.run()
        except (OSError, ValueError):
            self.hung_up.set()
        finally:
            conversation.close()
            self._lines = [open_line for open_line in self._lines if open_line.fileno() != -1]

    def wrap(self, line: socket.socket) -> socket.socket:
        """Begin TLS on a line."""
        assert self.tls is not None
        wrapped = self.tls.wrap_socket(line, server_side=True)
        self._lines.append(wrapped)
        return wrapped

    def keep(self, to: str, content: bytes) -> None:
        """Write a taken mail down, in one append that no kill can tear."""
        self.mails.append(content)
        if self.record is None:
            return
        entry = self.entry(to, content)
        descriptor = os.open(self.record, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        os.write(descriptor, (json.dumps(entry) + "\n").encode())
        os.close(descriptor)

    def entry(self, to: str, content: bytes) -> dict[str, object]:
        """Return what is written down of a mail."""
        found = re.search(rb"(?im)^Message-ID:\s*(<[^>\r\n]*>)", content)
        return {"to": to, "message_id": found[1].decode() if found else None, "at": time.time()}

    def refuse_again(self, to: str) -> bool:
        """Count the refusals of a greylisted recipient."""
        self._seen[to] = self._seen.get(to, 0) + 1
        return self._seen[to] <= self.refusals


def self_signed() -> ssl.SSLContext:
    """Return a certificate for localhost that nobody has any reason to trust."""
    import trustme

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    trustme.CA().issue_cert("localhost", "127.0.0.1").configure_cert(context)
    return context


def shut(line: socket.socket) -> None:
    """Close a socket, waking whoever reads from it."""
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()


def main() -> None:
    """Serve until killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--mode", choices=sorted(MODES), default="ok")
    parser.add_argument("--refusals", type=int, default=2, help="greylist: how often to refuse")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds before the last answer")
    asked = parser.parse_args()
    with BadSmtp(
        asked.mode, asked.record, asked.port, refusals=asked.refusals, delay=asked.delay
    ) as server:
        print(server.port, flush=True)
        server.closed.wait()


if __name__ == "__main__":
    main()
