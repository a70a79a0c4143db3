"""Who is told of what, when: each thing once, and nothing that she did not ask for."""

import pytest
from psycopg.errors import UniqueViolation

from tests.support.rows import column
from tests.support.year import Year

# Letters, oldest first: who, the kind of it, and the titles in it.
LETTERS = """
    select email || ' ' || kind || ': ' || string_agg(note ->> 'title', ', ' order by position)
           as letter
      from deliveries
      join notifications on notifications.id = notification_id
      join subscribers on subscribers.id = subscriber_id
      join told_notes on delivery_id = deliveries.id and position is not null
      join jsonb_array_elements(letter) as note on note -> 'event' = to_jsonb(event_id)
     where deliveries.status = 'sent'
     group by deliveries.id, email, kind
     order by deliveries.id
"""
SKIPPED = "select reason from deliveries where status = 'skipped' order by id"


async def three_in_a_week(year: Year) -> None:
    for day, name in ((2, "oak"), (3, "ash"), (5, "elm")):
        year.until(2026, 6, day, 12)
        await year.grow(name, "evergreen")
        await year.announce()
    year.until(2026, 6, 7, 9)
    await year.look()


def test_n40_three_notes_in_a_week_are_three_letters_or_one_digest(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "now"}, {"mail": "week", "pace": "weekly"})
        await three_in_a_week(year)
        year.until(2026, 6, 14, 9)
        assert await year.look() == []  # nothing to say, no mail

    live(story)

    assert column(db, LETTERS) == [
        "now evergreen: On oak",
        "now evergreen: On ash",
        "now evergreen: On elm",
        "week weekly: On elm, On ash, On oak",
    ]
    assert column(db, SKIPPED) == ["waits for Sunday"] * 3


def test_n37_a_note_that_flaps_is_told_once_and_a_table_sees_to_it(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "now"}, {"mail": "week", "pace": "weekly"})
        for day, maturity in enumerate(["evergreen", "budding", "evergreen", "seedling"], 2):
            year.until(2026, 6, day, 12)
            await year.grow("oak", maturity)
            await year.announce()
        await year.grow("oak", "evergreen")
        await year.announce()
        for sunday in (7, 14):
            year.until(2026, 6, sunday, 9)
            await year.look()

    live(story)

    assert column(db, LETTERS) == ["now evergreen: On oak", "week weekly: On oak"]
    with pytest.raises(UniqueViolation):
        db.execute(
            "insert into told_notes (event_id, subscriber_id, delivery_id)"
            " select event_id, subscriber_id, delivery_id from told_notes limit 1"
        )


def test_a_second_letter_of_a_day_joins_the_next_one(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "now"})
        for hour, name in ((12, "oak"), (13, "ash")):
            year.until(2026, 6, 2, hour)
            await year.grow(name, "evergreen")
            await year.announce()
        year.until(2026, 6, 3, 7)
        await year.grow("elm", "evergreen")
        await year.announce()
        year.until(2026, 6, 3, 9)
        await year.look()

    live(story)

    assert column(db, LETTERS) == ["now evergreen: On oak", "now evergreen: On elm, On ash"]
    assert column(db, SKIPPED) == ["joins the next letter"]


def test_on_a_day_without_a_letter_it_comes_at_nine_by_itself(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "now"})
        for hour, name in ((12, "oak"), (13, "ash")):
            year.until(2026, 6, 2, hour)
            await year.grow(name, "evergreen")
            await year.announce()
        for day in (3, 4):
            year.until(2026, 6, day, 9)
            await year.look()

    live(story)

    assert column(db, LETTERS) == ["now evergreen: On oak", "now daily: On ash"]


def test_topics_and_language_decide_what_is_hers_at_once_and_in_a_digest(live, db):
    async def story(year: Year) -> None:
        await year.join(
            {"mail": "trees", "topics": ["trees"]},
            {"mail": "chinese", "notes_language": "zh"},
            {"mail": "week", "pace": "weekly", "topics": ["soil"], "notes_language": "en"},
        )
        await year.grow("oak", "evergreen", tags=["trees"])
        await year.grow("loam", "evergreen", tags=["soil"])
        await year.grow("土", "evergreen", tags=["soil"], language="zh-Hant")
        await year.announce()
        year.until(2026, 6, 7, 9)
        await year.look()

    live(story)

    assert column(db, LETTERS) == [
        "trees evergreen: On oak",
        "chinese evergreen: On 土",
        "week weekly: On loam",
    ]


def test_who_is_told_nothing_has_the_reason_in_the_sum(live, db):
    async def story(year: Year) -> None:
        await year.join(
            {"mail": "a", "topics": ["soil"]},
            {"mail": "b", "notes_language": "zh"},
            {"mail": "c", "pace": "weekly"},
            {"mail": "d", "pace": "monthly"},
            {"mail": "e"},
        )
        await year.choose("e", pause=True)
        await year.grow("oak", "evergreen", tags=["trees"])
        await year.announce()

    live(story)

    assert column(db, SKIPPED) == [
        "other topics",
        "another language",
        "waits for Sunday",
        "waits for the 1st",
        "waits for the end of a pause",
    ]
    assert column(db, "select candidates from notifications") == [5]


def test_after_a_pause_comes_what_was_missed(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "now"})
        await year.choose("now", pause=True)
        await year.grow("oak", "evergreen")
        await year.announce()
        for month, day in ((6, 20), (7, 2), (7, 3)):
            year.until(2026, month, day, 9)
            went.append(await year.look())

    went: list[list[str]] = []
    live(story)

    assert went == [[], ["daily"], []]
    assert column(db, LETTERS) == ["now daily: On oak"]


def test_late_joiners_are_told_only_of_what_came_after_them(live, db):
    async def story(year: Year) -> None:
        await year.grow("oak", "evergreen")
        await year.grow("ash")
        await year.announce()
        year.until(2026, 6, 3, 12)
        await year.join({"mail": "now"}, {"mail": "week", "pace": "weekly"})
        year.until(2026, 6, 4, 12)
        await year.grow("ash", "budding")
        await year.announce()
        year.until(2026, 6, 7, 9)
        await year.look()

    live(story)

    assert column(db, LETTERS) == ["week weekly: On ash"]


def test_who_changes_the_pace_is_told_what_waits_and_nothing_of_before(live, db):
    async def story(year: Year) -> None:
        await year.join({"mail": "now"})
        await year.grow("seed")
        for name in ("oak", "ash"):
            await year.grow(name, "evergreen")
            await year.announce()
        year.until(2026, 6, 1, 13)
        await year.choose("now", pace="weekly")
        await year.choose("now", pace="weekly", topics=[])
        year.until(2026, 6, 7, 9)
        await year.look()

    live(story)

    assert column(db, LETTERS) == ["now evergreen: On oak", "now weekly: On ash"]
    assert column(db, "select count(*) from owed_notes") == [0]
