"""A claim by name that takes its time: until the next look around, or until the worker stops."""

import asyncio
import time

import psycopg
import pytest

from shared import outbox
from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import Water, on, state
from tests.support.standing import enqueue_silently, say, standing, until

CLAIM = "execute claim_named"
EVERY = 1.0


async def until_just_before_it_looks(seen):
    """Wait until it has looked around, and then for nearly as long as it stands."""
    reports = len(seen.reports)
    await until(lambda: len(seen.reports) > reports)
    await asyncio.sleep(EVERY - 0.4)


@pytest.mark.parametrize(("answers", "locked_for"), [(1.0, 1.8), (3.0, 2.0)], ids=str)
def test_a_job_whose_claim_is_late_is_not_left_to_its_lease(database, db, answers, locked_for):
    """Its handler takes nearly all of the budget, which may be too little for it this time."""

    async def work(job):
        if job.plant == 7:
            await asyncio.sleep(2.0)

    options = {
        "jobs": outbox.Handlers([outbox.Handler(Water, work, timeout=2.2)]),
        "patience": {"answers": answers},
        "budget": 2.2,
        "grace": 1.0,
        "lease": 300,
    }

    async def story():
        async with standing(listen_on=database, every=EVERY, **options) as seen:
            await until_just_before_it_looks(seen)
            job = await enqueue_silently(Water(7))
            with psycopg.connect(database) as stranger:
                stranger.execute("lock table background_jobs in access exclusive mode")
                await say(str(job))
                await asyncio.sleep(locked_for)
            await until(lambda: state(db, job)[0] == "succeeded")
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


def test_a_worker_that_stops_waits_for_a_claim_only_for_seconds(database, db):
    async def story():
        async with standing(listen_on=database) as seen:
            job = await enqueue_silently(Water(7))
            with psycopg.connect(database) as stranger:
                stranger.execute("lock table background_jobs in share mode")
                await say(str(job))
                await until(lambda: job in seen.asked)
                took = await stopped(seen)
        return job, took

    job, took = on(database, story)

    assert took < 4
    assert state(db, job) == ("pending", 0)


def test_a_worker_that_stops_waits_for_a_line_that_says_nothing_only_for_seconds(database):
    """The claim has its time, and so have the two steps to stop it."""

    async def story():
        async with standing(listen_on=proxy.url) as seen:
            job = await enqueue_silently(Water(7))
            proxy.stall_at(CLAIM)
            await say(str(job))
            await until(lambda: proxy.faults == 1)
            try:
                return await stopped(seen)
            finally:
                proxy.resume()

    with fault_proxy(database) as proxy:
        assert on(database, story) < 8


async def stopped(seen):
    """Stop a worker, and return how many seconds that took."""
    began = time.monotonic()
    seen.stopping.set()
    await asyncio.gather(*seen.serving)
    return time.monotonic() - began
