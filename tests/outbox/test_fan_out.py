"""A fan-out is one statement, done once for its key, and recorded."""

import asyncio
import threading
import time

import psycopg
import pytest

from shared import outbox, tx
from tests.support.jobs import Water, handlers, on

CHOSEN = """
    select jsonb_build_object('plant', n), 'plant-' || n
      from generate_series(1, %(plants)s) n
     order by n
"""


RECORDED_BY_A_RIVAL = """
    insert into job_fan_outs (key, kind, chosen, inserted) values ('spring', 'test.water', 9, 9)
"""


async def fan_out(plants=3, key="spring"):
    async with tx.run():
        return await outbox.fan_out(key, Water, CHOSEN, plants=plants)


@pytest.fixture(autouse=True)
def none_recorded(db):
    db.execute("delete from job_fan_outs")


def count(db):
    return db.execute("select count(*) from background_jobs").fetchone()["count"]


def test_it_says_what_it_did_and_records_it(database, db):
    async def story():
        async with tx.run():
            await outbox.enqueue(Water(2), dedup_key="plant-2")
        return await fan_out()

    done = on(database, story)

    assert (done.chosen, done.inserted, done.skipped, done.created) == (3, 2, 1, True)
    recorded = db.execute("select id, key, kind, chosen, inserted, skipped from job_fan_outs")
    assert recorded.fetchall() == [
        {
            "id": done.id,
            "key": "spring",
            "kind": "test.water",
            "chosen": 3,
            "inserted": 2,
            "skipped": 1,
        }
    ]


def test_a_replay_inserts_nothing_even_when_the_jobs_are_done_and_says_the_old_numbers(
    database, db
):
    async def story():
        first = await fan_out()
        db.execute("update background_jobs set status = 'succeeded'")
        return first, await fan_out(plants=5)

    first, again = on(database, story)

    assert not again.created
    assert (again.id, again.chosen, again.inserted) == (first.id, 3, 3)
    assert count(db) == 3


def test_another_key_is_another_fan_out(database, db):
    async def story():
        return await fan_out(key="spring"), await fan_out(plants=4, key="summer")

    _, second = on(database, story)

    assert (second.created, second.inserted, second.skipped) == (True, 1, 3)


def test_what_it_made_can_be_worked(database):
    async def story():
        await fan_out(plants=20)
        return await outbox.tick(handlers(), budget=20)

    assert on(database, story).succeeded == 20


def test_rolled_back_it_never_was(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await outbox.fan_out("spring", Water, CHOSEN, plants=1000)
                raise ZeroDivisionError
        return await fan_out()

    assert on(database, story).created
    assert count(db) == 3


def test_case_17_many_of_one_key_at_once_are_one(database, db):
    async def story():
        return await asyncio.gather(*[fan_out(plants=500) for _ in range(8)])

    done = on(database, story)

    assert sorted(one.created for one in done) == [False] * 7 + [True]
    assert {(one.id, one.inserted) for one in done} == {(done[0].id, 500)}
    assert count(db) == 500


def test_the_second_does_it_when_the_first_rolls_back(database, db):
    begun = threading.Event()

    def first():
        with psycopg.connect(database) as connection:
            connection.execute(RECORDED_BY_A_RIVAL)
            begun.set()
            time.sleep(0.3)
            connection.rollback()

    rival = threading.Thread(target=first)
    rival.start()
    begun.wait(10)
    done = on(database, fan_out)
    rival.join()

    assert (done.created, done.inserted) == (True, 3)


def test_the_second_leaves_no_job_of_its_own_when_the_first_commits(database, db):
    begun = threading.Event()

    def first():
        with psycopg.connect(database) as connection:
            connection.execute(RECORDED_BY_A_RIVAL)
            begun.set()
            time.sleep(0.3)
            connection.commit()

    rival = threading.Thread(target=first)
    rival.start()
    begun.wait(10)
    done = on(database, fan_out)
    rival.join()

    assert (done.created, done.inserted) == (False, 9)
    assert count(db) == 0


def test_a_clash_in_the_select_itself_is_not_taken_for_a_replay(database, db):
    async def story():
        with pytest.raises(psycopg.errors.UniqueViolation):
            async with tx.run():
                await tx.execute("create temporary table beds (id int unique) on commit drop")
                await tx.execute(CLASHING)
                await outbox.fan_out(
                    "spring", Water, "select '{}'::jsonb, pg_temp.clashing()::text"
                )

    on(database, story)

    assert count(db) == 0


CLASHING = """
    create function pg_temp.clashing() returns int language sql as
    'insert into beds values (1), (1) returning id'
"""


@pytest.mark.parametrize("key", ["", "a\x00", "k" * 501])
def test_a_key_that_cannot_be_stored_is_refused(database, key):
    async def story():
        with pytest.raises(outbox.BadPayload):
            await fan_out(key=key)

    on(database, story)


def test_the_second_waits_longer_than_for_any_other_lock(database, db):
    begun = threading.Event()

    def first():
        with psycopg.connect(database) as connection:
            connection.execute(RECORDED_BY_A_RIVAL)
            begun.set()
            time.sleep(6)  # the others give up after 5

    async def second():
        async with tx.run():
            done = await outbox.fan_out("spring", Water, CHOSEN, plants=3)
            return done, await tx.scalar(str, "select current_setting('lock_timeout')")

    rival = threading.Thread(target=first)
    rival.start()
    begun.wait(10)
    done, afterwards = on(database, second)
    rival.join()

    assert (done.created, done.inserted, afterwards) == (False, 9, "5s")
