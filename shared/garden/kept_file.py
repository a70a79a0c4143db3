"""A SQLite file of what is kept between builds, begun anew when code or settings have changed."""

import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from shared.garden.unusable import Damaged, Unusable

ABOUT = """
    pragma page_size = 32768;
    create table if not exists about (fingerprint text not null);
"""
PATIENCE = 10  # seconds for which another build may have the file to itself
# https://www.sqlite.org/rescode.html: what says nothing of the file itself.
ELSEWHERE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_READONLY,
}
OUR_FAULT = (sqlite3.ProgrammingError, sqlite3.InterfaceError)


class KeptFile:
    """One file, its tables made by `schema`; what has another fingerprint is thrown away.

    Whatever is wrong with the file or in it is said as `Unusable`, and as `Damaged` where that
    would be so the next time, too.
    """

    def __init__(self, file: Path, schema: str, fingerprint: str) -> None:
        self.file = file
        self.schema = ABOUT + schema
        self.connection: sqlite3.Connection | None = None
        self.process = 0
        self.place = 0  # on the disk; another build may put a new file there
        try:
            self.prepare(fingerprint)
        except OSError as error:
            raise Unusable(f"{file} cannot be used: {error}") from error

    def prepare(self, fingerprint: str) -> None:
        """Open the file; begin a new one when it was made by other means, or is damaged."""
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.known() != fingerprint:
            self.close()
            self.file.unlink(missing_ok=True)
            with self.open() as connection:
                connection.executescript(self.schema)
                connection.execute("insert into about values (?)", (fingerprint,))
        self.place = self.file.stat().st_ino

    def known(self) -> str | None:
        """Return the fingerprint of what is in the file; none where that is of no use to anyone."""
        try:
            with self.open() as connection:
                connection.executescript(self.schema)
            found = self.rows("select fingerprint from about")
        except Damaged:
            return None
        return found[0][0] if found else None

    @contextmanager
    def open(self) -> Generator[sqlite3.Connection]:
        """Give a transaction.

        Raises:
            Unusable: the file cannot be read or written.

        """
        try:
            with self.connect() as connection:
                yield connection
        except OUR_FAULT:
            raise
        except sqlite3.Error as error:
            said = f"{self.file} cannot be used: {error}"
            raise (self.damaged(said) if is_damage(error) else Unusable(said)) from error

    def rows(self, question: str, *given: object) -> list[Any]:
        """Return what the file answers."""
        with self.open() as connection:
            return connection.execute(question, given).fetchall()

    def damaged(self, said: str) -> Unusable:
        """Return what is raised over the file: another's new one in its place is no damage."""
        with suppress(OSError):
            if self.place in (0, self.file.stat().st_ino):
                return Damaged(said)
        return Unusable(said)

    def connect(self) -> sqlite3.Connection:
        """Return a connection of this very process: a copy of it must not use the same."""
        if self.connection is None or self.process != os.getpid():
            self.connection = sqlite3.connect(self.file, PATIENCE, check_same_thread=False)
            self.process = os.getpid()
        return self.connection

    def close(self) -> None:
        """Let go of the file."""
        if self.connection and self.process == os.getpid():
            self.connection.close()
        self.connection, self.process = None, 0


def is_damage(error: sqlite3.Error) -> bool:
    """Tell whether a file is damaged, or just cannot be had; a text that is none has no code."""
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code & 0xFF not in ELSEWHERE
