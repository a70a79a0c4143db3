"""Mail that goes into a folder on this machine: the inbox of development, or a local mailbox."""

import asyncio
import os
import secrets
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from shared.mail.transport import DEADLINE, AnswerLost, Mail, TransportFailed, check_envelope


@dataclass(frozen=True, slots=True)
class Maildir:
    """A Maildir: each mail is written whole under tmp/, then renamed into new/."""

    path: str
    deadline: float = DEADLINE

    async def send(self, mail: Mail) -> None:
        """Deliver one mail, with its envelope as the two uppermost headers."""
        check_envelope(mail)
        try:
            async with asyncio.timeout(self.deadline):
                await asyncio.to_thread(deliver, Path(self.path), mail)
        except TimeoutError:
            raise AnswerLost(f"The Maildir did not answer within {self.deadline:g} s.") from None
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else "unknown reason"
            raise TransportFailed(
                f"The Maildir cannot be written: {reason}.", is_outage=True
            ) from None


def deliver(folder: Path, mail: Mail) -> Path:
    """Write one mail so that a reader sees all of it or nothing, and a crash loses nothing."""
    for name in ("tmp", "new", "cur"):
        (folder / name).mkdir(parents=True, exist_ok=True, mode=0o700)
    host = socket.gethostname().replace("/", r"\057").replace(":", r"\072")
    name = f"{time.time_ns()}.{os.getpid()}{secrets.token_hex(6)}.{host}"
    envelope = f"X-Envelope-From: {mail.sender_address}\nX-Envelope-To: {mail.recipient}\n"
    temporary, final = folder / "tmp" / name, folder / "new" / name
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(envelope.encode() + mail.content.replace(b"\r\n", b"\n"))
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(final)
    sync_folder(final.parent)
    return final


def sync_folder(folder: Path) -> None:
    """Make a rename survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
