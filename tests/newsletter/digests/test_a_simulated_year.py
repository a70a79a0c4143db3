"""A year of readers of mixed pace, topic and language: every sum closes, nothing comes twice.

Some wait for one note, readers or not, and now and then the gardener writes a letter.
"""

import os
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from tests.support.rows import column, one
from tests.support.year import Year

SEED = int(os.environ.get("SEED", "20260601"))
TAGS = ["trees", "soil", "bees", "tools"]
PACES = ["each", "each", "weekly", "monthly"]

# Each finds what must not be.
BROKEN = {
    "a sum does not close": """
        select id from notifications
         where status = 'announced' and candidates <> (
               select count(*) from deliveries where notification_id = notifications.id
                  and deliveries.status in ('sent', 'skipped', 'failed'))
    """,
    "a happening was told twice": """
        select event_id from told_notes group by event_id, subscriber_id having count(*) > 1
    """,
    "a note grew twice for a reader": """
        select note_id from told_notes join note_events on note_events.id = event_id
         where kind <> 'rewritten'
         group by note_id, kind, subscriber_id having count(*) > 1
    """,
    "a letter holds a note twice": """
        select delivery_id from told_notes join note_events on note_events.id = event_id
         where position is not null
         group by delivery_id, note_id having count(*) > 1
    """,
    "a letter about notes has no items": """
        select deliveries.id
          from deliveries join notifications on notifications.id = notification_id
         where deliveries.status <> 'skipped' and kind <> 'letter'
           and not exists (select from told_notes where delivery_id = deliveries.id)
    """,
    "two letters at once on one day": """
        select subscriber_id
          from deliveries join notifications on notifications.id = notification_id
         where kind in ('evergreen', 'daily') and deliveries.status = 'sent'
           and not exists (select from followed_notes where delivery_id = deliveries.id)
         group by subscriber_id, (sent_at at time zone 'Europe/Berlin')::date
        having count(*) > 1
    """,
    "a digest on another day": """
        select deliveries.id
          from deliveries join notifications on notifications.id = notification_id
         cross join lateral (select sent_at at time zone 'Europe/Berlin' as local) as clock
         where deliveries.status = 'sent'
           and (kind = 'weekly' and to_char(local, 'ID HH24') <> '7 09'
                or kind = 'monthly' and to_char(local, 'DD HH24') <> '01 09'
                or kind = 'daily' and to_char(local, 'HH24') <> '09')
    """,
    "told of what was before": """
        select subscriber_id from told_notes
          join note_events on note_events.id = event_id
          join subscribers on subscribers.id = subscriber_id
         where happened_at < confirmed_at
    """,
    "told of what was not wanted": """
        select subscriber_id from told_notes
          join note_events on note_events.id = event_id
          join notes on notes.id = note_id
          join subscribers on subscribers.id = subscriber_id
         where chosen_at is null
           and not note_is_wanted(topics, notes_language, tags, notes.language)
           and not exists (select from followed_notes
                            where delivery_id = told_notes.delivery_id
                              and followed_notes.note_id = notes.id)
    """,
    "a reader at once was told of a seedling": """
        select subscriber_id from told_notes
          join note_events on note_events.id = event_id
          join subscribers on subscribers.id = subscriber_id
         where chosen_at is null and pace = 'each' and kind <> 'grown'
    """,
    "a wish was not granted": """
        select followed_notes.id
          from followed_notes
          join announced_notes using (note_id)
          join notifications on notifications.id = notification_id
         where notifications.status = 'announced'
           and (ended_at is null or ended_at > notifications.announced_at)
           and followed_notes.delivery_id is null
    """,
    "a wish that was taken back was granted": """
        select id from followed_notes where ended_at is not null and delivery_id is not null
    """,
    "who waits for one note was told of another": """
        select told_notes.event_id
          from told_notes
          join note_events on note_events.id = event_id
          join subscribers on subscribers.id = subscriber_id
         where subscribers.status <> 'confirmed'
           and not exists (select from followed_notes
                            where followed_notes.subscriber_id = subscribers.id
                              and followed_notes.note_id = note_events.note_id
                              and followed_notes.delivery_id = told_notes.delivery_id)
    """,
    "a letter of the gardener's went to who does not read it": """
        select deliveries.id
          from deliveries
          join notifications on notifications.id = notification_id
          join subscribers on subscribers.id = subscriber_id
         where kind = 'letter'
           and (confirmed_at is null or confirmed_at > announced_at
                or deliveries.status <> 'skipped' and chosen_at is null
                   and not note_is_wanted('{}', notes_language, '{}', letter -> 0 ->> 'language'))
    """,
    "a letter of the gardener's did not reach every reader": """
        select notifications.id
          from notifications
         where kind = 'letter'
           and candidates <> (select count(*) from subscribers where confirmed_at < announced_at)
    """,
}

# Whoever never chose anew has had everything, but for what the next digest will bring, and for what
# happened to a note that has fallen back since.
FORGOTTEN = """
    select subscribers.id
          from subscribers
          join note_events on happened_at > confirmed_at
          join notes on notes.id = note_id
         where chosen_at is null and paused_until is null
           and note_is_wanted(topics, notes_language, tags, notes.language)
           and (pace <> 'each' or kind = 'grown')
           and (kind <> 'grown' or maturity = 'evergreen')
           and (kind <> 'moved' or maturity <> 'seedling')
           and happened_at < (select max(announced_at) from notifications)
                             - case pace when 'each' then interval '1 day'
                                         when 'weekly' then interval '8 days'
                                         else interval '32 days' end
           and note_id <> all(%s)
           and not exists (select from told_notes
                            where event_id = note_events.id and subscriber_id = subscribers.id)
"""


TAKEN_BACK_IN_TIME = """
    select count(*)
      from followed_notes
      join announced_notes using (note_id)
      join notifications on notifications.id = notification_id
     where ended_at < notifications.announced_at
"""


async def live_through(year: Year, dice: Random, readers: int, days: int) -> None:
    """Let days go by, with something new on most of them."""
    people = [somebody(dice, number) for number in range(readers)]
    others = Random(readers)
    await year.join(*people[: readers // 2])
    late = people[readers // 2 :]
    first = year.now
    for day in range(days + 1):
        for hour in (7, 8, 15):  # nine in Berlin is one of the first two
            year.now = first.replace(hour=hour, minute=0) + timedelta(days=day)
            if hour == 15 or dice.random() < 0.1:
                await grow_something(year, dice, day)
            await year.look()
        await wait_for_something(year, others, day, [one["mail"] for one in people[: readers // 2]])
        if day % 30 == 20:
            await year.write(f"letters/{day}", others.choice(["en", "zh-Hant"]))
        joining = late[day * len(late) // days : (day + 1) * len(late) // days]
        if joining:
            await year.join(*joining)
        if dice.random() < 0.5:
            await choose_something(year, dice, dice.choice(people[: readers // 2])["mail"])


def somebody(dice: Random, number: int) -> dict[str, object]:
    return {
        "mail": f"reader{number}",
        "pace": dice.choice(PACES),
        "topics": dice.sample(TAGS, dice.choice([0, 0, 1, 2])),
        "notes_language": dice.choice(["both", "both", "en", "zh"]),
    }


async def grow_something(year: Year, dice: Random, day: int) -> None:
    """Plant a note, or let one move on, flap or be rewritten."""
    if not year.notes or dice.random() < 0.3:
        await year.grow(
            f"note-{day}-{len(year.notes)}",
            dice.choice(["seedling", "seedling", "budding", "evergreen"]),
            tags=[dice.choice(TAGS)],
            language=dice.choice(["en", "zh-Hant"]),
        )
    elif dice.random() < 0.5:
        name = dice.choice([*year.notes])
        words = {"changed": f"new on {day}"} if dice.random() < 0.3 else {}
        await year.grow(name, dice.choice(["seedling", "budding", "evergreen"]), **words)
    await year.announce()


async def wait_for_something(year: Year, dice: Random, day: int, mails: list[Any]) -> None:
    """Let some wait for a note, of whom half read the garden, and let a few change their mind."""
    growing = [name for name, note in year.notes.items() if note["maturity"] != "evergreen"]
    if not growing:
        return
    for number in range(max(4, len(mails) // 100)):
        mail = dice.choice([dice.choice(mails), f"only-{day}-{number}"])
        name = dice.choice(growing)
        await year.follow(mail, name)
        if dice.random() < 0.3:
            await year.take_back(mail, name)


async def choose_something(year: Year, dice: Random, mail: str) -> None:
    what = dice.randrange(3)
    if what == 0:
        await year.choose(mail, pace=dice.choice(PACES))
    elif what == 1:
        await year.choose(mail, topics=dice.sample(TAGS, dice.randrange(3)))
    else:
        await year.choose(mail, pause=dice.random() < 0.7)


@pytest.mark.parametrize(
    ("readers", "days"),
    [(40, 60), pytest.param(10_000, 365, marks=pytest.mark.campaign)],
    ids=["season", "year"],
)
def test_mixed_readers_are_told_each_note_once_and_every_sum_closes(live, db, readers, days):
    """The season has the day in it on which the clocks go back, the year both."""
    begin = datetime(2026, 10, 1, 6, tzinfo=UTC)
    year = live(
        lambda year: live_through(year, Random(SEED), readers, days),
        zone="Europe/Berlin",
        since=begin,
    )

    for what, query in BROKEN.items():
        assert column(db, query) == [], (what, SEED)
    assert db.execute(FORGOTTEN, ([*year.fallen],)).fetchall() == [], SEED
    assert one(db, "select count(distinct kind) from notifications") == 5
    assert one(db, "select count(*) from followed_notes where delivery_id is not null") > 3
    assert one(db, TAKEN_BACK_IN_TIME) > 0
    assert one(db, "select count(*) from told_notes") > 2 * readers
