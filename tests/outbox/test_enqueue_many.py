"""Many jobs from Python: one live job for each key, all of them or none."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar

import psycopg
import pytest

from shared import outbox, tx
from tests.support.bulk import Note, ask
from tests.support.jobs import Pick, Water, handlers, on

LATER = datetime(2030, 6, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Bare:
    kind: ClassVar[str] = "test.bare"
    queue: ClassVar[str] = "bulk"


def keys(db):
    found = db.execute("select dedup_key from background_jobs order by id").fetchall()
    return [one["dedup_key"] for one in found]


def plants(numbers):
    return [(f"plant-{number}", Water(number)) for number in numbers]


@pytest.mark.parametrize(
    "order", [range(1200), range(1199, -1, -1), [*range(700), *range(1199, 699, -1)]]
)
def test_in_whatever_order_they_come_they_go_in_by_key(database, db, order):
    made = on(database, lambda: ask(plants(order)))

    assert made == outbox.Bulk(inserted=1200, skipped=0)
    assert keys(db) == [f"plant-{number}" for number in range(1200)]


@pytest.mark.parametrize("ids", [True, False])
def test_case_16_twice_in_the_batch_or_live_in_the_table_is_one_job(database, db, ids):
    async def story():
        await ask(plants([3, 1200]))
        return await ask(plants([*range(1500), 3, 7, 7]), ids=ids)

    made = on(database, story)

    assert (made.inserted, made.skipped) == (1498, 5)
    assert sorted(keys(db)) == sorted(f"plant-{number}" for number in range(1500))
    if ids:
        created = db.execute("select id from background_jobs order by id offset 2").fetchall()
        assert made.ids == [one["id"] for one in created]
    else:
        assert made.ids is None


def test_a_replay_creates_nothing(database, db):
    async def story():
        await ask(plants(range(600)))
        return await ask(plants(range(600)))

    assert on(database, story) == outbox.Bulk(inserted=0, skipped=600)
    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 600}


def test_of_two_with_one_key_the_first_is_the_job(database, db):
    on(database, lambda: ask([("plant", Water(1)), ("plant", Water(2))]))

    found = db.execute("select payload from background_jobs").fetchone()
    assert found == {"payload": {"plant": 1}}


def test_kinds_may_be_mixed_and_keys_left_out(database):
    worked = []

    async def keep(job):
        worked.append(job)

    async def story():
        made = await ask([(None, Water(1)), ("a", Pick(2)), (None, Pick(3)), ("b", Water(4))])
        report = await outbox.tick(handlers(keep, keep), budget=20)
        return made, report.succeeded

    assert on(database, story) == (outbox.Bulk(inserted=4, skipped=0), 4)
    assert sorted(worked, key=lambda job: job.plant) == [Water(1), Pick(2), Pick(3), Water(4)]


@pytest.mark.parametrize("pairs", [[], iter([])])
def test_none_at_all_is_fine(database, pairs):
    assert on(database, lambda: ask(pairs)) == outbox.Bulk(inserted=0, skipped=0)
    assert on(database, lambda: ask([], ids=True)) == outbox.Bulk(inserted=0, skipped=0, ids=[])


@pytest.mark.parametrize("ids", [True, False])
@pytest.mark.parametrize("text", ["a\tb\nc\\d\r\\N", '"', "嫩芽 🌱", "", "%s", "\\u0000", 0.5, [1]])
def test_every_text_comes_back_as_it_was_also_in_a_key(database, db, text, ids):
    key = f"key {text}"

    made = on(database, lambda: ask([(key, Note(text)), (None, Note(None))], ids=ids))

    assert made.inserted == 2
    found = db.execute("select dedup_key, payload from background_jobs order by payload").fetchall()
    assert {(one["dedup_key"], repr(one["payload"]["text"])) for one in found} == {
        (key, repr(text)),
        (None, "None"),
    }


def test_a_batch_of_one_class_may_hold_nothing_or_flags_and_long_keys(database, db):
    pairs = [
        ("k" * 450, Note(True, None)),
        *[(f"{'k' * 460}{n}", Note(None, False)) for n in range(3)],
        *[(f"{'k' * 470}{n}", Bare()) for n in range(3)],
    ]

    assert on(database, lambda: ask(pairs)).inserted == 7
    assert on(database, lambda: ask([(None, Bare())] * 3)).inserted == 3
    found = db.execute("select payload from background_jobs order by id limit 2").fetchall()
    assert [one["payload"] for one in found] == [
        {"text": True, "number": None},
        {"text": None, "number": False},
    ]


@pytest.mark.parametrize("ids", [True, False])
def test_all_of_them_can_be_for_later(database, db, ids):
    on(database, lambda: ask(plants(range(3)), run_at=LATER, ids=ids))

    found = db.execute("select distinct run_at from background_jobs").fetchall()
    assert found == [{"run_at": LATER}]


def test_a_time_without_a_zone_and_a_place_outside_a_transaction_are_refused(database):
    async def story():
        with pytest.raises(ValueError, match="time zone"):
            await ask(plants([1]), run_at=datetime(2030, 1, 1))  # noqa: DTZ001
        with pytest.raises(tx.NoTransaction):
            await outbox.enqueue_many(plants([1]))

    on(database, story)


def test_it_is_rolled_back_as_a_whole(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await outbox.enqueue_many(plants(range(1000)))
                raise ZeroDivisionError

    on(database, story)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 0}


def test_a_clash_in_the_middle_undoes_nothing_that_was_written_before(database, db):
    async def story():
        await ask([("plant-800", Pick(1))])
        async with tx.run():
            await outbox.enqueue(Water(0), dedup_key="before")
            made = await outbox.enqueue_many(plants(range(900)))
            await outbox.enqueue(Water(0), dedup_key="after")
        return made

    assert on(database, story) == outbox.Bulk(inserted=899, skipped=1)
    assert len(keys(db)) == 902


def test_case_17_two_in_opposite_order_both_commit(database, db):
    async def story():
        forwards, backwards = plants(range(700)), plants(range(699, -1, -1))
        made = await asyncio.gather(*[ask(order) for order in (forwards, backwards) * 3])
        return sum(one.inserted for one in made), sum(one.skipped for one in made)

    assert on(database, story) == (700, 3500)


def test_a_pending_twin_does_not_run_before_the_batch_commits(database):
    async def story():
        await ask(plants([1]))
        async with tx.run():
            await outbox.enqueue_many(plants([1, 2]))
            with psycopg.connect(database) as other:
                return other.execute(
                    "select id from background_jobs where status = 'pending' for update skip locked"
                ).fetchall()

    assert on(database, story) == []
