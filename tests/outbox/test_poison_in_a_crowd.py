"""A job that takes its worker along meets the others again at each rung, and ends none of them."""

import asyncio
import subprocess
import sys

import pytest

from shared import outbox, tx
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import LEASE, Water, claim, handlers, make_due, on, outcomes, state
from tests.support.worker import Poison

SPENT = """
    select attempts, count(*) from background_jobs where kind = 'test.water'
     group by 1 order by 1
"""
RUNNING = "select count(*) from background_jobs where status = 'running'"
EXPIRE = """
    update background_jobs set leased_until = clock_timestamp() - interval '1 s'
     where status = 'running'
"""


@pytest.mark.parametrize("neighbours", [3, 150])
def test_a_job_that_exits_its_process_is_dead_after_seven_and_no_neighbour_is(
    database, db, neighbours
):
    """As with ticks so far apart that whatever was hit together is due together."""

    async def fill():
        async with tx.run():
            await outbox.enqueue_many((None, Water(n)) for n in range(neighbours))
            poison = (await outbox.enqueue(Poison())).id
            await outbox.enqueue_many((None, Water(n)) for n in range(neighbours))
        return poison

    poison = on(database, fill)
    hit = []
    for _ in range(7):
        command = [sys.executable, "-m", "tests.support.worker", database, "20", "5"]
        assert subprocess.run(command, capture_output=True, timeout=60).returncode == 3
        hit.append(db.execute(RUNNING).fetchone()["count"] - 1)
        db.execute(EXPIRE)
        on(database, sweep)
        make_due(db)
        make_poison_first_or_last(db, poison, first=len(hit) % 2 == 0)

    assert state(db, poison) == ("dead", 7)
    assert outcomes(db, poison) == ["expired"] * 7
    assert hit[1:] == [0] * 6  # from the second time on it is alone
    assert subprocess.run(command, capture_output=True, timeout=60).returncode == 0
    spent = {row["attempts"]: row["count"] for row in db.execute(SPENT)}
    assert set(spent) <= {1, 2}
    assert sum(spent.values()) == 2 * neighbours


def make_poison_first_or_last(db, poison, *, first):
    """Let it come before those that were hit with it, or after them."""
    db.execute(
        "update background_jobs set run_at = run_at + %s * interval '0.5 s' where id = %s",
        (-1 if first else 1, poison),
    )


def test_a_suspect_that_takes_long_keeps_the_next_one_waiting_for_a_second_and_no_longer(
    database, db
):
    begun, ended = [], []

    async def slowly(job):
        begun.append(job.plant)
        await asyncio.sleep(4 if len(begun) == 1 else 0)
        ended.append(job.plant)

    async def story():
        async with tx.run():
            await outbox.enqueue_many((None, Water(n)) for n in (1, 2))
        await claim(2, lease=LEASE)
        db.execute(EXPIRE)
        await sweep()
        make_due(db)
        return await outbox.tick(handlers(slowly), budget=30, concurrency=2)

    assert on(database, story).succeeded == 2
    assert begun == ended[::-1]
