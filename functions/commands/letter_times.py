"""When a letter goes out: a time as the clocks of the garden show it."""

from datetime import UTC, datetime, tzinfo

import click


def in_zone(text: str, zone: tzinfo) -> datetime:
    """Return the instant of a time in the garden's zone; one with an offset is taken as it is.

    Of an hour that comes twice the first is meant.

    Raises:
        UsageError: it is no time, or the clocks of the zone skip it.

    """
    try:
        typed = datetime.fromisoformat(text.strip())
    except ValueError:
        raise click.UsageError(f"{text!r} is no time. Write it as 2026-12-24T09:00.") from None
    if typed.tzinfo is not None:
        return typed.astimezone(zone)
    meant = typed.replace(tzinfo=zone)
    shown = meant.astimezone(UTC).astimezone(zone)
    if shown.replace(tzinfo=None) != typed:
        raise click.UsageError(
            f"{text} does not exist in {zone}: the clocks are put forward then. "
            f"Did you mean {shown:%Y-%m-%dT%H:%M}?"
        )
    return meant


def said_in_zone(at: datetime, zone: tzinfo) -> str:
    """Return an instant as the garden's clocks show it, with their zone and the offset."""
    here, there = at.astimezone(zone), at.astimezone(UTC)
    abroad = f" ({there:%H:%M} UTC)" if str(zone) != "UTC" else ""
    return f"{here:%Y-%m-%d %H:%M} {zone}{abroad}"
