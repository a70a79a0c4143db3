"""A time as somebody types it: from now on, or by the calendar."""

import re
from datetime import UTC, datetime, timedelta

import click

UNITS = {"s": "seconds", "m": "minutes", "min": "minutes", "h": "hours", "d": "days"}
SPAN = re.compile(r"(\d{1,6})\s*(s|m|min|h|d)")


class Moment(click.ParamType[datetime]):
    """`30m`, `2h`, `1d` from now, or `2026-12-24T08:00`, local unless it says otherwise."""

    name = "when"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Return the time that was typed."""
        text = str(value).strip()
        try:
            if span := SPAN.fullmatch(text):
                return datetime.now(UTC) + timedelta(**{UNITS[span[2]]: int(span[1])})
            return datetime.fromisoformat(text).astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{text!r} is no time. Write 30m, 2h, 1d or 2026-12-24T08:00.", param, ctx)


class Span(click.ParamType[timedelta]):
    """A length of time: `30m`, `2h`, `1d`."""

    name = "span"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> timedelta:
        """Return the length that was typed."""
        text = str(value).strip()
        if span := SPAN.fullmatch(text):
            return timedelta(**{UNITS[span[2]]: int(span[1])})
        self.fail(f"{text!r} is no length of time. Write 30m, 12h or 30d.", param, ctx)
