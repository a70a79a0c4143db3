"""How commands speak: tables for people, JSON for machines, and times as one reads a clock."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, is_dataclass
from datetime import UTC, date, datetime, timedelta
from textwrap import fill

import click

UNFOLDED = 10_000

# What moves the cursor, clears the screen or turns the direction of writing, and is no line's end.
# Whoever may write into the table must not write into the terminal of who looks after it.
UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)

UNBROKEN = "\u00a0"  # a blank at which no line is folded


def say(sentence: str = "") -> None:
    """Print a sentence."""
    click.echo(shown(sentence))


def complain(sentence: str) -> None:
    """Print a sentence for who has to act on it."""
    click.echo(shown(sentence), err=True)


def shown(text: str) -> str:
    """Return a text with a mark in the place of each character that would command a terminal."""
    return UNSHOWN.sub("\ufffd", text)


def paragraph(text: str, *, indent: int = 0, label: str = "") -> None:
    """Print a text folded between words into a terminal, on one line into a pipe."""
    from rich.console import Console  # slow to load, and many commands have no need of it

    console = Console(highlight=False)
    width = console.width if console.is_terminal else UNFOLDED
    say(
        fill(
            text,
            width,
            initial_indent=f"{label:<{indent}}",
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        ).replace(UNBROKEN, " ")
    )


def whole(command: str) -> str:
    """Return a command to type, so that a paragraph is folded before it and not in it."""
    return command.replace(" ", UNBROKEN)


def lines(told: Sequence[str], *, indent: int = 0, label: str = "") -> None:
    """Print lines, the first behind a label; what a line begins with in blanks is its margin."""
    for number, line in enumerate(told):
        text = line.lstrip(" ")
        margin = indent + len(line) - len(text)
        paragraph(text, indent=margin, label="" if number else label)


def as_json(value: object, *, indent: int | None = None) -> None:
    """Print a value as JSON: dataclasses as objects, times in ISO 8601."""
    text = json.dumps(value, default=plain, ensure_ascii=False, indent=indent)
    print(UNSHOWN.sub(lambda found: f"\\u{ord(found[0]):04x}", text))


def plain(value: object) -> object:
    """Turn what JSON does not know into what it does."""
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    return str(value)


def table(
    columns: Sequence[str], rows: Sequence[Sequence[object]], *, cuts_last: bool = False
) -> None:
    """Print a table: folded into a terminal, one line for each row into a pipe.

    With `cuts_last` a terminal gets one line for each row as well, if there is room for some of the
    last column.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=UNFOLDED)
    drawn = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        drawn.add_column(column, overflow="fold")
    cells = [["" if cell is None else shown(str(cell)) for cell in row] for row in rows]
    room = console.width - sum(widths(columns, cells)[:-1]) - 2 * len(columns)
    for row in cells:
        if cuts_last and room >= len(columns[-1]):
            row[-1] = shortened(row[-1], room)
        drawn.add_row(*map(Text, row))
    console.print(drawn)


def widths(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> list[int]:
    """Return how wide each column of a table is."""
    return [max(map(len, column)) for column in zip(columns, *cells, strict=True)]


def shortened(text: str, width: int) -> str:
    """Return the beginning of a text that is too long for one line."""
    return text if len(text) <= width else text[: width - 1].rstrip() + "…"


def when(moment: datetime | None) -> str:
    """Return how far away a time is, and the local clock or, from a day on, the date."""
    if moment is None:
        return ""
    is_near = abs(moment - datetime.now(UTC)) < timedelta(hours=20)
    local = moment.astimezone()
    return f"{distance(moment)} ({local:%H:%M:%S})" if is_near else f"{local:%Y-%m-%d %H:%M}"


def clock(moment: datetime) -> str:
    """Return the local clock of a time or, from a day on, the date as well."""
    is_near = abs(moment - datetime.now(UTC)) < timedelta(hours=20)
    return f"{moment.astimezone():%H:%M:%S}" if is_near else f"{moment.astimezone():%Y-%m-%d %H:%M}"


def distance(moment: datetime) -> str:
    """Return how long ago, or how soon, a time is."""
    away = moment - datetime.now(UTC)
    return f"in {length(away)}" if away > timedelta(0) else f"{length(-away)} ago"


def goes_out(moment: datetime) -> str:
    """Return when something planned goes out; what is due already waits for its pages alone."""
    if moment > datetime.now(UTC):
        return f"goes out {when(moment)}"
    return f"due since {clock(moment)}: goes out once its pages are live"


def due(moment: datetime) -> str:
    """Return when something falls due, or since when it is."""
    away = moment - datetime.now(UTC)
    return f"in {length(away)}" if away > timedelta(0) else f"for {length(-away)}"


def length(span: timedelta) -> str:
    """Return a length of time in its largest fitting unit."""
    seconds = round(span.total_seconds())
    for unit, name in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * unit:
            return f"{round(seconds / unit)} {name}"
    return f"{span.total_seconds():.1f} s" if seconds < 10 else f"{seconds} s"


def many(count: int, one: str, several: str | None = None) -> str:
    """Return a count with its noun."""
    return f"{count} {one if count == 1 else several or one + 's'}"
