"""Many workers, many askers, many failures at the same moment."""

import asyncio
import time
from collections import Counter
from pathlib import Path

import psycopg
import pytest
from psycopg.rows import DictRow

from shared import outbox, tx
from tests.faults.test_the_server_is_killed import sow
from tests.support import figures
from tests.support.jobs import Pick, Water, enqueue, handlers, on
from tests.support.rows import one
from tests.support.tickers import tickers, wait_until

LEFT = "select count(*) from background_jobs where status <> 'succeeded'"

CONNECTIONS = """
    select count(*) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
"""

SPREAD = """
    select extract(epoch from max(run_at) - min(run_at))::float8 as seconds,
           extract(epoch from min(run_at) - clock_timestamp())::float8 as first,
           count(distinct date_trunc('second', run_at)) as moments
      from background_jobs where kind = 'test.water'
"""


@pytest.mark.parametrize(
    ("processes", "jobs"), [(4, 1000), pytest.param(20, 8000, marks=pytest.mark.campaign)]
)
def test_f6_f7_many_worker_processes_share_without_overlap(
    database: str, db: psycopg.Connection[DictRow], tmp_path: Path, processes: int, jobs: int
):
    with tickers(database, tmp_path) as workers:
        for _ in range(processes):
            workers.start("--lease", 60)
        began = time.monotonic()
        sow(database, jobs)
        most = 0
        while one(db, LEFT):
            most = max(most, one(db, CONNECTIONS))
            time.sleep(0.05)
        took = time.monotonic() - began
        reports = workers.stop()

    figures.record(
        "F6" if processes < 20 else "F7",
        f"{processes} workers, {jobs} jobs: 0 run twice, {jobs / took:,.0f} jobs/s, "
        f"{most} connections at most",
    )
    assert set(workers.copies().values()) == {1}
    assert sum(report["succeeded"] for report in reports) == jobs
    assert sum(report["stale"] + report["rescued"] for report in reports) == 0
    assert most <= processes * 4 + 1  # each has a pool of four


@pytest.mark.parametrize("rounds", [100, pytest.param(1000, marks=pytest.mark.campaign)])
def test_case_17_f19_keys_asked_for_in_opposite_orders_never_lock_each_other_out(
    database: str, rounds: int
):
    async def ask(names: list[str]) -> None:
        async with tx.run():
            await outbox.enqueue_many((name, Water()) for name in names)

    async def story() -> int:
        for number in range(rounds):
            names = [f"{number}-{letter}" for letter in "abcd"]
            await asyncio.gather(ask(names), ask(names[::-1]))
        async with tx.run():
            return await tx.scalar(int, "select count(*) from background_jobs") or 0

    assert on(database, story) == 4 * rounds
    figures.record("F19", f"{rounds} pairs in opposite orders: 0 deadlocks, one job for each key")


def test_f19_a_clash_of_serializable_transactions_is_over_after_three_more_tries(
    database: str, db: psycopg.Connection[DictRow]
):
    db.execute("create table seeds (name text, sown int)")
    tries: Counter[int] = Counter()

    async def add(number: int) -> None:
        async def block() -> None:
            tries[number] += 1
            await tx.execute("set transaction isolation level serializable")
            total = await tx.scalar(int, "select count(*) from seeds")
            await asyncio.sleep(0.02)
            await tx.execute("insert into seeds values ('x', %(total)s)", total=total)

        await tx.retrying(block)

    async def story() -> None:
        for number in range(0, 20, 2):
            await asyncio.gather(add(number), add(number + 1))

    on(database, story)

    assert one(db, "select count(distinct sown) from seeds") == 20
    assert 1 < max(tries.values()) <= 4
    figures.record("F19", f"SERIALIZABLE: at most {max(tries.values()) - 1} tries more")


def test_case_39_jobs_that_fail_together_do_not_come_back_together(
    database: str, db: psycopg.Connection[DictRow]
):
    """A provider is down for all: waits are spread, the budget is kept, the others are served."""

    async def fail(_: object) -> None:
        raise ConnectionError

    async def story() -> outbox.Report:
        for plant in range(400):
            await enqueue(Water(plant))
        for plant in range(5):
            await enqueue(Pick(plant))
        return await outbox.tick(handlers(fail, timeout=1), budget=60)

    report = on(database, story)
    [waits] = db.execute(SPREAD).fetchall()

    assert (report.retried, report.succeeded) == (400, 5)
    assert report.seconds < 60
    assert 4 < waits["seconds"] < 7 + report.seconds
    assert waits["first"] > 60 - report.seconds - 1
    assert waits["moments"] >= 5


def test_case_34_nothing_is_needed_but_a_tick(
    database: str, db: psycopg.Connection[DictRow], tmp_path: Path
):
    """Nobody listens and nobody calls: what is committed is worked by whoever ticks next."""
    sow(database, 100)
    with tickers(database, tmp_path) as workers:
        workers.start()
        wait_until(lambda: one(db, LEFT) == 0)

    assert one(db, "select pg_notification_queue_usage()") == 0
    assert len(workers.copies()) == 100
