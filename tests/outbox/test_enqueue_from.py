"""Many jobs by one statement: all or none, one for each key."""

import asyncio

import pytest

from shared import outbox, tx
from tests.support.jobs import Water, handlers, on

FAN_OUT = """
    select jsonb_build_object('plant', n), 'plant-' || n
      from unnest(%(plants)s::int[]) n
     order by n
"""


async def fan_out(plants):
    async with tx.run():
        return await outbox.enqueue_from(Water, FAN_OUT, plants=list(plants))


def test_case_16_duplicates_inside_and_against_the_table_are_one_job(database, db):
    async def story():
        first = await fan_out([3, 1, 2, 3, 1])
        second = await fan_out([2, 3, 4])
        return first, second

    assert on(database, story) == (3, 1)
    keys = db.execute("select dedup_key from background_jobs order by dedup_key").fetchall()
    assert [one["dedup_key"] for one in keys] == [f"plant-{n}" for n in (1, 2, 3, 4)]


def test_what_it_made_can_be_worked(database):
    worked = []

    async def keep(job):
        worked.append(job.plant)

    async def story():
        await fan_out(range(20))
        return await outbox.tick(handlers(keep), budget=20)

    assert on(database, story).succeeded == 20
    assert sorted(worked) == list(range(20))


def test_it_is_rolled_back_as_a_whole(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await outbox.enqueue_from(Water, FAN_OUT, plants=list(range(1000)))
                raise ZeroDivisionError

    on(database, story)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


def test_case_17_two_over_the_same_rows_both_commit(database, db):
    async def story():
        forwards, backwards = range(500), range(499, -1, -1)
        return await asyncio.gather(fan_out(forwards), fan_out(backwards), fan_out(forwards))

    assert sum(on(database, story)) == 500


def test_f19_many_by_hand_go_in_by_key_so_that_two_never_deadlock(database, db):
    async def both(order):
        for _ in range(20):
            async with tx.run():
                await outbox.enqueue_many((f"plant-{n}", Water(n)) for n in order)

    async def story():
        await asyncio.gather(both(range(10)), both(range(9, -1, -1)))

    on(database, story)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 10}
