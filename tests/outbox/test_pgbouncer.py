"""Behind PgBouncer in transaction mode, where no session is anybody's own, all goes as without."""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import psycopg
import pytest

from shared import outbox, tx
from tests.support import figures, pgbouncer
from tests.support.jobs import Pick, Water, handlers, on
from tests.support.pgbouncer import Bouncer, bouncer

ROOT = Path(__file__).parents[2]

SUITES = ("tests/outbox", "tests/tx")
ASIDE = ("--ignore=tests/outbox/test_pgbouncer.py", "--ignore=tests/outbox/testing")
QUICK = ("enqueue", "dedup", "fence", "rerun", "succeed", "outcomes", "history", "shutdown")

pytestmark = pytest.mark.pgbouncer

ENQUEUERS, TICKERS, EACH = 4, 3, 1250


@pytest.fixture
def bounced(cluster, database) -> Generator[Bouncer]:
    with bouncer(cluster.url, pool_size=2) as running:
        yield running


def test_the_bouncer_is_one_that_notices(bounced, database):
    """A driver that prepares its statements fails here: two clients share one session."""
    url = bounced.url(database)

    def connect():
        return psycopg.connect(url, autocommit=True, prepare_threshold=0)

    with connect() as one, connect() as two, pytest.raises(psycopg.errors.DatabaseError):
        for _ in range(50):
            one.execute("select %s::int", (1,))
            two.execute("select %s::int", (1,))


def test_case_23_f30_ten_thousand_operations_on_two_connections_and_no_error(
    bounced, database, db, caplog
):
    runs: Counter[int] = Counter()

    async def work(job):
        async with tx.run():
            await tx.scalar(int, "select 1")
            runs[job.plant] += 1
            if job.plant % 2:
                await outbox.succeed()

    async def enqueue(client):
        for number in range(client * EACH, (client + 1) * EACH):
            job = Pick(number) if number % 5 == 0 else Water(number)
            async with tx.run():
                await outbox.enqueue(job, dedup_key=f"plant-{number}", on_running="rerun")

    async def tick():
        reports = []
        while len(runs) < ENQUEUERS * EACH:
            reports.append(await outbox.tick(handlers(work, work), budget=20, concurrency=2))
        return reports

    async def story():
        ticking = [asyncio.create_task(tick()) for _ in range(TICKERS)]
        async with asyncio.timeout(120):
            await asyncio.gather(*(enqueue(client) for client in range(ENQUEUERS)))
            return [report for reports in await asyncio.gather(*ticking) for report in reports]

    reports = on(bounced.url(database), story, size=8)

    assert sum(report.succeeded for report in reports) == ENQUEUERS * EACH
    assert sum(one.retried + one.dead + one.rescued + one.stale for one in reports) == 0
    assert set(runs.values()) == {1}
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    [served] = [row for row in bounced.show("stats") if row["database"] in database]
    assert served["total_xact_count"] >= 10_000
    figures.record(
        "F30", f"PgBouncer, 2 connections: {served['total_xact_count']:,} transactions, 0 errors"
    )
    assert len([row for row in bounced.show("servers") if row["database"] in database]) <= 2


def test_what_a_transaction_sets_is_gone_with_it(bounced, database):
    async def story():
        async with tx.run():
            await tx.execute("select 1")

    on(bounced.url(database), story)

    with psycopg.connect(bounced.url(database), autocommit=True) as neighbour:
        for setting in ("lock_timeout", "idle_in_transaction_session_timeout"):
            assert neighbour.execute("select current_setting(%s)", (setting,)).fetchone() == ("0",)


def test_c18_a_failed_transaction_holds_no_connection(bounced, database):
    async def fail():
        async with tx.run():
            await tx.execute("select 1/0")

    async def story():
        failed = await asyncio.gather(*(fail() for _ in range(20)), return_exceptions=True)
        async with tx.run():
            return failed, await tx.scalar(int, "select 1")

    failed, answer = on(bounced.url(database), story, size=8)

    assert {type(error) for error in failed} == {psycopg.errors.DivisionByZero}
    assert answer == 1


def test_c17_two_ticks_of_two_clients_share_no_lock_of_a_session(bounced, database, db):
    """A lock of the session would be granted to both, since both have the same session."""
    runs: Counter[int] = Counter()

    async def work(job):
        runs[job.plant] += 1
        await asyncio.sleep(0.002)

    async def story():
        async with tx.run():
            for number in range(200):
                await outbox.enqueue(Water(number), run_at=None)
        return await asyncio.gather(*(outbox.tick(handlers(work)) for _ in range(8)))

    reports = on(bounced.url(database), story, size=8)

    assert sum(report.succeeded for report in reports) == 200
    assert runs == Counter(range(200))


def test_case_23_tests_of_outbox_and_transactions_pass_through_it(cluster):
    run_through_bouncer(cluster, *(f"tests/outbox/test_{name}.py" for name in QUICK), "tests/tx")


@pytest.mark.campaign
def test_case_23_every_test_of_outbox_and_transactions_passes_through_it(cluster):
    run_through_bouncer(cluster, *SUITES)


def run_through_bouncer(cluster, *tests: str) -> None:
    """Run tests whose transactions go through a bouncer; what they look at, they see directly."""
    with bouncer(cluster.url, pool_size=2) as running:
        addresses = {"TEST_DATABASE_URL": cluster.url, pgbouncer.ADDRESS: running.address}
        said = subprocess.run(
            [sys.executable, "-m", "pytest", *tests, *ASIDE, "-q", "-p", "no:cacheprovider"],
            cwd=ROOT,
            env={**os.environ, **addresses},
            capture_output=True,
            text=True,
        )
        served = sum(row["total_xact_count"] for row in running.show("stats"))

    assert said.returncode == 0, said.stdout[-6000:]
    assert served > 500
