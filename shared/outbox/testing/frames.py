"""What goes over a line to PostgreSQL, message by message: just enough to find the statements."""

import struct
from collections.abc import Generator
from dataclasses import dataclass
from typing import BinaryIO

SPOILT = b"this statement was spoilt on its way"

# The requests that a start-up message's place may be taken by: to cancel, for TLS, for GSSAPI.
NO_SESSION = {80877102, 80877103, 80877104}


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the protocol: its type, its bytes as they came, and what it says."""

    kind: bytes
    whole: bytes
    body: bytes

    @property
    def statement(self) -> str | None:
        """The text of the statement that this message brings to the server, if it brings one."""
        if self.kind == b"Q":
            text = self.body[:-1]
        elif self.kind == b"P":
            text = self.body.split(b"\x00")[1]
        else:
            return None
        return text.decode(errors="replace").strip() or None

    def spoilt(self) -> bytes:
        """Return the message with a statement in it that no server accepts."""
        return self.saying(SPOILT)

    def slow(self) -> bytes:
        """Return the message with a statement in it that takes minutes and can be cancelled."""
        parameters = 0
        if self.kind == b"P":
            _, _, rest = self.body.split(b"\x00", 2)
            (parameters,) = struct.unpack("!H", rest[:2])
        used = "".join(f", ${number}" for number in range(1, parameters + 1))
        return self.saying(f"select pg_sleep(600){used}".encode())

    def saying(self, statement: bytes) -> bytes:
        """Return the message with another statement in it."""
        body = statement + b"\x00"
        if self.kind == b"P":
            name, _, rest = self.body.split(b"\x00", 2)
            body = name + b"\x00" + body + rest
        return self.kind + struct.pack("!I", len(body) + 4) + body

    @property
    def leaves_transaction_open(self) -> bool | None:
        """For the server's word that it is ready: whether a transaction is open; else None."""
        return None if self.kind != b"Z" else self.body != b"I"


def messages(stream: BinaryIO) -> Generator[Message]:
    """Yield messages until the line is down."""
    while len(head := stream.read(5)) == 5:
        body = stream.read(struct.unpack("!I", head[1:])[0] - 4)
        yield Message(head[:1], head + body, body)


def client_messages(stream: BinaryIO) -> Generator[Message]:
    """Yield a client's messages, of which the first has no type."""
    length = stream.read(4)
    if len(length) < 4:
        return
    start = stream.read(struct.unpack("!I", length)[0] - 4)
    yield Message(b"", length + start, start)
    if struct.unpack("!I", start[:4])[0] not in NO_SESSION:
        yield from messages(stream)
