"""When something is due by the calendar: a time of day or cron's five fields, in a named zone."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache
from itertools import count
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from shared.outbox.calendar.cron_fields import DAY_OF_MONTH, HOUR, MINUTE, MONTH, WEEKDAY

DAY = timedelta(days=1)
A_DAY = date(2000, 1, 1)

# From one 29 February to the next it can be eight years.
FAR = 8 * 366


@dataclass(frozen=True, slots=True)
class Rule:
    """The moments at which something is due, its slots."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    any_day_will_do: bool
    counts_hours: bool
    zone: tzinfo

    def last(self, until: datetime) -> datetime:
        """Return the latest slot that is not after a moment."""
        today = until.astimezone(self.zone).date() + DAY
        days = (slots(self, today - back * DAY) for back in count())
        return next(day[place - 1] for day in days if (place := bisect_right(day, until)))

    def next(self, after: datetime) -> datetime:
        """Return the first slot after a moment."""
        today = after.astimezone(self.zone).date() - DAY
        days = (slots(self, today + ahead * DAY) for ahead in count())
        return next(day[place] for day in days if (place := bisect_right(day, after)) < len(day))

    def has(self, day: date) -> bool:
        """Tell whether it is due on a day at all; as in cron, of two such fields one will do."""
        in_month, in_week = day.day in self.days, day.isoweekday() % 7 in self.weekdays
        fits = in_month or in_week if self.any_day_will_do else in_month and in_week
        return fits and day.month in self.months


@cache
def rule(at: str, days: str, zone: str) -> Rule:
    """Return the rule for a time of day such as `07:00` and weekdays, or for five fields.

    Raises:
        ValueError: saying what cannot be understood, or that it is never due.

    """
    fields = at.split()
    if len(fields) == 1:
        hour, colon, minute = at.partition(":")
        if not colon or len(minute) != 2:
            raise ValueError(f"at is {at!r}; it must be a time such as 07:00, or five fields.")
        fields = [minute, hour, "*", "*", days]
    elif len(fields) != 5 or days != "*":
        raise ValueError(f"at is {at!r}, days {days!r}: write a time and days, or five fields.")
    minutes, hours, of_month, months, of_week = fields
    found = Rule(
        MINUTE.values(minutes),
        HOUR.values(hours),
        DAY_OF_MONTH.values(of_month),
        MONTH.values(months),
        frozenset(day % 7 for day in WEEKDAY.values(of_week)),
        any_day_will_do="*" not in (of_month[0], of_week[0]),
        counts_hours=hours.startswith("*"),
        zone=named(zone),
    )
    if not any(found.has(A_DAY + ahead * DAY) for ahead in range(FAR)):
        raise ValueError(f"at is {at!r}: that day never comes.")
    return found


def named(zone: str) -> tzinfo:
    """Return a zone by its name, as in Europe/Zurich; UTC needs no database of zones."""
    if zone == "UTC":
        return UTC
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(
            f"There is no zone {zone!r}. It is a name such as Europe/Zurich; where no zone is "
            "known at all, install the package tzdata."
        ) from None


@lru_cache(maxsize=256)
def slots(wanted: Rule, day: date) -> tuple[datetime, ...]:
    """Return the slots of a local day, in order and in UTC."""
    if not wanted.has(day):
        return ()
    times = (time(hour, minute) for hour in wanted.hours for minute in wanted.minutes)
    return tuple(
        sorted({moment for at in times for moment in moments(datetime.combine(day, at), wanted)})
    )


def moments(local: datetime, wanted: Rule) -> Iterator[datetime]:
    """Yield the moments of a local time: two where clocks go back, none where they go forward.

    A time of day is due once in any case: at the first of the two, or at the first moment after
    the gap. What is due every so many hours counts the hours that there are.
    """
    first = local.replace(tzinfo=wanted.zone, fold=0).astimezone(UTC)
    second = local.replace(tzinfo=wanted.zone, fold=1).astimezone(UTC)
    if first <= second:
        yield first
        if wanted.counts_hours:
            yield second
    elif not wanted.counts_hours:
        yield end_of_gap(second, first, wanted.zone)


def end_of_gap(before: datetime, after: datetime, zone: tzinfo) -> datetime:
    """Return the moment between two at which the clocks of a zone go forward."""
    offset = before.astimezone(zone).utcoffset()
    low, high = int(before.timestamp()), int(after.timestamp())
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == offset:
            low = middle
        else:
            high = middle
    return datetime.fromtimestamp(high, UTC)
