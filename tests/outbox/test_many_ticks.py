"""Many ticks at once share the work: none does it twice."""

import asyncio
import json
import subprocess
import sys
from collections import Counter

import pytest

from shared import outbox, tx
from tests.support.jobs import Water, handlers, on


async def fill(number):
    async with tx.run():
        await outbox.enqueue_from(
            Water,
            "select jsonb_build_object('plant', n), 'plant-' || n"
            " from generate_series(1, %(number)s) n order by n",
            number=number,
        )


@pytest.mark.parametrize("ticks", [2, 20])
def test_f6_four_thousand_jobs_run_once_each(database, db, ticks):
    runs: Counter[int] = Counter()

    async def work(job):
        runs[job.plant] += 1

    async def story():
        await fill(4000)
        all_at_once = [outbox.tick(handlers(work), concurrency=10) for _ in range(ticks)]
        return await asyncio.gather(*all_at_once)

    reports = on(database, story, size=ticks)

    assert len(runs) == 4000
    assert set(runs.values()) == {1}
    assert sum(report.succeeded for report in reports) == 4000
    assert sum(report.stale + report.retried + report.rescued for report in reports) == 0
    assert db.execute("select count(*) from background_jobs where attempts <> 1").fetchone() == {
        "count": 0
    }


def test_workers_in_processes_of_their_own_share_too(database, db):
    on(database, lambda: fill(2000))
    command = [sys.executable, "-m", "tests.support.worker", database, "40", "5"]

    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    reports = [json.loads(worker.communicate(timeout=90)[0]) for worker in workers]

    assert sum(report["succeeded"] for report in reports) == 2000
    worked = db.execute("select status, attempts, count(*) from background_jobs group by 1, 2")
    assert worked.fetchall() == [{"status": "succeeded", "attempts": 1, "count": 2000}]
    assert db.execute("select count(*) from job_attempts").fetchone() == {"count": 0}
