"""Read the Maildir in which a development server catches every mail."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

HTTP_ADDRESS = re.compile(r"<(https?://[^\s<>]+)>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Caught:
    """A mail's file: its key in the Maildir, and when it arrived."""

    key: str
    path: Path
    arrived: datetime

    def read(self) -> "CaughtMail":
        """Parse the mail, headers only as far as needed: the newer parser fails over bad ones."""
        source = self.path.read_bytes()
        return CaughtMail(self, source, BytesParser().parsebytes(source))


@dataclass(frozen=True, slots=True)
class CaughtMail:
    """A mail as it was handed to the transport."""

    file: Caught
    source: bytes
    message: Message

    def header(self, name: str) -> str:
        """Return a header in readable letters, "" if there is none."""
        return next((value for known, value in self.headers() if known.lower() == name.lower()), "")

    def headers(self) -> list[tuple[str, str]]:
        """Return all headers in their order."""
        return [(name, readable(str(value))) for name, value in self.message.raw_items()]

    def html(self) -> str | None:
        """Return the HTML part."""
        return content(self.part("text/html"))

    def text(self) -> str | None:
        """Return the plain text part."""
        return content(self.part("text/plain"))

    def part(self, kind: str) -> Message | None:
        """Return the first part of a kind."""
        return next((part for part in self.message.walk() if part.get_content_type() == kind), None)

    def one_click(self) -> str | None:
        """Return the address that a mail program would POST to (RFC 8058)."""
        promised = self.header("List-Unsubscribe-Post").replace(" ", "").lower()
        found = HTTP_ADDRESS.search(self.header("List-Unsubscribe"))
        return found[1] if found and promised == "list-unsubscribe=one-click" else None


def caught(maildir: Path) -> list[Caught]:
    """Return the mails in the Maildir, newest first; none if it does not exist yet."""
    return sorted(files(maildir), key=lambda mail: (mail.arrived, mail.key), reverse=True)


def find(maildir: Path, key: str) -> Caught | None:
    """Return the mail with a key. The key is compared with names, never made into a path."""
    return next((mail for mail in files(maildir) if mail.key == key), None)


def files(maildir: Path) -> Iterator[Caught]:
    """Yield the delivered mails; `tmp` holds those still being written."""
    for folder in ("new", "cur"):
        try:
            entries = list((maildir / folder).iterdir())
        except FileNotFoundError:
            continue
        for path in entries:
            try:
                arrived = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            except FileNotFoundError:
                continue  # moved or deleted while we looked
            yield Caught(path.name.partition(":")[0], path, arrived)


def readable(value: str) -> str:
    """Return a header's value on one line, decoded if it can be."""
    line = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    line = "".join(line.splitlines())
    try:
        decoded = str(make_header(decode_header(line)))
        return decoded.encode("utf-8", "replace").decode("utf-8")
    except (LookupError, ValueError, MessageError):
        return line


def content(part: Message | None) -> str | None:
    """Return the text of a part, whatever its bytes are."""
    if part is None:
        return None
    raw = part.get_payload(decode=True)
    if not isinstance(raw, bytes):
        return None
    try:
        return raw.decode(part.get_content_charset("utf-8"), errors="replace")
    except (LookupError, ValueError):  # no charset, or one that cannot read these bytes
        return raw.decode("utf-8", errors="replace")
