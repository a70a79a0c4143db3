"""Digests come at nine in the morning of the garden, whatever its clocks are doing."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from functions.jobs import SCHEDULES, digest_calendar
from shared.newsletter.digests.calendar import schedules
from tests.support.rows import column
from tests.support.year import Year

BERLIN = ZoneInfo("Europe/Berlin")
AN_HOUR = timedelta(hours=1)


def weekly(zone: str):
    return next(one.rule for one in schedules(zone) if one.name == "digest-weekly")


def test_n42_nine_in_berlin_is_seven_utc_in_july_and_eight_in_january():
    rule = weekly("Europe/Berlin")

    assert rule.next(datetime(2026, 7, 1, tzinfo=UTC)) == datetime(2026, 7, 5, 7, tzinfo=UTC)
    assert rule.next(datetime(2026, 1, 1, tzinfo=UTC)) == datetime(2026, 1, 4, 8, tzinfo=UTC)


@pytest.mark.parametrize(
    ("sunday", "utc"), [((2026, 3, 29), 7), ((2026, 10, 25), 8)], ids=["gap", "fold"]
)
def test_n43_on_the_day_the_clocks_change_one_digest_comes_at_nine(live, db, sunday, utc):
    day = datetime(*sunday, tzinfo=BERLIN).astimezone(UTC)

    async def story(year: Year) -> None:
        await year.join({"mail": "week", "pace": "weekly"})
        await year.grow("oak", "evergreen")
        await year.announce()
        for hours in range(30):
            year.now = day + hours * AN_HOUR
            went.extend((kind, year.now) for kind in await year.look())

    went: list[tuple[str, datetime]] = []
    live(story, zone="Europe/Berlin", since=day - timedelta(days=2))

    assert went == [("weekly", datetime(*sunday, utc, tzinfo=UTC))]


def test_the_first_of_the_month_is_the_gardens_own(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "month", "pace": "monthly"})
        await year.grow("oak")
        await year.announce()
        for when in ((2026, 6, 30, 20), (2026, 6, 30, 21), (2026, 7, 1, 9)):
            year.until(*when)
            went.extend((kind, year.now) for kind in await year.look())

    went: list[tuple[str, datetime]] = []
    live(story, zone="Pacific/Auckland")

    assert went == [("monthly", datetime(2026, 6, 30, 21, tzinfo=UTC))]


def test_a_digest_is_looked_for_at_the_full_hour_of_every_zone():
    rule = digest_calendar.schedule.rule
    for zone in ("UTC", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Chatham", "America/St_Johns"):
        due = weekly(zone).next(datetime(2026, 7, 1, tzinfo=UTC))
        assert rule.last(due) == due, zone
    assert digest_calendar.schedule in SCHEDULES


def test_what_came_back_too_late_is_left_to_the_next_one(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "week", "pace": "weekly"})
        await year.grow("oak")
        await year.announce()
        year.until(2026, 6, 11, 9)
        went.extend(await year.look())
        year.until(2026, 6, 14, 9)
        went.extend(await year.look())

    went: list[str] = []
    live(story)

    assert went == ["weekly"]


def test_eight_notes_stand_in_a_digest_and_all_of_them_are_told(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "week", "pace": "weekly"})
        for number in range(11):
            await year.grow(f"note-{number}")
        await year.announce()
        await year.grow("note-3", "budding")
        await year.grow("note-4", changed="the end is new")
        await year.announce()
        for sunday in (7, 14):
            year.until(2026, 6, sunday, 9)
            await year.look()

    live(story)

    positions = column(db, "select position from told_notes order by position")
    assert positions == [*range(1, 9), *[None] * 5]
    shown = column(
        db,
        """
        select note_events.kind || ' ' || note_id from told_notes
          join note_events on note_events.id = event_id where position <= 3 order by position
    """,
    )
    assert shown[:2] == ["moved note-3", "rewritten note-4"]
    assert shown[2].startswith("planted")
