"""Jobs by the calendar: one for each slot, whoever looks, however often."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from shared import outbox
from shared.outbox import Schedule
from tests.support.jobs import Pick, Water, enqueue, handlers, on

MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
SIX = datetime(2026, 6, 1, 6, tzinfo=UTC)
EVERY_MORNING = Schedule("morning", Water(7), at="07:00")


@pytest.fixture(autouse=True)
def no_schedules(db):
    db.execute("delete from job_schedules; delete from job_slots")


async def look(now, *schedules):
    return await outbox.enqueue_scheduled(schedules or [EVERY_MORNING], now=now)


def slots(db):
    found = db.execute("select slot, job_id from job_slots order by slot").fetchall()
    assert None not in [one["job_id"] for one in found]
    # In UTC, since Python finds no two zones equal in the hour that comes twice.
    return [one["slot"].astimezone(UTC) for one in found]


def jobs(db):
    return db.execute("select * from background_jobs order by id").fetchall()


def test_its_job_is_enqueued_once_when_the_slot_has_come(database, db):
    async def story():
        return [await look(SIX + step * 20 * MINUTE) for step in range(6)]

    looks = on(database, story)

    assert [one.inserted for one in looks] == [0, 0, 0, 1, 0, 0]
    assert [one.next_at for one in looks] == [SIX + HOUR] * 3 + [SIX + HOUR + DAY] * 3
    [job] = jobs(db)
    assert (job["kind"], job["queue"], job["payload"]) == ("test.water", "bulk", {"plant": 7})
    assert job["run_at"] == SIX + HOUR


def test_a_new_schedule_does_not_begin_with_the_past(database, db):
    on(database, lambda: look(SIX + 2 * HOUR))
    on(database, lambda: look(SIX + 3 * HOUR))

    assert slots(db) == []


def test_of_what_was_missed_only_the_latest_is_made_up_for(database, db):
    async def story():
        await look(SIX)
        await look(SIX + 5 * DAY)
        await look(SIX + 5 * DAY + 2 * HOUR)

    on(database, story)

    assert slots(db) == [SIX + 4 * DAY + HOUR, SIX + 5 * DAY + HOUR]


def test_what_is_missed_for_longer_than_it_may_be_late_is_left_out(database, db):
    punctual = Schedule("morning", Water(7), at="07:00", late=HOUR)

    async def story():
        await look(SIX, punctual)
        await look(SIX + 2 * HOUR + MINUTE, punctual)
        await look(SIX + DAY + 2 * HOUR, punctual)

    on(database, story)

    assert slots(db) == [SIX + DAY + HOUR]


def test_a_change_takes_effect_and_what_it_would_have_done_before_does_not(database, db):
    at_noon = Schedule("morning", Pick(1), at="12:00")
    at_eight = Schedule("morning", Pick(1), at="08:00")

    async def story():
        await look(SIX)
        await look(SIX + 3 * HOUR, at_eight)  # its 08:00 of today was not in force yet
        await look(SIX + 3 * HOUR, at_noon)
        await look(SIX + 7 * HOUR, at_noon)

    on(database, story)

    assert slots(db) == [SIX + 6 * HOUR]
    assert [job["kind"] for job in jobs(db)] == ["test.pick"]


def test_two_versions_at_once_as_in_a_deploy_lose_no_slot_of_either(database, db):
    at_eight = Schedule("morning", Pick(1), at="08:00")

    async def story():
        for step in range(40):
            await look(SIX + step * 5 * MINUTE, (EVERY_MORNING, at_eight)[step % 2])

    on(database, story)

    assert slots(db) == [SIX + HOUR, SIX + 2 * HOUR]


def test_what_was_changed_long_ago_and_comes_back_is_new(database, db):
    at_eight = Schedule("morning", Water(1), at="08:00")

    async def story():
        await look(SIX)
        await look(SIX + HOUR)
        await look(SIX + 2 * HOUR + MINUTE, at_eight)
        await look(SIX + 2 * DAY, at_eight)
        await look(SIX + 2 * DAY)  # 07:00 again: nobody wanted yesterday's

    on(database, story)

    assert slots(db) == [SIX + HOUR, SIX + DAY + 2 * HOUR]


def test_in_its_zone_through_the_night_in_which_clocks_go_back(database, db):
    nightly = Schedule("nightly", Water(1), at="02:30", zone="Europe/Zurich")
    evening = datetime(2026, 10, 24, 18, tzinfo=UTC)

    async def story():
        for step in range(14 * 4):
            await look(evening + step * 15 * MINUTE, nightly)

    on(database, story)

    assert slots(db) == [datetime(2026, 10, 25, 0, 30, tzinfo=UTC)]


def test_with_a_key_a_slot_adds_nothing_to_an_earlier_one_that_is_live(database, db):
    keyed = Schedule("hourly", Water(1), at="0 * * * *", dedup_key="watering")

    async def story():
        await look(SIX, keyed)
        made = [(await look(SIX + step * HOUR, keyed)).inserted for step in (1, 2)]
        db.execute("update background_jobs set status = 'succeeded'")
        return [*made, (await look(SIX + 3 * HOUR, keyed)).inserted]

    assert on(database, story) == [1, 0, 1]
    assert len(slots(db)) == 3


def test_a_database_clock_that_steps_back_repeats_nothing(database, db):
    async def story():
        await look(SIX)
        await look(SIX + HOUR)
        await look(SIX + 50 * MINUTE)
        await look(SIX + 70 * MINUTE)

    on(database, story)

    assert slots(db) == [SIX + HOUR]


def test_case_27_many_at_once_are_one_job(database, db):
    async def story():
        await look(SIX)
        return await asyncio.gather(*[look(SIX + HOUR) for _ in range(10)])

    assert sum(one.inserted for one in on(database, story)) == 1
    assert len(jobs(db)) == 1


def test_a_tick_enqueues_what_is_due_works_it_and_says_when_the_next_slot_is(database, db):
    worked = []

    async def keep(job):
        worked.append(job)

    async def story():
        schedules = [EVERY_MORNING]
        early = await outbox.tick(handlers(keep), budget=20, schedules=schedules, now=SIX)
        late = await outbox.tick(handlers(keep), budget=20, schedules=schedules, now=SIX + HOUR)
        return early, late

    early, late = on(database, story)

    assert (early.claimed, early.next_due_at) == (0, SIX + HOUR)
    assert (late.succeeded, late.next_due_at) == (1, SIX + HOUR + DAY)
    assert worked == [Water(7)]


def test_a_job_that_is_due_before_the_next_slot_is_what_comes_next(database):
    async def story():
        await enqueue(Pick(1), run_at=SIX + 10 * MINUTE)
        return await outbox.tick(handlers(), budget=20, schedules=[EVERY_MORNING], now=SIX)

    assert on(database, story).next_due_at == SIX + 10 * MINUTE


def test_who_waits_for_jobs_alone_is_told_without_the_calendar(database):
    async def story():
        schedules = [EVERY_MORNING]
        nothing = await outbox.tick(handlers(), budget=20, schedules=schedules, now=SIX)
        await enqueue(Pick(1), run_at=SIX + 3 * HOUR)
        return nothing, await outbox.tick(handlers(), budget=20, schedules=schedules, now=SIX)

    nothing, later = on(database, story)

    assert (nothing.next_job_at, later.next_job_at) == (None, SIX + 3 * HOUR)
    assert later.next_due_at == SIX + HOUR
    assert datetime.fromisoformat(str(later.as_json()["next_job_at"])) == SIX + 3 * HOUR
    assert nothing.as_json()["next_job_at"] is None


def test_without_schedules_nothing_is_asked(database):
    async def story():
        return await outbox.enqueue_scheduled([])

    assert on(database, story) == outbox.Scheduled(0, None)


def test_what_can_never_be_enqueued_is_refused_where_it_is_written(database):
    with pytest.raises(ValueError, match="needs a name"):
        Schedule("", Water(1), at="07:00")
    with pytest.raises(ValueError, match="hour '25'"):
        Schedule("a", Water(1), at="25:00")
    with pytest.raises(outbox.BadPayload):
        Schedule("a", Water(b""), at="07:00")
    with pytest.raises(outbox.BadPayload):
        Schedule("a", Water(1), at="07:00", dedup_key="")
    with pytest.raises(ValueError, match="one name"):
        on(database, lambda: look(SIX, EVERY_MORNING, EVERY_MORNING))
