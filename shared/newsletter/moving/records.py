"""Read a table of values record by record; a broken one costs its own line and no other."""

import csv
import re
from collections import deque
from dataclasses import dataclass
from typing import TextIO

DELIMITERS = ",;\t|"

# Excel's own way of naming the delimiter, above the header.
NAMED = re.compile(r'"?sep=(.)"?\s*')

# A quote that nobody closes would swallow the rest of the file; a note of so many lines is rare.
MOST_LINES = 100
LONGEST_LINE = 1_000_000

BAD_QUOTES = "A quotation mark opens and does not close, or stands in the middle."
TOO_MANY = "It has more columns than the first line."
CUT_OFF = "The file ends in the middle of it."


@dataclass(frozen=True, slots=True)
class Record:
    """One record: the line on which it begins and its cells, or why it is none."""

    line: int
    cells: list[str] | None
    why: str = ""


class Lines:
    """The lines of a file, whatever ends them, of which some can be put back."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._again: deque[str] = deque()
        self.number = 0

    def take(self) -> str:
        """Return the next line with its end, and nothing after the last."""
        line = self._again.popleft() if self._again else self._stream.readline(LONGEST_LINE)
        if len(line) == LONGEST_LINE:
            self._drop_the_rest(line)
        self.number += bool(line)
        return line

    def peek(self) -> str:
        """Return the next line and leave it there."""
        line = self.take()
        self.put_back([line] if line else [])
        return line

    def put_back(self, lines: list[str]) -> None:
        """Let lines be taken once more."""
        self._again.extendleft(reversed(lines))
        self.number -= len(lines)

    def _drop_the_rest(self, piece: str) -> None:
        """Read a line to its end that is too long to be one."""
        while piece and not piece.endswith(("\n", "\r")):
            piece = self._stream.readline(LONGEST_LINE)


def take_delimiter(lines: Lines) -> str:
    """Return what parts the columns, by the first line, and take that line only if it says so."""
    first = lines.peek()
    if named := NAMED.fullmatch(first):
        lines.take()
        return named[1]
    return max(DELIMITERS, key=lambda one: len(parsed(first, one) or []))


def take(lines: Lines, delimiter: str, width: int | None = None) -> Record | None:
    """Return the next record, None after the last. With `width` it has so many cells.

    RFC 4180 lets a quoted cell go on over several lines. If what comes of that is no record, the
    line on which it began is the broken one, and the lines after it are read anew.
    """
    first = lines.take()
    if not first:
        return None
    number, taken = lines.number, [first]
    cells = completed(lines, taken, delimiter)
    if cells is None or (len(taken) > 1 and width not in (None, len(cells))):
        lines.put_back(taken[1:])
        return Record(number, None, BAD_QUOTES)
    if width is None:
        return Record(number, cells)
    return fitted(number, cells, width, is_cut=not taken[-1].endswith(("\n", "\r")))


def completed(lines: Lines, taken: list[str], delimiter: str) -> list[str] | None:
    """Return the cells that begin on a line, taking as many lines more as a quoted cell needs."""
    cells = parsed(taken[0], delimiter)
    quotes = taken[0].count('"')
    while cells is None and quotes % 2 and len(taken) < MOST_LINES:
        more = lines.take()
        if not more:
            break
        taken.append(more)
        quotes += more.count('"')
        if quotes % 2 == 0:
            cells = parsed("".join(taken), delimiter)
    return cells


def parsed(text: str, delimiter: str) -> list[str] | None:
    """Return the cells of a text, None if it is not exactly one record."""
    try:
        return next(iter(csv.reader([text], delimiter=delimiter, strict=True)))
    except StopIteration:
        return []
    except csv.Error:
        return None


def fitted(number: int, cells: list[str], width: int, *, is_cut: bool) -> Record:
    """Return a record with the header's number of cells; spreadsheets drop and add blank ones."""
    if any(cell.strip() for cell in cells[width:]):
        return Record(number, None, TOO_MANY)
    if is_cut and 0 < len(cells) < width:
        return Record(number, None, CUT_OFF)
    return Record(number, [*cells[:width], *[""] * (width - len(cells))])
