"""Job newsletter.purge: what has had its time goes in the night, and takes the addresses along."""

from datetime import UTC, datetime, timedelta

from functions.jobs import JOBS, SCHEDULES, prune, purge
from shared import outbox
from tests.support.backup import dumped
from tests.support.garden import Garden
from tests.support.garden_fixtures import garden, site
from tests.support.nights import slot_has_come
from tests.support.rows import one, readers

__all__ = ["garden", "site"]

AGE = """
    update subscribers set created_at = created_at - interval '31 days',
           confirmation_requested_at = confirmation_requested_at - interval '31 days',
           confirmation_mailed_at = confirmation_mailed_at - interval '31 days';
    update background_jobs set created_at = created_at - interval '31 days',
           finished_at = finished_at - interval '31 days';
    update mailboxes set opened_at = array[opened_at[1] - interval '31 days'];
    update counted_in_hour set hour = hour - interval '31 days'
"""


def night(garden: Garden, db) -> outbox.Report:
    for schedule in (prune.schedule, purge.schedule):
        slot_has_come(db, schedule)
    return garden.call(lambda: outbox.tick(JOBS, schedules=SCHEDULES))


def test_s32_a_month_later_an_unconfirmed_address_is_nowhere_in_a_dump(garden, database, db):
    garden.subscribe("Canary.Zoe+Garden@example.org")
    garden.subscribe("bob@example.org")
    garden.tick()
    before = dumped(database).lower()
    db.execute(AGE)
    garden.subscribe("bob@example.org")
    report = night(garden, db)
    after = dumped(database).lower()

    assert "canary" in before
    assert report.dead == report.retried == 0
    assert "canary" not in after
    assert readers(db) == {"bob@example.org": "pending"}


def test_a_night_that_leaves_some_over_goes_on_in_a_minute(garden, db, monkeypatch):
    garden.subscribe("zoe@example.org")
    garden.tick()
    db.execute(AGE)
    monkeypatch.setattr(purge, "BUDGET", -1.0)
    report = night(garden, db)
    monkeypatch.undo()
    later = datetime.now(UTC) + timedelta(minutes=2)
    garden.call(lambda: outbox.tick(JOBS, now=later))

    assert report.snoozed == 1
    assert readers(db) == {}
    assert one(db, "select (select count(*) from mailboxes) + count(*) from counted_in_hour") == 0
