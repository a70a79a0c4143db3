"""Read a row by the columns of its file: who it is, where they stand, and what proves it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network

from shared.mail.languages import LANGUAGES
from shared.newsletter.moving import choices as choosing
from shared.newsletter.moving.choices import Choices
from shared.newsletter.moving.format import ANY, Format, Words
from shared.newsletter.moving.formats import BY_NAME, KNOWN, OURS, PLAIN, PLAIN_WORDS
from shared.newsletter.moving.states import Agreed, State
from shared.newsletter.records.consent import network_of

EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
LONGEST_SOURCE = 200
MOST_NAMES, LONGEST_NAME = 40, 60  # of columns that a sentence names

SLACK = timedelta(days=1)  # clocks and zones differ

# What --columns calls a column, and what the format does.
NAMES = {
    "email": "email",
    "status": "says",
    "consent_time": "agreed_at",
    "consent_source": "agreed_by",
    "ip": "network",
    "left_time": "left_at",
    "language": "language",
}


class BadFile(ValueError):
    """The file cannot be imported as it is; the text says why, and what to do."""


class UnknownWord(ValueError):
    """A cell says where somebody stands in a word that nobody here knows."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Where in a row to find what. An index is None where the file has no such column."""

    format: Format
    email: int
    says: Sequence[tuple[int, Words]]
    agreed_at: int | None
    agreed_by: int | None
    network: int | None
    left_at: int | None
    left_for: int | None
    language: int | None
    choices: Mapping[str, int]

    def claim(self, cells: Sequence[str]) -> State | None:
        """Return where a row says that somebody stands, None if it says nothing.

        Raises:
            UnknownWord: with a sentence that names the word.

        """
        if not self.says:
            return self.format.otherwise
        found = [state for index, words in self.says if (state := meant(cells[index], words))]
        return max(found, default=None)

    def agreement(self, cells: Sequence[str]) -> Agreed:
        """Return what a row tells of an agreement; it proves one with both a time and a source."""
        network = network_in(cell(cells, self.network))
        source = without_addresses(cell(cells, self.agreed_by)) or (
            self.format.title if network else ""
        )
        return Agreed(source, moment(cell(cells, self.agreed_at)), network)

    def left(self, cells: Sequence[str]) -> tuple[datetime | None, str | None]:
        """Return when somebody left, and for what reason."""
        reason = without_addresses(cell(cells, self.left_for))
        return moment(cell(cells, self.left_at)), reason or None

    def spoken(self, cells: Sequence[str]) -> str | None:
        """Return the language of a row, if it is one of ours."""
        asked = cell(cells, self.language)
        return next((one for one in LANGUAGES if one.lower() == asked.lower()), None)

    def chosen(self, cells: Sequence[str]) -> Choices | None:
        """Return what a reader of ours had chosen."""
        return choosing.read(cells, self.choices)


def recognised(header: Sequence[str]) -> Format:
    """Return whose export has such a header."""
    names = {key(name) for name in header}
    return next((one for one in KNOWN if any(mark <= names for mark in one.marks)), PLAIN)


def as_told(header: Sequence[str], told: str, *, insists: bool) -> Format:
    """Return the format of a name, if the header may be of such a file.

    Raises:
        BadFile: it is that of another service, in whose columns a no would be overlooked.

    """
    asked, looks = BY_NAME[told], recognised(header)
    if insists or looks in (PLAIN, asked):
        return asked
    raise BadFile(
        f"Its first line is that of {looks.title}, and not of {asked.title}. Leave --from away, "
        "or say --insist if it is."
    )


def mapped(given: Format, columns: Mapping[str, str]) -> Format:
    """Return a format whose columns are called as the gardener says.

    Raises:
        BadFile: there is no such name for a column.

    """
    for name, column in columns.items():
        if name not in NAMES:
            raise BadFile(f"--columns knows {', '.join(NAMES)}; {name!r} is none of them.")
        if name == "status":
            words = given.says[0][1] if given.says else PLAIN_WORDS
            given = replace(given, says=((key(column), words),))
        else:
            given = replace(given, **{NAMES[name]: (key(column),)})
    return given


def bound(given: Format, header: Sequence[str], *, asked: Mapping[str, str]) -> Columns:
    """Find a format's columns in a header, by their names; `--columns` may say a number as well.

    Raises:
        BadFile: there is no column with addresses, or none that --columns names.

    """
    numbers = {str(place + 1): place for place in range(len(header))}
    places = numbers | {key(name): place for place, name in reversed(list(enumerate(header)))}
    # Two names may differ in nothing but their capitals.
    places |= {key(name): header.index(name) for name in asked.values() if name in header}
    if missing := [name for name in asked.values() if key(name) not in places]:
        raise BadFile(f"There is no column {missing[0]!r}. There are: {named(header)}.")
    where = {
        name: next((places[one] for one in getattr(given, name) if one in places), None)
        for name in NAMES.values()
        if name != "says"
    }
    if where["email"] is None:
        raise BadFile(
            "No column has addresses, by its name. Say which: --columns email=NAME. There are: "
            f"{named(header)}."
        )
    says = [(places[name], words) for name, words in given.says if name in places]
    left_for = next((places[one] for one in given.left_for if one in places), None)
    is_ours = given.name == OURS.name  # also with other names for some of its columns
    choices = {name: places[name] for name in choosing.COLUMNS if is_ours and name in places}
    return Columns(given, says=says, left_for=left_for, choices=choices, **where)  # pyright: ignore[reportArgumentType]


def named(header: Sequence[str]) -> str:
    """Return names of columns for a sentence: not too many, and no orders to a terminal."""
    names = (
        "".join(letter for letter in name if letter.isprintable())[:LONGEST_NAME]
        for name in header[:MOST_NAMES]
    )
    return ", ".join(names)


def key(name: str) -> str:
    """Return a column's name as it is compared."""
    return re.sub(r"[\s_-]+", "_", name.strip("\ufeff \t\r\n'").lower())


def meant(text: str, words: Words) -> State | None:
    """Return what a cell means; a blank one means nothing."""
    word = key(text)
    if not word:
        return None
    if word in words:
        return words[word]
    if ANY in words:
        return words[ANY]
    raise UnknownWord(f"Nobody here knows the state {text.strip()[:40]!r}.")


def cell(cells: Sequence[str], place: int | None) -> str:
    """Return a cell without the blanks around it, nothing where there is no such column."""
    return "" if place is None else cells[place].strip()


def without_addresses(text: str) -> str:
    """Return a text for the consent log, which stays when an address is erased."""
    return " ".join(word for word in text.split() if "@" not in word)[:LONGEST_SOURCE]


def moment(text: str) -> datetime | None:
    """Return a time in UTC unless it says otherwise; None for what is none, or cannot have been."""
    try:
        found = datetime.fromisoformat(re.sub(r" ?UTC$", "+00:00", text))
    except ValueError:
        return None
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    return found if EARLIEST < found < datetime.now(UTC) + SLACK else None


def network_in(text: str) -> str | None:
    """Return the truncated network of an address, or one that was truncated before."""
    if "/" not in text:
        return network_of(text)
    try:
        return str(ip_network(text))
    except ValueError:
        return None
