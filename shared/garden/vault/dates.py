"""Dates as gardeners write them, read in the garden's own time zone."""

import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache

Moment = date | datetime

CLOCK = (
    r"(?:[T\s,]\s*(?:at\s)?\s*(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"(?:\s*(?P<half>[ap])\.?m\.?)?)?\s*(?P<offset>Z|[+-]\d{2}:?\d{2})?"
)
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?"
DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.)?"
YEAR = r"(?P<year>\d{4})"


def form(written: str) -> re.Pattern[str]:
    """Return what finds a day in one way of writing it, and a time after it."""
    return re.compile(written + CLOCK, re.ASCII | re.IGNORECASE)


FORMS = (
    form(YEAR + r"\s*[-/.年년]\s*(?P<month>\d{1,2})\s*[-/.月월]\s*(?P<day>\d{1,2})\s*[日일]?"),
    form(WEEKDAY + MONTH + r"\s*" + DAY + r",?\s+" + YEAR),
    form(WEEKDAY + DAY + r"\s*(?:of\s+)?" + MONTH + r",?\s*" + YEAR),
    form(r"(?P<day>\d{1,2})\.\s*(?P<month>\d{1,2})\.\s*" + YEAR),  # nobody puts the month first
    form(YEAR + r"(?P<month>\d{2})(?P<day>\d{2})"),
)
LINK = re.compile(r"\[\[(?:[^\[\]|]*/)?([^\[\]|/#]+)(?:[|#][^\[\]]*)?\]\]")
TWO_DAYS = re.compile(
    r"\d{1,2}\s*[/-]\s*\d{1,2}\s*[/-]\s*(?:\d{4}|\d{2})\b.*", re.ASCII | re.DOTALL
)
NO_DAY = re.compile(
    r"\d{4}(?:\s*[-/.年년]\s*(?:0?[1-9]|1[0-2])\s*[月월]?|\s*[年년])?"
    rf"|{MONTH},?\s*\d{{4}}",
    re.ASCII | re.IGNORECASE,
)


class NoDay(ValueError):
    """A year or a month is written, and no day."""


class TwoDays(ValueError):
    """What is written is one day to some and another to others, as 05/11/2024."""


def parse(text: str, zone: tzinfo) -> Moment:
    """Read a day, or a day and a time; the zone is the garden's unless the text names one.

    A link to the note of a day, as Obsidian writes it, is that day.

    Raises:
        NoDay: when it is only a month or a year.
        TwoDays: when it may be two days.
        ValueError: when it is no date.

    """
    text = text.strip()
    link = LINK.fullmatch(text)
    text = link[1].strip() if link else text
    found = next(filter(None, (each.fullmatch(text) for each in FORMS)), None)
    if not found:
        raise complaint(text)(text)
    day = date(int(found["year"]), month_of(found), int(found["day"]))
    if found["hour"] is None:
        return day
    clock = time(hour_of(found), int(found["minute"]), int(found["second"] or 0))
    return datetime.combine(day, clock, offset(found["offset"]) or zone).astimezone(zone)


def complaint(text: str) -> type[ValueError]:
    """Return what is wrong with what is no date."""
    if TWO_DAYS.fullmatch(text):
        return TwoDays
    return NoDay if NO_DAY.fullmatch(text) else ValueError


def month_of(found: re.Match[str]) -> int:
    """Return the month, whether it was written as a number or by its name."""
    if "month" in found.re.groupindex:
        return int(found["month"])
    return 1 + [found["name"].lower().startswith(name) for name in MONTHS].index(True)


def hour_of(found: re.Match[str]) -> int:
    """Return the hour of 24; twelve is the first of each half of the day.

    Raises:
        ValueError: when a half of the day has no such hour.

    """
    hour, half = int(found["hour"]), found["half"]
    if not half:
        return hour
    if not 1 <= hour <= 12:
        raise ValueError(found[0])
    return hour % 12 + 12 * (half in "pP")


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
