"""A worker that stands counts the time of the work only, and is there when a job is due."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

from tests.support.jobs import Water, on, row, state
from tests.support.standing import LONG, name, standing, until


def test_a_report_has_the_seconds_of_the_work_and_not_those_of_standing(database, db):
    async def work(job):
        await asyncio.sleep(0.2)

    async def story():
        async with standing(work, listen_on=database) as seen:
            await asyncio.sleep(3)
            reports = len(seen.reports)
            job = await name(Water(7))
            await until(lambda: state(db, job)[0] == "succeeded")
            assert job in seen.named
            await until(lambda: len(seen.reports) > reports)
            return seen.reports[-1]

    report = on(database, story)

    assert report.claimed == 1
    assert 0.15 < report.seconds < 2.5


def test_a_job_that_is_due_soon_is_worked_then_and_not_at_the_next_look_around(database, db):
    async def story():
        async with standing(listen_on=database, every=LONG) as seen:
            began = time.monotonic()
            soon = datetime.now(UTC) + timedelta(seconds=0.5)
            job = await name(Water(7), run_at=soon)
            await until(lambda: state(db, job)[0] == "succeeded")
            assert time.monotonic() - began < LONG / 6
            assert job not in seen.named
        return soon, row(db, job)

    soon, found = on(database, story)

    assert found["started_at"] >= soon
    assert found["attempts"] == 1
