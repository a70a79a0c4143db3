"""What was leased ahead for fast handlers does not wait behind slow ones."""

import asyncio
import time

from shared import outbox, tx
from tests.support.jobs import Pick, Water, handlers, on

WAITS = "select count(*) from background_jobs where status = 'running'"


def test_jobs_that_turn_out_slow_are_handed_back_and_an_urgent_one_comes_first(database, db):
    fast, slow = 3000, 60
    asked: list[float] = []
    picked: list[float] = []
    leased: list[int] = []

    async def work(job):
        if job.plant < fast:
            return
        await asyncio.sleep(0.3)
        leased.append(db.execute(WAITS).fetchone()["count"])
        if not asked:
            asked.append(time.monotonic())
            async with tx.run():
                await outbox.enqueue(Pick())

    async def pick(job):
        picked.append(time.monotonic())

    async def story():
        async with tx.run():
            await outbox.enqueue_many((None, Water(n)) for n in range(fast + slow))
        return await outbox.tick(handlers(work, pick), budget=50, concurrency=2)

    report = on(database, story)

    assert report.succeeded == fast + slow + 1
    assert report.retried == 0
    # One after the other, two at a time, sixty of them take nine seconds.
    assert picked[0] - asked[0] < 4
    assert min(leased[6:]) <= 4
    attempts = db.execute("select max(attempts) from background_jobs").fetchone()["max"]
    assert attempts == 1
