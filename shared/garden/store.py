"""What earlier builds have found out, in one SQLite file: what notes say, what pages show.

Nothing in it is needed. What does not fit the code, the templates or the settings of today is
thrown away, and so is a file that cannot be read.
"""

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, msgpack

from shared.garden.kept_file import KeptFile
from shared.garden.problem import Problem
from shared.garden.unusable import decoded

SCHEMA = """
    create table if not exists heads
        (path text primary key, stamp text not null, digest blob not null, head blob not null);
    create table if not exists texts (path text primary key, text blob not null);
    create table if not exists terms (path text primary key, terms text not null);
    create table if not exists mails (key blob primary key, mail blob not null);
    create table if not exists pages (file text primary key, page blob not null);
    create table if not exists history (told blob not null)
"""


class Known(NamedTuple):
    """A file as it was read once: when and how large it was, its digest, and what came of it."""

    stamp: str
    digest: bytes
    head: bytes


class Kept(NamedTuple):
    """What is to be kept of a file; without a head only its stamp is new."""

    path: str
    stamp: str
    digest: bytes
    head: bytes
    text: bytes
    terms: str = ""  # by which a listed note is found


class Page(Struct, array_like=True):
    """A page that was written: what it was made of, and what was wrong with it."""

    file: str
    key: bytes
    stamp: str
    warnings: list[Problem]


BREAKS = 2  # in the terms of a note, between those of its title, its headings and its text

page_of = msgpack.Decoder(Page).decode
encode = msgpack.Encoder().encode


class Store:
    """One garden's file in a cache folder; without a folder nothing is kept."""

    def __init__(self, folder: Path | None, site: Path, fingerprint: str) -> None:
        file = folder / file_name(site) if folder else None
        self.kept = KeptFile(file, SCHEMA, fingerprint) if file else None
        self.found_by: dict[str, str] = {}  # terms, where there is no file

    def heads(self) -> dict[str, Known]:
        """Return every file that is known."""
        if self.kept is None:
            return {}
        rows = self.kept.rows("select path, stamp, digest, head from heads")
        return {path: Known(*known) for path, *known in rows}

    def text(self, path: str) -> bytes:
        """Return the text of a file that is known.

        Raises:
            Unusable: it is not there any more.

        """
        if self.kept is None:
            raise LookupError("nothing is kept without a cache folder")
        found = self.kept.rows("select text from texts where path = ?", path)
        if not found:
            raise self.kept.damaged(f"the text of {path} is not kept any more")
        return found[0][0]

    def terms(self) -> Iterable[tuple[str, str]]:
        """Return the paths of all notes, each with the terms by which it is found."""
        if self.kept is None:
            return self.found_by.items()
        found = self.kept.rows("select path, terms from terms")
        if not all(are_terms(terms) for _, terms in found):
            raise self.kept.damaged("terms are not as they were kept")
        return found

    def keep(self, read: Iterable[Kept]) -> None:
        """Keep what was read."""
        if self.kept is None:
            self.found_by |= {kept.path: kept.terms for kept in read}
            return
        with self.kept.open() as connection:
            for kept in read:
                if kept.head:
                    connection.execute("replace into heads values (?, ?, ?, ?)", kept[:4])
                    connection.execute("replace into texts values (?, ?)", (kept.path, kept.text))
                    connection.execute("replace into terms values (?, ?)", (kept.path, kept.terms))
                else:
                    again = (kept.stamp, kept.path)
                    connection.execute("update heads set stamp = ? where path = ?", again)

    def forget(self, paths: Iterable[str]) -> None:
        """Forget files that are gone."""
        if self.kept is None:
            return
        with self.kept.open() as connection:
            gone = [(path,) for path in paths]
            connection.executemany("delete from heads where path = ?", gone)
            connection.executemany("delete from texts where path = ?", gone)
            connection.executemany("delete from terms where path = ?", gone)

    def mails(self) -> list[tuple[bytes, bytes]]:
        """Return what the letters of the last build have said, by their keys."""
        if self.kept is None:
            return []
        return self.kept.rows("select key, mail from mails")

    def keep_mails(self, mails: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep what the letters of this build say, and forget all others."""
        if self.kept is None:
            return
        with self.kept.open() as connection:
            connection.execute("delete from mails")
            connection.executemany("insert into mails values (?, ?)", mails)

    def pages(self) -> list[Page]:
        """Return every page of the last build."""
        if self.kept is None:
            return []
        return [decoded(page_of, page) for (page,) in self.kept.rows("select page from pages")]

    def keep_pages(self, pages: Iterable[Page]) -> None:
        """Keep the pages of this build, and forget all others."""
        if self.kept is None:
            return
        rows = [(page.file, encode(page)) for page in pages]
        with self.kept.open() as connection:
            connection.execute("delete from pages")
            connection.executemany("insert into pages values (?, ?)", rows)

    def history(self) -> bytes:
        """Return what git has told of the notes, nothing when it was not asked."""
        found = self.kept.rows("select told from history") if self.kept else []
        return found[0][0] if found else b""

    def keep_history(self, told: bytes) -> None:
        """Keep what git has told."""
        if self.kept is None:
            return
        with self.kept.open() as connection:
            connection.execute("delete from history")
            connection.execute("insert into history values (?)", (told,))


def are_terms(kept: object) -> bool:
    """Tell whether something is the terms of a note, or those of one that is not listed."""
    return isinstance(kept, str) and (not kept or kept.count("\n") == BREAKS)


def forget(folder: Path, site: Path) -> None:
    """Forget all that is kept of a garden."""
    with suppress(OSError):
        (folder / file_name(site)).unlink()


def file_name(site: Path) -> str:
    """Return a name for a garden's file."""
    return f"garden-{hashlib.sha256(os.fsencode(site.resolve())).hexdigest()[:16]}.sqlite"


def stamp_of(found: os.stat_result, since: int | None = None) -> str:
    """Return what changes with a file: its times, its size, its place on the disk.

    Of a file that has changed after `since`, in nanoseconds, nothing: it may change once more
    within the same moment.
    """
    if since is not None and max(found.st_mtime_ns, found.st_ctime_ns) > since:
        return ""
    return f"{found.st_mtime_ns}.{found.st_ctime_ns}.{found.st_size}.{found.st_ino}"
