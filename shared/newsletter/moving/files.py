"""A file with readers in it, or a zip of such files, as rows that say who stands where."""

import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from shared.mail.address import BadAddress, parse
from shared.newsletter.moving.columns import (
    BadFile,
    Columns,
    UnknownWord,
    as_told,
    bound,
    mapped,
    recognised,
)
from shared.newsletter.moving.doubles import refuse_doubles
from shared.newsletter.moving.encoding import Encoding, detect
from shared.newsletter.moving.format import Format
from shared.newsletter.moving.formats import OURS, PLAIN
from shared.newsletter.moving.guard import unguarded, unguarded_elsewhere
from shared.newsletter.moving.records import Lines, Record, parsed, take, take_delimiter
from shared.newsletter.moving.states import Agreed, Row, State

# What services call the files with readers in their zips. Others have addresses as well: of who
# opened a letter, say.
IN_ZIP = re.compile(
    r"(?:subscribed|unsubscribed|cleaned|nonsubscribed|email_list)[^/]*\.csv", re.IGNORECASE
)
SPREADSHEETS = (".xlsx", ".xlsm", ".ods", ".numbers")

ADDRESS = re.compile(r"[^@\s]+@[^@\s]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """How the gardener wants a file to be read.

    `consent` is what the gardener states of everybody whom the file has as a reader; with
    `all_left` everybody in it has left. Who `insists` on a `format` has looked at the file.
    """

    format: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict[str, str])
    consent: str | None = None
    all_left: bool = False
    insists: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that cannot be read, and why, without what stands in it."""

    line: str
    why: str


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody of whom the other service has deleted everything on request."""

    line: str


@dataclass(slots=True)
class Part:
    """One file: how it is opened, whose export it is, and what is to be said of it at its end.

    `prefix` stands before its line numbers where there are several files.
    """

    name: str
    opened: Callable[[], IO[bytes]]
    prefix: str = ""
    format: Format = PLAIN
    warning: str | None = None


def parts(path: Path) -> list[Part]:
    """Return the files with readers at a path.

    Raises:
        BadFile: it is a spreadsheet, or a zip in which no file is known to be one of readers.

    """
    if path.suffix.lower() in SPREADSHEETS:
        raise BadFile("This is a spreadsheet: save it as CSV, in UTF-8, and import that.")
    if not zipfile.is_zipfile(path):
        return [Part(path.name, lambda: path.open("rb"))]
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if IN_ZIP.fullmatch(Path(name).name)]
    if not names:
        raise BadFile("No file in this zip is known to be one of readers. Unpack it and take one.")
    return [Part(Path(name).name, in_zip(path, name), f"{Path(name).name}:") for name in names]


def in_zip(path: Path, name: str) -> Callable[[], IO[bytes]]:
    """Return how to open a file in a zip, which is read as it is unpacked."""
    return lambda: zipfile.ZipFile(path).open(name)


def rows(part: Part, asked: Asked) -> Iterator[Row | Unread | Gone]:
    """Read one file from its first line to its last; `part` then knows whose export it is.

    Raises:
        BadFile: its first line does not tell where the addresses are, or tells two places, or its
            zip is damaged.

    """
    try:
        yield from unpacked(part, asked)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError):
        # RuntimeError is zipfile's word for a password that is missing.
        raise BadFile("The zip is damaged, or has a password: unpack it and take a file.") from None
    except BadFile as error:
        raise BadFile(f"{part.prefix} {error}".strip()) from None


def unpacked(part: Part, asked: Asked) -> Iterator[Row | Unread | Gone]:
    """Read one file, as `rows` does."""
    encoding = detect(part.opened)
    doubtful: list[str] = []
    with io.TextIOWrapper(
        part.opened(), encoding=encoding.name, errors=encoding.errors, newline=""
    ) as text:
        lines = Lines(text)
        delimiter = take_delimiter(lines)
        header = header_of(lines, delimiter)
        part.format = (
            as_told(header, asked.format, insists=asked.insists)
            if asked.format
            else recognised(header)
        )
        given = mapped(part.format, asked.columns)
        refuse_doubles(given, header, asked=asked.columns)
        columns = bound(given, header, asked=asked.columns)
        while record := take(lines, delimiter, len(header)):
            if encoding.doubts(record.cells or [], address_in(record, columns)):
                doubtful.append(str(record.line))
            if record.cells is None or any(cell.strip() for cell in record.cells):
                yield row(record, columns, part, asked, encoding)
    part.warning = encoding.warning(doubtful)


def header_of(lines: Lines, delimiter: str) -> list[str]:
    """Return the names of the columns; of a file that begins with an address, their numbers.

    Raises:
        BadFile: the file is empty, or its first line is broken.

    """
    cells = parsed(lines.peek(), delimiter) or []
    if any(ADDRESS.fullmatch(cell.strip("\ufeff ")) for cell in cells):
        return ["email"] if len(cells) == 1 else [str(number + 1) for number in range(len(cells))]
    first = take(lines, delimiter)
    if first is None or not first.cells:
        raise BadFile("Its first line is empty or broken: there the columns should have names.")
    return first.cells


def address_in(record: Record, columns: Columns) -> str:
    """Return the cell of a record that has the address."""
    return record.cells[columns.email] if record.cells else ""


def row(
    record: Record, columns: Columns, part: Part, asked: Asked, encoding: Encoding
) -> Row | Unread | Gone:
    """Return what a record says."""
    line = f"{part.prefix}{record.line}"
    if record.cells is None:
        return Unread(line, record.why)
    is_ours = part.format is OURS
    cells = [unguarded(cell) for cell in record.cells] if is_ours else record.cells
    typed = cells[columns.email] if is_ours else unguarded_elsewhere(cells[columns.email])
    if damage := encoding.damage(typed):
        return Unread(line, damage)
    try:
        address = parse(typed)
        claims, agreed = claimed(columns, cells, part, asked)
    except BadAddress as error:
        return Unread(line, f"No address: {str(error)[0].lower()}{str(error)[1:]}")
    except UnknownWord as error:
        return Unread(line, str(error))
    if address.key.endswith(part.format.gone):
        return Gone(line)
    left_at, left_for = columns.left(cells)
    return Row(
        line,
        address,
        claims,
        agreed,
        left_at,
        left_for,
        columns.spoken(cells),
        columns.chosen(cells),
    )


def claimed(
    columns: Columns, cells: Sequence[str], part: Part, asked: Asked
) -> tuple[State | None, Agreed | None]:
    """Return where a row says that somebody stands, and how they agreed.

    The row's own proof is a time with a source; the gardener's word stands for readers only.
    """
    claims = stronger(columns.claim(cells), of_everybody(part, asked))
    found = columns.agreement(cells)
    proof = found if found.at and found.source else None
    if claims is None and not columns.says and (proof or asked.consent):
        claims = State.CONFIRMED
    if claims is None or claims is State.PENDING:
        return claims, None
    if proof is None and asked.consent and claims is State.CONFIRMED:
        return claims, Agreed(asked.consent, found.at)
    return claims, proof


def of_everybody(part: Part, asked: Asked) -> State | None:
    """Return what the gardener, or the name of a file, says of everybody in it."""
    if asked.all_left:
        return State.UNSUBSCRIBED
    name = part.name.lower()
    found = (state for begin, state in part.format.parts.items() if name.startswith(begin))
    return next(found, None)


def stronger(claims: State | None, of_all: State | None) -> State | None:
    """Let what is said of everybody turn a yes into less, and a no into more."""
    if of_all is State.PENDING:
        return claims if claims is not None and claims > State.CONFIRMED else of_all
    return max((one for one in (claims, of_all) if one is not None), default=None)
