"""When something is due by the calendar, also where clocks are moved."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest

from shared.outbox.calendar.cron import rule

ZURICH = "Europe/Zurich"


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def upcoming(at, since, count, zone="UTC", days="*"):
    """Return the next slots as local times with their offset."""
    found, wanted = [], rule(at, days, zone)
    moment = utc(since)
    for _ in range(count):
        moment = wanted.next(moment)
        found.append(moment.astimezone(wanted.zone).strftime("%m-%d %H:%M%z"))
    return found


@pytest.mark.parametrize(
    ("at", "days", "first"),
    [
        ("07:00", "*", "01-01 07:00"),
        ("7:05", "*", "01-01 07:05"),
        ("00:00", "*", "01-02 00:00"),
        ("07:00", "sat,sun", "01-05 07:00"),
        ("07:00", "fri-mon", "01-04 07:00"),
        ("07:00", "6-7", "01-05 07:00"),
        ("*/15 * * * *", "*", "01-01 00:15"),
        ("5/20 * * * *", "*", "01-01 00:05"),
        ("10-20/5,59 8 * * *", "*", "01-01 08:10"),
        ("0 22-2 * * *", "*", "01-01 01:00"),
        ("0 0 29 FEB *", "*", "02-29 00:00"),
        ("0 0 31 * *", "*", "01-31 00:00"),
        ("0 0 13 * fri", "*", "01-04 00:00"),
        ("0 0 * jul-aug mon", "*", "07-01 00:00"),
        ("0 12 1 1 *", "*", "01-01 12:00"),
    ],
)
def test_what_is_written_and_when_it_is_due_first(at, days, first):
    # 2019-01-01 was a Tuesday; for the leap day the year is 2020's.
    since = "2020-01-01" if "FEB" in at else "2019-01-01"

    assert upcoming(at, since, 1, days=days) == [f"{first}+0000"]


@pytest.mark.parametrize(
    ("at", "days", "zone", "problem"),
    [
        ("7", "*", "UTC", "a time such as 07:00, or five fields"),
        ("07:0", "*", "UTC", "a time such as"),
        ("24:00", "*", "UTC", "hour '24' is not 0 to 23"),
        ("07:60", "*", "UTC", "minute '60' is not 0 to 59"),
        ("* * * *", "*", "UTC", "five fields"),
        ("0 0 * * *", "mon", "UTC", "a time and days, or five fields"),
        ("07:00", "monday", "UTC", "weekday 'monday' is not 0 to 7 or sun, mon"),
        ("0 0 0 * *", "*", "UTC", "day '0' is not 1 to 31"),
        ("*/0 * * * *", "*", "UTC", "after the slash there must be a number"),
        ("*/x * * * *", "*", "UTC", "after the slash there must be a number"),
        ("0 0 * * fri#1", "*", "UTC", "weekday 'fri#1'"),
        ("0 0 31 2 *", "*", "UTC", "that day never comes"),
        ("²:00", "*", "UTC", "hour '²'"),
        ("07:00", "*", "Europe/Zürich", "no zone 'Europe/Zürich'"),
        ("07:00", "*", "../etc/passwd", "no zone"),
        ("07:00", "*", "", "no zone"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_the_word(at, days, zone, problem):
    with pytest.raises(ValueError, match=problem):
        rule(at, days, zone)


def test_a_time_that_the_clocks_leave_out_is_due_at_the_first_moment_after_the_gap():
    assert upcoming("02:30", "2026-03-28 00:00", 3, ZURICH) == [
        "03-28 02:30+0100",
        "03-29 03:00+0200",
        "03-30 02:30+0200",
    ]


def test_two_times_in_one_gap_are_one():
    assert upcoming("0,30 2 * * *", "2026-03-28 12:00", 2, ZURICH) == [
        "03-29 03:00+0200",
        "03-30 02:00+0200",
    ]


def test_a_time_that_comes_twice_is_due_the_first_time():
    assert upcoming("02:30", "2026-10-24 12:00", 2, ZURICH) == [
        "10-25 02:30+0200",
        "10-26 02:30+0100",
    ]


def test_every_hour_is_every_hour_that_there_is():
    assert upcoming("30 * * * *", "2026-10-24 23:00", 4, ZURICH) == [
        "10-25 01:30+0200",
        "10-25 02:30+0200",
        "10-25 02:30+0100",
        "10-25 03:30+0100",
    ]
    assert upcoming("30 * * * *", "2026-03-29 00:00", 3, ZURICH) == [
        "03-29 01:30+0100",
        "03-29 03:30+0200",
        "03-29 04:30+0200",
    ]


def test_gaps_of_half_an_hour_and_of_a_whole_day():
    assert upcoming("02:15", "2026-10-02 20:00", 2, "Australia/Lord_Howe") == [
        "10-04 02:30+1100",
        "10-05 02:15+1100",
    ]
    # Samoa had no 30 December 2011.
    assert upcoming("12:00", "2011-12-29 20:00", 3, "Pacific/Apia") == [
        "12-29 12:00-1000",
        "12-31 00:00+1400",
        "12-31 12:00+1400",
    ]


@pytest.mark.parametrize("zone", ["UTC", ZURICH, "America/St_Johns", "Pacific/Apia"])
@pytest.mark.parametrize("at", ["02:30", "*/20 * * * *", "0 0 1 * *", "0 9 * * mon-fri"])
def test_the_last_slot_until_a_slot_is_that_slot_and_just_before_it_the_one_before(at, zone):
    wanted = rule(at, "*", zone)
    slot = wanted.next(utc("2026-03-01"))
    for _ in range(60):
        following = wanted.next(slot)
        assert slot < following
        assert wanted.last(following) == following
        assert wanted.last(following - timedelta(microseconds=1)) == slot
        slot = following


def test_from_one_29_february_to_the_next_it_can_be_eight_years():
    leap_day = rule("0 0 29 2 *", "*", "UTC")

    assert leap_day.last(utc("1904-02-28")) == utc("1896-02-29")
    assert leap_day.next(utc("1896-03-01")) == utc("1904-02-29")


def test_utc_needs_no_database_of_zones():
    zoneinfo.reset_tzpath(())
    zoneinfo.ZoneInfo.clear_cache()
    try:
        with pytest.raises(ValueError, match="install the package tzdata"):
            rule("03:31", "*", "Asia/Taipei")
        assert upcoming("03:31", "2026-01-01", 1) == ["01-01 03:31+0000"]
    finally:
        zoneinfo.reset_tzpath()
