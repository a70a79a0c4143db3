"""What went wrong in public queues and has no better place here."""

import asyncio
import subprocess
import sys

from shared import outbox
from shared.outbox.worker.sweeping import sweep
from tests.support.jobs import Water, claim_one, enqueue, expire, handlers, on, outcomes, state
from tests.support.mail_workers import ROOT

# Killed after COMMIT, before it could have told anybody.
COMMITS_AND_DIES = """
import asyncio, os, signal, sys
from shared import outbox, tx
from tests.support.jobs import Water, using

async def main():
    async with using(sys.argv[1]):
        async with tx.run():
            await outbox.enqueue(Water())
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_c4_a_job_whose_process_died_right_after_the_commit_is_worked_by_the_next_tick(database):
    died = subprocess.run([sys.executable, "-c", COMMITS_AND_DIES, database], cwd=ROOT)
    report = on(database, lambda: outbox.tick(handlers()))

    assert died.returncode == -9
    assert (report.claimed, report.succeeded) == (1, 1)


def test_c12_a_process_that_does_not_know_the_kind_takes_it_back_and_does_not_bury_it(database, db):
    async def story():
        job = await enqueue(Water())
        await claim_one()
        expire(db, job)
        report = await outbox.tick(outbox.Handlers([]))
        return job, report

    job, report = on(database, story)

    assert report.rescued == 1
    assert report.dead == 0
    assert state(db, job) == ("pending", 1)
    assert outcomes(db, job) == ["expired"]


def test_case_31_sweeping_all_the_time_takes_nothing_from_whoever_works(database, db):
    """A thousand sweeps while jobs are enqueued, claimed and ended: one claim for each lease."""

    async def story():
        seen = []

        async def work(job):
            seen.append(job.plant)
            await asyncio.sleep(0.002)

        async def sweeping():
            swept = 0
            while not done.is_set():
                swept += (await sweep()).rescued
                await asyncio.sleep(0.001)
            return swept

        done = asyncio.Event()
        sweeper = asyncio.create_task(sweeping())
        for plant in range(100):
            await enqueue(Water(plant))
            await outbox.tick(handlers(work), lease=15)
        done.set()
        return seen, await sweeper

    seen, swept = on(database, story)

    assert seen == [*range(100)]
    assert swept == 0
