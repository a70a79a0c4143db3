"""Dates as gardeners write them, read in the garden's own time zone."""

import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache

Moment = date | datetime

WRITTEN = re.compile(
    r"(?P<year>\d{4})\s*[-/.年년]\s*(?P<month>\d{1,2})\s*[-/.月월]\s*(?P<day>\d{1,2})\s*[日일]?"
    r"(?:[T\s]\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?)?"
    r"\s*(?P<offset>Z|[+-]\d{2}:?\d{2})?",
    re.ASCII | re.IGNORECASE,
)


def parse(text: str, zone: tzinfo) -> Moment:
    """Read a day, or a day and a time; the zone is the garden's unless the text names one.

    Raises:
        ValueError: when it is no date.

    """
    found = WRITTEN.fullmatch(text.strip())
    if not found:
        raise ValueError(text)
    day = date(int(found["year"]), int(found["month"]), int(found["day"]))
    if found["hour"] is None:
        return day
    clock = time(int(found["hour"]), int(found["minute"]), int(found["second"] or 0))
    return datetime.combine(day, clock, offset(found["offset"]) or zone).astimezone(zone)


@lru_cache(maxsize=8192)
def from_iso(written: str) -> Moment | None:
    """Return what `isoformat` has written: a day, a moment, or nothing."""
    if not written:
        return None
    return datetime.fromisoformat(written) if "T" in written else date.fromisoformat(written)


def day(moment: Moment) -> date:
    """Return the day in the garden's zone."""
    return moment.date() if isinstance(moment, datetime) else moment


def instant(moment: Moment, zone: tzinfo) -> datetime:
    """Return a point in time; a day begins at midnight in the garden's zone."""
    if isinstance(moment, datetime):
        return moment
    return datetime.combine(moment, time(), zone)


def offset(text: str | None) -> timezone | None:
    """Read `Z` or `+08:00`."""
    if not text:
        return None
    if text in "Zz":
        return timezone(timedelta(0))
    hours, minutes = int(text[1:3]), int(text[-2:])
    return timezone(timedelta(hours=hours, minutes=minutes) * (-1 if text[0] == "-" else 1))
