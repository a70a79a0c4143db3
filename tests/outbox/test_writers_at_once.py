"""Two batches of ends are written at the same time where nothing else is left to be done."""

import asyncio
import time
from contextlib import contextmanager

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker import drain as drain_module
from shared.outbox.worker.successes import MANY
from shared.outbox.worker.writer import Writer
from tests.support.gates import Post, statuses
from tests.support.jobs import LEASE, Water, claim, handlers, nothing, on
from tests.support.standing import until

WAITING = """
    select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()
"""


def waiting(db):
    """Return the processes that wait for a lock."""
    return [row["pid"] for row in db.execute(WAITING).fetchall()]


@contextmanager
def locked(database):
    """Have nobody write to the table until the block ends."""
    with psycopg.connect(database) as stranger:
        stranger.execute("lock table background_jobs in share mode")
        yield


def a_writer(at_once):
    return Writer(outbox.Report(), after=None, tell=lambda: None, now=None, at_once=at_once)


async def successes(number):
    """Enqueue so many jobs, claim them, and return their ends."""
    async with tx.run():
        await outbox.enqueue_many((None, Water(plant)) for plant in range(number))
    return [Ended(one, "succeeded") for one in await claim(number, lease=LEASE)]


def test_a_second_batch_is_written_with_the_first_if_it_is_urgent_and_large(database, db):
    async def story():
        writer = a_writer(2)
        first, second = await successes(MANY), await successes(MANY)
        third, small = await successes(MANY), await successes(MANY - 1)
        with locked(database):
            writer.start(first, is_urgent=True)
            writer.start(second, is_urgent=False)
            writer.start(small, is_urgent=True)
            assert (len(first), len(second), len(small)) == (0, MANY, MANY - 1)
            writer.start(second, is_urgent=True)
            writer.start(third, is_urgent=True)
            assert (len(second), len(third)) == (0, MANY)
            await until(lambda: len(waiting(db)) == 2)
        await writer.finish(third + small, until=time.monotonic() + 20)
        assert not writer.is_busy

    on(database, story)

    assert statuses(db) == {"succeeded": 4 * MANY - 1}


def test_one_that_writes_one_at_a_time_leaves_the_second_for_later(database, db):
    async def story():
        writer = a_writer(1)
        first, second = await successes(MANY), await successes(MANY)
        with locked(database):
            writer.start(first, is_urgent=True)
            writer.start(second, is_urgent=True)
            assert (len(first), len(second)) == (0, MANY)
        await writer.finish(second, until=time.monotonic() + 20)

    on(database, story)

    assert statuses(db) == {"succeeded": 2 * MANY}


def test_who_finishes_waits_for_both_though_one_cannot_be_written(database, db):
    async def story():
        writer = a_writer(2)
        batches = [await successes(MANY), await successes(MANY)]
        with locked(database):
            for batch in batches:
                writer.start(batch, is_urgent=True)
            await until(lambda: len(waiting(db)) == 2)
            finishing = asyncio.create_task(writer.finish([], until=time.monotonic()))
            db.execute("select pg_cancel_backend(%s)", (waiting(db)[0],))
            await until(lambda: len(writer.kept) == MANY)
            await asyncio.sleep(0.2)
            assert not finishing.done()
        await finishing
        assert not writer.is_busy
        assert len(writer.kept) == MANY
        assert statuses(db) == {"running": MANY, "succeeded": MANY}
        await writer.finish([], until=time.monotonic() + 20)

    on(database, story)

    assert statuses(db) == {"succeeded": 2 * MANY}


@pytest.mark.parametrize(
    ("jobs", "at_once"), [(handlers(nothing), 2), (Post().jobs, 1)], ids=["without", "breakers"]
)
def test_a_breaker_counts_the_ends_in_their_order_so_they_are_written_one_at_a_time(
    database, monkeypatch, jobs, at_once
):
    asked = []

    class Noted(Writer):
        def __init__(self, *args, **options):
            super().__init__(*args, **options)
            asked.append(options["at_once"])

    monkeypatch.setattr(drain_module, "Writer", Noted)

    on(database, lambda: outbox.tick(jobs))

    assert asked == [at_once]
