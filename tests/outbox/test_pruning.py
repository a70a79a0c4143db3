"""What is over for long goes, a little at a time; what may still matter stays."""

import asyncio
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.pruning import JOBS
from tests.support.jobs import on

DAY = timedelta(days=1)

FILL = """
    insert into background_jobs (kind, status, created_at, run_at, finished_at, lease_id,
                                 leased_until)
    select 'test.water', %(status)s, at, at,
           case when %(status)s not in ('pending', 'running') then at end,
           case when %(status)s = 'running' then gen_random_uuid() end,
           case when %(status)s = 'running' then at end
      from generate_series(1, %(count)s),
           lateral (select clock_timestamp() - %(age)s) as long_ago (at)
"""

WITH_ATTEMPTS = """
    insert into job_attempts (job_id, attempt, outcome) select id, 1, 'failed' from background_jobs
"""


@pytest.fixture(autouse=True)
def nothing_remembered(db):
    db.execute("delete from job_windows; delete from job_slots")


def fill(db, status, age, count=1):
    db.execute(FILL, {"status": status, "age": age, "count": count})


def left(db):
    found = db.execute("select status, count(*) from background_jobs group by 1 order by 1")
    return {one["status"]: one["count"] for one in found.fetchall()}


def prune(database, **options):
    return on(database, lambda: outbox.prune(**options))


def test_finished_jobs_that_are_old_go_with_their_attempts_and_nothing_else_does(database, db):
    for status in ("succeeded", "cancelled", "dead", "pending", "running"):
        fill(db, status, 31 * DAY, 3)
        fill(db, status, 29 * DAY, 2)
    db.execute(WITH_ATTEMPTS)

    pruned = prune(database)

    assert (pruned.finished, pruned.dead, pruned.is_complete) == (6, 0, True)
    assert left(db) == {"cancelled": 2, "dead": 5, "pending": 5, "running": 5, "succeeded": 2}
    assert db.execute("select count(*) from job_attempts").fetchone() == {"count": 19}


def test_dead_letters_go_only_when_it_is_said_after_how_long(database, db):
    fill(db, "dead", 91 * DAY, 3)
    fill(db, "dead", 89 * DAY, 2)

    pruned = prune(database, dead_after=90 * DAY)

    assert (pruned.finished, pruned.dead) == (0, 3)
    assert left(db) == {"dead": 2}


def test_an_old_job_that_ended_only_now_stays(database, db):
    fill(db, "succeeded", 40 * DAY, 2)
    db.execute(
        "update background_jobs set finished_at = clock_timestamp()"
        " where id = (select min(id) from background_jobs)"
    )

    assert prune(database).finished == 1


@pytest.mark.parametrize("chunk", [1, 7, 50, 1000])
def test_in_chunks_of_any_size_everything_old_goes(database, db, chunk):
    for _ in range(10):
        fill(db, "succeeded", 31 * DAY, 4)
        fill(db, "pending", 31 * DAY)
    fill(db, "succeeded", DAY, 20)

    pruned = prune(database, chunk=chunk)

    assert (pruned.finished, pruned.is_complete) == (40, True)
    assert left(db) == {"pending": 10, "succeeded": 20}


def test_the_young_are_not_read_beyond_the_first_chunk_of_them(database, db):
    fill(db, "succeeded", 31 * DAY, 5)
    fill(db, "succeeded", DAY, 500)
    fill(db, "succeeded", 31 * DAY, 1)  # out of order, as by a restored clock: a later run gets it

    pruned = prune(database, chunk=50)

    assert (pruned.finished, pruned.is_complete) == (5, True)
    assert left(db) == {"succeeded": 501}


def test_however_many_jobs_there_are_a_chunk_is_found_by_its_ids(database, db):
    fill(db, "succeeded", 31 * DAY, 3000)
    fill(db, "succeeded", DAY, 20_000)
    db.execute("analyze background_jobs")
    asked = {"now": None, "older_than": 2_592_000, "dead_after": None, "after": 0, "chunk": 1000}

    found = psycopg.ClientCursor(db).execute("explain (costs off) " + JOBS, asked).fetchall()

    plan = "\n".join(one["QUERY PLAN"] for one in found)
    assert "Seq Scan on background_jobs" not in plan
    assert plan.count("background_jobs_pkey") >= 3


def test_what_somebody_has_locked_is_left_for_the_next_time(database, db):
    fill(db, "succeeded", 31 * DAY, 5)
    with psycopg.connect(database) as other:
        other.execute("select from background_jobs order by id limit 2 for update")
        first = prune(database)
    second = prune(database)

    assert (first.finished, second.finished) == (3, 2)


def test_it_stops_when_its_time_is_over_and_the_next_call_goes_on(database, db):
    fill(db, "succeeded", 31 * DAY, 20)
    db.execute("insert into job_windows values ('a', 1, clock_timestamp() - interval '1 s')")

    nothing = prune(database, budget=0)
    everything = prune(database)

    assert (nothing.finished, nothing.windows, nothing.is_complete) == (0, 0, False)
    assert (everything.finished, everything.windows, everything.is_complete) == (20, 1, True)


def test_windows_that_are_over_go_and_those_for_ever_stay(database, db):
    db.execute(
        "insert into job_windows select n::text, n, clock_timestamp() + (n - 25) * interval '1 h'"
        " from generate_series(1, 50) n"
    )
    db.execute("insert into job_windows values ('ever', 1, 'infinity')")

    assert prune(database, chunk=10).windows == 25
    assert db.execute("select count(*) from job_windows").fetchone() == {"count": 26}


def test_of_a_schedule_the_latest_slot_stays_however_old(database, db):
    db.execute(
        "insert into job_slots (schedule, slot)"
        " select 'daily', clock_timestamp() - n * interval '1 day' from generate_series(20, 40) n"
        " union all select 'yearly', clock_timestamp() - n * interval '1 year'"
        " from generate_series(1, 3) n"
    )

    assert prune(database, chunk=4).slots == 11 + 2
    found = db.execute("select schedule, count(*) from job_slots group by 1 order by 1").fetchall()
    assert [(one["schedule"], one["count"]) for one in found] == [("daily", 10), ("yearly", 1)]


def test_two_at_once_share_the_work(database, db):
    fill(db, "succeeded", 31 * DAY, 500)

    async def story():
        both = await asyncio.gather(*[outbox.prune(chunk=20) for _ in range(2)])
        return sum(one.finished for one in both)

    assert on(database, story) + prune(database).finished == 500
    assert left(db) == {}


def test_a_chunk_that_takes_long_makes_the_next_ones_smaller(database, db):
    db.execute(
        "create function slow() returns trigger language plpgsql as"
        " 'begin perform pg_sleep(0.002); return old; end'"
    )
    db.execute(
        "create trigger slow before delete on background_jobs for each row execute function slow()"
    )
    fill(db, "succeeded", 31 * DAY, 200)
    try:
        pruned = prune(database, chunk=100)
    finally:
        db.execute("drop trigger slow on background_jobs; drop function slow")

    assert (pruned.finished, pruned.is_complete) == (200, True)
    assert pruned.longest > 0.1


def test_inside_a_transaction_and_with_an_impossible_chunk_it_refuses(database):
    async def story():
        async with tx.run():
            with pytest.raises(RuntimeError, match="outside"):
                await outbox.prune()
        with pytest.raises(ValueError, match="at least 1"):
            await outbox.prune(chunk=0)

    on(database, story)


def test_an_age_beyond_all_time_deletes_nothing_and_a_day_has_24_hours(database, db):
    db.execute(f"alter database {db.info.dbname} set timezone = 'Europe/Berlin'")
    fill(db, "succeeded", timedelta(days=200, hours=-2))
    fill(db, "succeeded", timedelta(days=200, hours=2))

    ever = timedelta.max
    kept = prune(database, older_than=ever, dead_after=ever, actions_after=ever)
    gone = [
        prune(database, older_than=200 * DAY, now=datetime.now(UTC) + month * 30 * DAY).finished
        for month in (0, 1)
    ]

    assert (kept.finished, kept.is_complete) == (0, True)
    assert gone == [1, 1]
