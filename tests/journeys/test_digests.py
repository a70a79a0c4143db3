"""A digest goes the way of every letter: planned, held, sent once, and counted until it closes."""

from datetime import timedelta
from typing import Any

import pytest

from functions.commands.announcements import became, named
from functions.jobs import JOBS, digest_calendar
from shared import outbox, tx
from shared.newsletter.announcing import notifications
from shared.newsletter.delivering import ledger
from shared.newsletter.payloads import Digest
from tests.support.garden import Garden, text_of
from tests.support.nights import slot_has_come
from tests.support.rows import add_readers, column, deliveries, one

NOW = "update background_jobs set run_at = clock_timestamp() where status = 'pending'"
WEEKLY = "update subscribers set pace = 'weekly'"


def due(garden: Garden, pace: str = "weekly") -> None:
    """Let the hour of a digest come."""

    async def enqueue() -> None:
        async with tx.run():
            await outbox.enqueue(Digest(pace))

    garden.call(enqueue)


def in_one(garden: Garden, block: Any) -> Any:
    async def whole() -> Any:
        async with tx.run():
            return await block()

    return garden.call(whole)


@pytest.fixture
def grown(garden: Garden, db) -> list[dict[str, Any]]:
    """Three weekly readers, and a week in which four things happened."""
    site = garden.site
    oak, ash, elm, fern = (site.note(name) for name in ("oak", "ash", "elm", "fern"))
    garden.show(oak, ash, elm)
    add_readers(db, 3)
    db.execute(WEEKLY)
    week = [
        oak | {"maturity": "evergreen"},
        ash | {"maturity": "budding"},
        elm | {"changed": "the end is new"},
        fern,
    ]
    garden.show(*week)
    garden.tick()
    assert garden.inbox() == []
    return week


def test_a_digest_has_its_sections_in_order_and_each_readers_own_way_out(garden: Garden, db, grown):
    due(garden)
    garden.tick()
    mails = garden.inbox()

    assert len(mails) == 3
    assert {mail["Subject"] for mail in mails} == {"On oak and 3 more"}
    assert len({mail["List-Unsubscribe"] for mail in mails}) == 3
    sections = ["Grown", "Moved on", "Rewritten", "Newly planted", "All changes", "/newsletter/"]
    for kind in ("plain", "html"):
        places = [text_of(mails[0], kind).index(word) for word in sections]
        assert places == sorted(places)
    assert all(
        word in text_of(mails[0], "html") for word in ("On ash", "On fern", "the end is new")
    )
    assert column(db, "select kind from notifications order by id") == ["evergreen", "weekly"]


def test_once_told_there_is_nothing_to_say_and_no_mail(garden: Garden, db, grown):
    for _ in range(3):
        due(garden)
        garden.tick()

    assert len(garden.inbox()) == 3
    assert one(db, "select count(*) from notifications") == 2


def test_it_is_held_listed_and_cancelled_and_what_it_had_waits(garden: Garden, db, grown):
    object.__setattr__(garden.settings, "announce_hold", timedelta(minutes=10))
    due(garden)
    garden.tick()
    listed = in_one(garden, lambda: notifications.find(2))
    assert garden.inbox() == []
    assert (listed.kind, listed.status) == ("weekly", "planned")
    assert named(listed) == "weekly digest: On oak, On ash, On elm, On fern"
    assert became(listed, None).startswith("planned")

    assert garden.call(lambda: notifications.cancel(2))
    object.__setattr__(garden.settings, "announce_hold", timedelta(0))
    assert one(db, "select count(*) from told_notes") == 0
    due(garden)
    garden.tick()
    assert len(garden.inbox()) == 3


def test_n36_who_leaves_after_the_fan_out_gets_no_digest(garden: Garden, db, grown):
    due(garden)
    garden.call(lambda: outbox.tick(outbox.Handlers([JOBS.get(Digest.kind)])))
    db.execute(NOW)
    garden.fan_out()
    db.execute("update subscribers set status = 'unsubscribed' where id = 2")
    db.execute(NOW)
    garden.tick()

    assert len(garden.inbox()) == 2
    assert deliveries(db)[3:] == [
        ("sent", None, 0),
        ("skipped", "unsubscribed", 0),
        ("sent", None, 0),
    ]


def test_n33_the_sum_of_a_notification_closes_with_who_waits(garden: Garden, db):
    garden.show(garden.site.note("oak"))
    add_readers(db, 6)
    db.execute("update subscribers set pace = 'weekly' where id <= 2")
    db.execute("update subscribers set paused_until = now() + interval '1 day' where id = 3")
    db.execute("update subscribers set topics = '{soil}' where id = 4")
    garden.show(garden.site.note("oak", "evergreen"))
    garden.tick()
    shares = in_one(garden, lambda: ledger.shares(1))

    assert {(one.fate, one.reason): one.deliveries for one in shares} == {
        ("sent", None): 2,
        ("postponed", "waits for Sunday"): 2,
        ("postponed", "waits for the end of a pause"): 1,
        ("skipped", "other topics"): 1,
    }
    assert one(db, "select candidates from notifications") == 6
    assert len(garden.inbox()) == 2


def test_a_cleared_note_leaves_nothing_to_send_and_no_digest(garden: Garden, db, grown):
    object.__setattr__(garden.settings, "announce_hold", timedelta(minutes=10))
    due(garden)
    garden.tick()
    db.execute("update notes set gone_at = clock_timestamp()")
    db.execute(NOW)
    garden.tick()

    assert garden.inbox() == []
    assert column(db, "select status from notifications order by id") == ["announced", "cancelled"]


def test_the_calendar_job_is_there_when_its_quarter_of_an_hour_has_come(garden: Garden, db, grown):
    slot_has_come(db, digest_calendar.schedule)
    garden.call(lambda: outbox.tick(JOBS, schedules=[digest_calendar.schedule]))

    ended = "select status from background_jobs where kind = 'newsletter.digest-calendar'"
    assert column(db, ended) == ["succeeded"]
    known = column(
        db, "select schedule from job_schedules where schedule like 'digest-%' order by 1"
    )
    assert known == ["digest-daily", "digest-monthly", "digest-weekly"]
