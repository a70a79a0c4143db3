"""The scheduled function keeps the calendar: a night's pruning is its own."""

from datetime import UTC, datetime

from functions.jobs import SCHEDULES
from tests.support.nights import add_old_jobs, left, nights, slot_has_come


def test_the_first_tick_after_the_hour_prunes_and_the_next_does_not(cloud, db):
    add_old_jobs(db)
    slot_has_come(db)
    first, second = cloud.run_tick(), cloud.run_tick()

    assert (first["claimed"], first["succeeded"], second["claimed"]) == (1, 1, 0)
    assert left(db) == {"dead": 1}
    assert [night["status"] for night in nights(db)] == ["succeeded"]


def test_with_nothing_to_do_the_next_thing_due_is_what_the_calendar_says(cloud):
    report = cloud.run_tick()

    now = datetime.now(UTC)
    coming = min(one.rule.next(now) for one in SCHEDULES)
    assert datetime.fromisoformat(report["next_due_at"]) == coming
