"""A key that is taken for a while, also when its job has long ended."""

import asyncio
import threading
import time
from datetime import timedelta

import psycopg
import pytest

from shared import outbox, tx
from tests.support.jobs import Water, handlers, on

DAY = timedelta(days=1)


async def ask(once_in=DAY, **options):
    async with tx.run():
        return await outbox.enqueue(Water(), dedup_key="plant", once_in=once_in, **options)


@pytest.fixture(autouse=True)
def no_windows(db):
    db.execute("delete from job_windows")


@pytest.mark.parametrize("once_in", [DAY, outbox.EVER])
def test_a_job_that_has_ended_keeps_its_key_for_the_window(database, db, once_in):
    async def story():
        first = await ask(once_in)
        assert (await outbox.tick(handlers(), budget=20)).succeeded == 1
        again = await ask(once_in)
        return first, again

    first, again = on(database, story)

    assert (first.created, again.created) == (True, False)
    assert first.id == again.id
    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 1}


def test_after_the_window_there_is_a_new_job_and_a_new_window(database, db):
    async def story():
        first = await ask()
        await outbox.tick(handlers(), budget=20)
        db.execute("update job_windows set until = clock_timestamp() - interval '1 ms'")
        second = await ask()
        third = await ask()
        return first, second, third

    first, second, third = on(database, story)

    assert (second.created, third.created) == (True, False)
    assert first.id < second.id == third.id


def test_for_ever_is_for_ever(database, db):
    on(database, lambda: ask(outbox.EVER))

    assert db.execute("select until = 'infinity' as ever from job_windows").fetchone() == {
        "ever": True
    }


def test_the_window_is_as_long_as_was_asked_for_by_the_databases_clock(database, db):
    on(database, ask)

    left = db.execute("select until - clock_timestamp() as left from job_windows").fetchone()
    assert DAY - timedelta(minutes=5) < left["left"] <= DAY


def test_a_live_job_that_was_enqueued_without_a_window_opens_one(database):
    async def story():
        async with tx.run():
            first = await outbox.enqueue(Water(), dedup_key="plant")
        second = await ask()
        await outbox.tick(handlers(), budget=20)
        third = await ask()
        return [first.id, second.id, third.id], [second.created, third.created]

    ids, created = on(database, story)

    assert len({*ids}) == 1
    assert created == [False, False]


def test_what_is_rolled_back_leaves_no_window(database):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await outbox.enqueue(Water(), dedup_key="plant", once_in=DAY)
                raise ZeroDivisionError
        return await ask()

    assert on(database, story).created


def test_case_9_twenty_at_once_each_get_the_job_and_one_created_it(database, db):
    async def story():
        return await asyncio.gather(*[ask() for _ in range(20)])

    got = on(database, story)

    assert len({one.id for one in got}) == 1
    assert sorted(one.created for one in got) == [False] * 19 + [True]


def test_case_8_when_the_first_asker_rolls_back_the_second_one_has_the_job(database):
    first_asked = threading.Event()

    def first():
        with psycopg.connect(database) as connection:
            connection.execute("insert into job_windows values ('plant', 4711, 'infinity')")
            first_asked.set()
            time.sleep(0.3)
            connection.rollback()

    rival = threading.Thread(target=first)
    rival.start()
    first_asked.wait(10)
    second = on(database, ask)
    rival.join()

    assert second.created


def test_a_window_needs_a_key_and_a_length(database):
    async def story():
        async with tx.run():
            with pytest.raises(ValueError, match="once of what"):
                await outbox.enqueue(Water(), once_in=DAY)
            with pytest.raises(ValueError, match="longer than nothing"):
                await outbox.enqueue(Water(), dedup_key="plant", once_in=timedelta(0))

    on(database, story)


def test_a_day_is_24_hours_also_where_the_clocks_are_set_back(database, db):
    db.execute(f"alter database {db.info.dbname} set timezone = 'Europe/Berlin'")

    async def story():
        async with tx.run():
            for night in range(1, 366):
                once_in = timedelta(days=night)
                await outbox.enqueue(Water(), dedup_key=str(night), once_in=once_in)

    on(database, story)

    assert not db.execute(
        "select from job_windows join background_jobs using (dedup_key)"
        " where extract(epoch from until - created_at)"
        " not between 86400 * dedup_key::int - 60 and 86400 * dedup_key::int + 60"
    ).fetchall()


@pytest.mark.parametrize("once_in", [timedelta.max - DAY, timedelta(days=400_000)])
def test_longer_than_time_itself_is_for_always(database, db, once_in):
    on(database, lambda: ask(once_in))

    assert db.execute("select until = 'infinity' as ever from job_windows").fetchone()["ever"]
