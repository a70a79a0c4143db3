"""Job outbox.prune: each night what has been over for a month goes, and nobody has to ask."""

import asyncio
from datetime import UTC, datetime, timedelta

from functions.jobs import JOBS, SCHEDULES, prune
from shared import outbox
from tests.support.jobs import on
from tests.support.nights import add_old_jobs, left, nights, pruning_jobs, slot_has_come

ALL = {"cancelled": 1, "dead": 1, "succeeded": 1}


def tick(database, **options):
    return on(database, lambda: outbox.tick(JOBS, schedules=SCHEDULES, **options))


def test_after_its_hour_old_finished_jobs_are_gone_and_dead_letters_stay(database, db):
    add_old_jobs(db)
    slot_has_come(db)
    report = tick(database)

    assert (report.claimed, report.succeeded) == (1, 1)
    assert left(db) == {"dead": 1}
    [night] = nights(db)
    assert (night["slot"].hour, night["slot"].minute) == (3, 30)
    assert (night["status"], night["run_at"]) == ("succeeded", night["slot"])
    assert (night["result"]["finished"], night["result"]["is_complete"]) == (2, True)


def test_what_has_been_over_for_less_than_thirty_days_stays(database, db):
    add_old_jobs(db, "29 days")
    slot_has_come(db)

    assert tick(database).succeeded == 1
    assert left(db) == ALL


def test_the_trail_of_what_people_did_and_the_fan_outs_stay(database, db):
    db.execute(
        "insert into job_actions (at, by, action, job_id)"
        " values (clock_timestamp() - interval '400 days', 'ada', 'noted', 1);"
        "insert into job_fan_outs (at, key, kind, chosen, inserted)"
        " values (clock_timestamp() - interval '400 days', 'spring', 'k', 1, 1)"
    )
    slot_has_come(db)
    tick(database)

    counted = db.execute(
        "select (select count(*) from job_actions) + (select count(*) from job_fan_outs) as rows"
    )
    assert counted.fetchone() == {"rows": 2}


def test_a_new_database_waits_for_its_first_night(database, db):
    add_old_jobs(db)
    report = tick(database)

    assert report.claimed == 0
    assert left(db) == ALL
    now = datetime.now(UTC)
    assert report.next_due_at == min(one.rule.next(now) for one in SCHEDULES)


def test_two_ticks_at_once_and_one_later_make_one_job_of_a_slot(database, db):
    add_old_jobs(db)
    slot_has_come(db)

    async def story():
        return await asyncio.gather(
            *[outbox.tick(JOBS, schedules=SCHEDULES, budget=55) for _ in range(2)]
        )

    reports = [*on(database, story), tick(database)]

    assert sum(report.succeeded for report in reports) == 1
    assert (len(nights(db)), pruning_jobs(db)) == (1, 1)


def test_the_next_night_has_a_job_of_its_own(database, db):
    slot_has_come(db)
    tick(database)
    tick(database, now=datetime.now(UTC) + timedelta(days=1))

    assert [one["status"] for one in nights(db)] == ["succeeded", "succeeded"]
    assert pruning_jobs(db) == 2


def test_what_does_not_fit_into_its_time_goes_on_in_a_minute(database, db, monkeypatch):
    add_old_jobs(db, times=1500)
    slot_has_come(db)
    monkeypatch.setattr(prune, "BUDGET", 0.001)  # for one chunk
    began = tick(database)
    [during] = nights(db)
    monkeypatch.undo()
    ended = tick(database, now=datetime.now(UTC) + timedelta(minutes=2))

    assert (began.snoozed, ended.succeeded) == (1, 1)
    assert during["status"] == "pending"
    assert left(db) == {"dead": 1500}
    assert pruning_jobs(db) == 1


def test_where_the_time_goes_by_without_a_find_it_waits_for_the_next_night(
    database, db, monkeypatch
):
    add_old_jobs(db)
    slot_has_come(db)
    monkeypatch.setattr(prune, "BUDGET", 0.0)

    assert tick(database).succeeded == 1
    assert left(db) == ALL


def test_a_pruning_that_is_repeated_deletes_nothing_more(database, db):
    add_old_jobs(db)

    async def twice():
        return [await prune.prune(prune.Prune()) for _ in range(2)]

    first, second = on(database, twice)

    assert (first["finished"], second["finished"], second["is_complete"]) == (2, 0, True)


def test_a_pruning_that_cannot_reach_its_tables_is_tried_again(database, db):
    slot_has_come(db)
    db.execute("alter table job_windows rename to away")
    try:
        report = tick(database)
    finally:
        db.execute("alter table away rename to job_windows")
    [night] = nights(db)

    assert (report.retried, night["status"]) == (1, "pending")
