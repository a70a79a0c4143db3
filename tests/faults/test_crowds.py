"""A million due jobs, or an old snapshot beside them: a claim gets slower by a known bit."""

import time
from pathlib import Path
from statistics import median, quantiles

import psycopg
import pytest
from psycopg.rows import DictRow

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker.ack import acknowledge
from tests.faults.test_the_server_is_killed import SEED
from tests.support import figures
from tests.support.jobs import LEASE, Water, claim, on
from tests.support.rows import one
from tests.support.tickers import tickers, wait_until

AT_ONCE = 20


async def sow_many(number: int) -> None:
    async with tx.run():
        await outbox.enqueue_from(Water, SEED, number=number)


async def timed_claims(rounds: int) -> list[float]:
    """Claim, end, and return how long each claim took in milliseconds."""
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        claimed = await claim(AT_ONCE, lease=LEASE)
        took.append(1000 * (time.perf_counter() - began))
        await acknowledge([Ended(one, "succeeded") for one in claimed])
    return took


@pytest.mark.parametrize(
    ("jobs", "rounds"), [(50_000, 60), pytest.param(1_000_000, 500, marks=pytest.mark.campaign)]
)
def test_f25_a_claim_does_not_feel_how_many_are_due(
    database: str, db: psycopg.Connection[DictRow], tmp_path: Path, jobs: int, rounds: int
):
    on(database, lambda: sow_many(jobs))
    db.execute("vacuum analyze background_jobs")
    took = on(database, lambda: timed_claims(rounds))
    with tickers(database, tmp_path) as workers:
        worker = workers.start("--lease", 60, "--budget", 4)
        wait_until(lambda: len(workers.begun()) > 1000)
        memory = resident(worker.pid)
        workers.stop()

    slow = quantiles(took, n=20)[-1]
    figures.record(
        "F25",
        f"{jobs:,} due: claim of {AT_ONCE} p50 {median(took):.1f} ms, p95 {slow:.1f} ms, "
        f"worker {memory} MiB",
    )
    assert slow < 100  # 10 ms on a quiet machine; without its index 340
    assert memory < 150


def resident(pid: int) -> int:
    """Return the most memory that a process has had, in MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


@pytest.mark.parametrize("jobs", [3_000, pytest.param(120_000, marks=pytest.mark.campaign)])
def test_case_30_f26_an_old_snapshot_slows_claims_and_is_found(
    database: str, db: psycopg.Connection[DictRow], jobs: int
):
    async def story(other: psycopg.AsyncConnection) -> tuple[float, float, float]:
        await sow_many(jobs + 2000)
        before = median(await timed_claims(30))
        await other.execute("begin isolation level repeatable read")
        await other.execute("select count(*) from background_jobs")
        rounds = jobs // AT_ONCE
        held = median((await timed_claims(rounds))[-30:])
        found = one(db, HOLDERS)
        await other.rollback()
        db.execute("vacuum background_jobs")
        return before, held, median(await timed_claims(30)), found

    async def main():
        async with await psycopg.AsyncConnection.connect(database) as other:
            before, held, after, found = await story(other)
            return before, held, after, found == other.info.backend_pid

    before, held, after, is_found = on(database, main)

    figures.record(
        "F26",
        f"claim p50 {before:.1f} ms, {held:.1f} ms after {jobs:,} jobs beside an old snapshot, "
        f"{after:.1f} ms when it is gone",
    )
    assert is_found
    assert held < 200
    assert after < max(3 * before, 50)


HOLDERS = """
    select pid from pg_stat_activity
     where backend_xmin is not null and pid <> pg_backend_pid()
       and datname = current_database() and state like 'idle in transaction%'
     order by age(backend_xmin) desc limit 1
"""
