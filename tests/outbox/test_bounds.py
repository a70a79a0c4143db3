"""Numbers that could never work, or that no clock can hold, are refused with a sentence."""

import asyncio
import math

import pytest

from shared import outbox
from tests.support.jobs import handlers, on


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ({"rate": 1e-13}, "rate is less than a job a year"),
        ({"rate": math.inf}, "rate is more than 1000000"),
        ({"rate": math.nan}, "rate must be more than 0"),
        ({"rate": 2.0, "burst": 3_000_000_000}, "burst is more than 1000000"),
        ({"max_running": 2**63}, "max_running is more than 1000000"),
    ],
)
def test_a_limit_that_cannot_be_reckoned_with_is_refused(database, db, limit, told):
    with pytest.raises(ValueError, match=told):
        on(database, lambda: outbox.limits("bulk", **limit))

    assert not db.execute("select from job_queues where rate is not null").fetchall()


@pytest.mark.parametrize("limit", [{"rate": 1e6}, {"rate": 1 / 31_536_000}, {"max_running": 10**6}])
def test_the_outermost_limits_are_worked_with(database, limit):
    async def story():
        await outbox.limits("bulk", **limit)
        return await outbox.tick(handlers(), budget=15)

    assert on(database, story).claimed == 0


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ({"concurrency": 0}, "concurrency is 0: at least 1 job"),
        ({"concurrency": -3}, "concurrency is -3"),
        ({"budget": -1.0}, "budget is -1 s: it must be more than 0"),
        ({"budget": math.nan}, "budget is nan s"),
        ({"budget": math.inf}, "a year at most"),
        ({"lease": 0.0}, "lease is 0 s"),
        ({"grace": -0.1}, "grace is -0.1 s"),
    ],
)
def test_a_worker_that_could_work_nothing_is_refused(database, option, told):
    nobody = outbox.Handlers([])

    for work in (
        lambda: outbox.tick(nobody, **option),
        lambda: outbox.serve(nobody, asyncio.Event(), **option),
    ):
        with pytest.raises(ValueError, match=told):
            on(database, work)


def test_a_worker_that_stays_pauses_between_its_ticks(database):
    with pytest.raises(ValueError, match="every is 0 s"):
        on(database, lambda: outbox.serve(outbox.Handlers([]), asyncio.Event(), every=0))
