"""Enqueue in bulk and fan out, each against one plain insert-select of the same rows."""

import asyncio
from dataclasses import dataclass
from typing import ClassVar

import psycopg
import pytest

from shared import outbox, tx
from tests.support import jobs
from tests.support.ratio import Ratio, by_turns, timed

pytestmark = pytest.mark.benchmark

MANY = 50_000
READERS = 100_000
MOST = 1.2  # times the plain insert-select

MADE = """
    insert into background_jobs (queue, kind, payload, dedup_key)
    select 'bulk', 'bench.note',
           jsonb_build_object('i', i, 'to', 'reader-' || lpad(i::text, 7, '0'), 'note', 'garden'),
           'note-' || i
      from generate_series(0, %(many)s - 1) i
"""

CHOSEN = """
    select jsonb_build_object('plant', n), 'plant-' || n
      from generate_series(1, %(readers)s) n
     order by n
"""

PLAIN = (
    """
    insert into background_jobs (queue, kind, payload, dedup_key)
    select 'bulk', 'test.water', payload, dedup_key from ("""
    + CHOSEN
    + """)
           as chosen (payload, dedup_key)
"""
)


@dataclass(frozen=True, slots=True)
class Note:
    kind: ClassVar[str] = "bench.note"
    queue: ClassVar[str] = "bulk"

    i: int
    to: str
    note: str


def emptied(db, count):
    """Leave no job, after seeing that there are as many as there should be."""
    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": count}
    db.execute("truncate background_jobs, job_attempts, job_fan_outs restart identity")
    db.execute("checkpoint")


def plainly(db, database, statement, count, **parameters):
    with psycopg.connect(database, prepare_threshold=None) as connection:
        cost = timed(lambda: (connection.execute(statement, parameters), connection.commit()))
    emptied(db, count)
    return cost


def ours(db, database, block, count):
    """Time the transaction alone, on a connection that is open already."""

    async def story():
        async with tx.run():
            await tx.execute("select 1")
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with tx.run():
            await block()
        return loop.time() - began

    seconds = jobs.on(database, story)
    emptied(db, count)
    return seconds


def test_many_from_python_cost_little_more_than_rows_that_the_server_makes(database, db):
    async def many():
        await outbox.enqueue_many(
            (f"note-{i}", Note(i, f"reader-{i:07d}", "garden")) for i in range(MANY)
        )

    floor, mine = by_turns(
        7,
        lambda: plainly(db, database, MADE, MANY, many=MANY).wall,
        lambda: ours(db, database, many, MANY),
    )

    print(f"\nenqueue_many: {MANY:,} jobs: {Ratio(floor, mine).per_second(MANY)}")


def test_a_recorded_fan_out_costs_little_more_than_a_plain_insert_select(database, db):
    async def fan_out():
        done = await outbox.fan_out("all", jobs.Water, CHOSEN, readers=READERS)
        assert done.inserted == READERS

    floor, mine = by_turns(
        7,
        lambda: plainly(db, database, PLAIN, READERS, readers=READERS).wall,
        lambda: ours(db, database, fan_out, READERS),
    )

    print(f"\nfan_out: {READERS:,} jobs: {Ratio(floor, mine).per_second(READERS)}")
    assert Ratio(floor, mine).times <= MOST
