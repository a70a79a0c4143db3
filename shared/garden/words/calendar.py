"""How days and months are written in a language.

The patterns and the names of the months are those of the CLDR, https://cldr.unicode.org, for long
dates of the Gregorian calendar. Digits are 0 to 9 in Arabic, too: all who read it read them, the
Maghreb no others, and so one number looks alike in a date, an address and the search.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True, eq=False)
class Calendar:
    """The patterns of a language, and the names of the months where it does not number them."""

    day: str
    month: str
    names: Sequence[str] = ()

    def write(self, date: str) -> str:
        """Write a day or a month that ISO 8601 writes as 2026-11-30 or 2026-11."""
        return written(self, date)


@lru_cache(maxsize=8192)
def written(calendar: Calendar, date: str) -> str:
    """Return a day or a month as a language writes it; a garden has the same days many times."""
    year, month, *day = map(int, date.split("-"))
    name = calendar.names[month - 1] if calendar.names else month
    if not day:
        return calendar.month.format(year=year, month=name)
    return calendar.day.format(year=year, month=name, day=day[0])
