"""How much a tick leases ahead of its work, and that it gives back what it did not begin."""

import asyncio

import pytest

from shared import outbox, tx
from shared.outbox.worker.claimer import MOST
from shared.outbox.worker.writer import MOST_UNWRITTEN
from tests.support.jobs import Pick, Water, enqueue, handlers, on, state

CONCURRENCY = 4
RUNNING = "select count(*) from background_jobs where status = 'running'"
LEFT = """
    select status, attempts, count(*) from background_jobs
     where status <> 'succeeded' group by 1, 2 order by 1, 2
"""


async def enqueue_many(number):
    async with tx.run():
        await outbox.enqueue_many((f"plant-{n}", Water(n)) for n in range(number))


def test_slow_handlers_hold_little_more_than_they_work_on(database, db):
    seen = []

    async def work(job):
        seen.append(db.execute(RUNNING).fetchone()["count"])
        await asyncio.sleep(0.15)

    async def story():
        await enqueue_many(40)
        return await outbox.tick(handlers(work), budget=40, concurrency=CONCURRENCY)

    assert on(database, story).succeeded == 40
    # as many again may have ended without their end being written yet
    assert max(seen) <= 2 * CONCURRENCY


def test_fast_handlers_have_much_on_hand(database, db):
    seen = []

    async def work(job):
        if job.plant % 500 == 499:
            seen.append(db.execute(RUNNING).fetchone()["count"])

    async def story():
        await enqueue_many(5000)
        return await outbox.tick(handlers(work), budget=40, concurrency=CONCURRENCY)

    assert on(database, story).succeeded == 5000
    assert max(seen) > 10 * CONCURRENCY


# Whoever writes a success waits for who holds this lock.
BARRED = """
    create function wait() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$;
    create trigger barred before update on background_jobs
       for each row when (new.status = 'succeeded') execute function wait();
    select pg_advisory_lock(1)
"""
FREE = "select pg_advisory_unlock(1)"


def test_while_ends_cannot_be_written_no_more_is_claimed_than_may_be_lost(database, db):
    async def story():
        await enqueue_many(12_000)
        ticking = asyncio.create_task(outbox.tick(handlers(), budget=60))
        seen = [-1, 0]
        while seen[-1] > seen[-2] or seen[-1] == 0:  # it stands still
            await asyncio.sleep(0.5)
            seen.append(db.execute(RUNNING).fetchone()["count"])
        db.execute(FREE)
        return seen[-1], await ticking

    db.execute(BARRED)
    try:
        most, report = on(database, story)
    finally:
        db.execute("drop trigger barred on background_jobs; drop function wait")

    assert MOST_UNWRITTEN <= most <= MOST_UNWRITTEN + 3 * MOST
    assert report.succeeded == 12_000


FAST = 3000


class Stuck:
    """A handler that is fast at first, so that much is leased ahead, and then stands still."""

    def __init__(self):
        self.begun = 0
        self.stands_still = asyncio.Event()

    async def work(self, job):
        if job.plant < FAST:
            return
        self.begun += 1
        if self.begun == CONCURRENCY:
            self.stands_still.set()
        await asyncio.sleep(60)


@pytest.mark.parametrize("how", ["stop", "cancellation"])
def test_what_was_leased_ahead_is_handed_back_with_its_attempt(database, db, how):
    async def story():
        stuck = Stuck()
        await enqueue_many(FAST + 2000)
        stopping = asyncio.Event()
        options = {"grace": 3.0, "concurrency": CONCURRENCY, "budget": 60}
        if how == "stop":
            task = asyncio.create_task(outbox.serve(handlers(stuck.work), stopping, **options))
        else:
            task = asyncio.create_task(outbox.tick(handlers(stuck.work), **options))
        await stuck.stands_still.wait()
        leased = db.execute(RUNNING).fetchone()["count"]
        if how == "stop":
            stopping.set()
            await task
        else:
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        return stuck.begun, leased

    begun, leased = on(database, story)

    assert begun == CONCURRENCY
    assert leased > 2 * CONCURRENCY
    assert db.execute(LEFT).fetchall() == [{"status": "pending", "attempts": 0, "count": 2000}]


def test_what_was_leased_ahead_is_handed_back_at_the_deadline(database, db):
    """The handlers' own timeouts end some meanwhile: only those have lost an attempt."""

    async def story():
        stuck = Stuck()
        await enqueue_many(FAST + 2000)
        report = await outbox.tick(
            handlers(stuck.work, timeout=1.5), budget=4, grace=10, concurrency=CONCURRENCY
        )
        return stuck.begun, report

    begun, report = on(database, story)
    left = {(one["status"], one["attempts"]): one["count"] for one in db.execute(LEFT)}

    assert left.keys() <= {("pending", 0), ("pending", 1)}
    assert left["pending", 0] + left.get(("pending", 1), 0) == 5000 - report.succeeded
    assert report.retried == left.get(("pending", 1), 0) <= begun
    assert report.released == report.claimed - report.succeeded - report.retried


def test_what_is_handed_back_is_the_first_of_the_next_tick(database, db):
    """It may need all of a tick: it begins it."""
    begun = []
    has_begun = asyncio.Event()

    async def work(job):
        begun.append(job.plant)
        has_begun.set()
        await asyncio.sleep(60)

    async def story():
        long = await enqueue(Water(1))
        ticking = asyncio.create_task(outbox.tick(handlers(work), concurrency=1, grace=0.5))
        await has_begun.wait()
        for plant in (2, 3):
            await enqueue(Water(plant))
        has_begun.clear()
        for _ in range(2):
            ticking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await ticking
            assert state(db, long) == ("pending", 0)
            ticking = asyncio.create_task(outbox.tick(handlers(work), concurrency=1, grace=0.5))
            await has_begun.wait()
            has_begun.clear()
        ticking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await ticking

    on(database, story)

    assert begun == [1, 1, 1]


def test_a_long_kind_that_renews_does_not_stop_the_claims_of_the_others(database, db):
    """Fifteen minutes before the end of a tick of fifteen minutes is its very beginning."""

    async def chain(job):
        if job.plant > 1:
            await asyncio.sleep(0.01)
            await enqueue(Water(job.plant - 1))

    async def for_long(job):
        await asyncio.sleep(0.2)

    def with_(**options):
        long = outbox.Handler(Pick, for_long, timeout=900, **options)
        return outbox.Handlers([outbox.Handler(Water, chain, timeout=10), long])

    async def story():
        await enqueue(Pick())
        await enqueue(Water(10))
        return await outbox.tick(with_(renews=True), budget=900)

    report = on(database, story)

    assert (report.claimed, report.succeeded) == (11, 11)
    assert with_(renews=True).room == 30
    assert with_().room == with_(renews=True).longest == 900


def test_a_thread_counts_in_full_since_it_cannot_be_cut_off():
    in_thread = outbox.Handler(Pick, lambda job: None, timeout=900, renews=True)

    assert outbox.Handlers([in_thread]).room == 900
