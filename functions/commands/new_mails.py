"""The new mails of a Maildir, or the one on standard input, each with what files it away."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import click

from shared.mail.notices.dsn import LARGEST

STDIN = Path("-")

Mail = tuple[bytes, Callable[[], None]]


def new_mails(mailbox: Path) -> Iterator[Mail]:
    """Yield each mail, as much of it as is read, and a function that says that it was read."""
    if mailbox == STDIN:
        yield sys.stdin.buffer.read(LARGEST), lambda: None
        return
    for path in sorted((mailbox / "new").iterdir()):
        # Somebody else, a mail program or another of us, may have been faster.
        if (content := beginning(path)) is not None:
            yield content, lambda path=path: move_to_cur(path)


def require_maildir(mailbox: Path) -> None:
    """Refuse a folder that is no Maildir."""
    if mailbox != STDIN and not all((mailbox / name).is_dir() for name in ("new", "cur")):
        raise click.UsageError(f"{mailbox} is no Maildir: it has no folders new and cur.")


def beginning(path: Path) -> bytes | None:
    """Return as much of a mail as is read; None where there is none any more."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST)
    except (FileNotFoundError, IsADirectoryError):
        return None


def move_to_cur(path: Path) -> None:
    """Mark a mail as read, as a mail program does."""
    name = path.name.partition(":")[0]
    with suppress(FileNotFoundError):
        path.rename(path.parent.parent / "cur" / f"{name}:2,S")
