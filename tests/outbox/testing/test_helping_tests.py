"""What tests of users call: work what is due, see what waits, try one handler, let time pass."""

import asyncio
import time
from datetime import UTC, datetime, timedelta

import pytest

from shared import outbox, tx
from shared.outbox.testing import (
    assert_enqueued,
    drain,
    enqueued,
    perform,
    refute_enqueued,
    time_passes,
)
from tests.support.jobs import Pick, Water, enqueue, handlers, on


async def fail(job):
    raise LookupError("no such plant")


def test_all_that_is_due_is_worked_and_what_it_causes(database):
    worked = []

    async def water(job):
        worked.append(job)
        if job.plant < 3:
            await enqueue(Water(job.plant + 1))

    async def story():
        await enqueue(Water(1))
        return await drain(handlers(water))

    report = on(database, story)

    assert (report.claimed, report.succeeded) == (3, 3)
    assert worked == [Water(1), Water(2), Water(3)]


def test_what_is_due_tomorrow_is_worked_when_a_day_has_passed(database):
    async def story():
        await enqueue(Water(1), run_at=datetime.now(UTC) + timedelta(hours=23))
        today = await drain(handlers())
        await time_passes(timedelta(days=1))
        return today, await drain(handlers())

    today, tomorrow = on(database, story)

    assert (today.claimed, tomorrow.succeeded) == (0, 1)


def test_a_failed_job_climbs_its_ladder_as_time_passes(database, db):
    async def story():
        job_id = await enqueue(Water(1))
        for _ in range(outbox.MAX_ATTEMPTS):
            await drain(handlers(fail))
            await time_passes(timedelta(days=2))
        return await outbox.jobs(job_id=job_id)

    [job] = on(database, story)

    assert (job.status, job.attempts) == ("dead", outbox.MAX_ATTEMPTS)


def test_leases_and_pauses_end_as_time_passes(database, db):
    async def story():
        await enqueue(Water(1))
        await outbox.pause(queue="bulk", until=datetime.now(UTC) + timedelta(hours=2), because="-")
        paused = await drain(handlers())
        await time_passes(timedelta(hours=3))
        return paused, await drain(handlers())

    paused, later = on(database, story)

    assert (paused.claimed, later.succeeded) == (0, 1)


def test_a_key_is_free_again_when_its_window_has_passed(database):
    async def ask():
        async with tx.run():
            return await outbox.enqueue(Water(1), dedup_key="water-1", once_in=timedelta(days=1))

    async def story():
        await ask()
        await drain(handlers())
        again = await ask()
        await time_passes(timedelta(days=2))
        return again, await ask()

    again, later = on(database, story)

    assert (again.created, later.created) == (False, True)


def test_the_first_that_fits_is_returned(database):
    async def story():
        await enqueue(Water(1))
        await enqueue(Water(2))
        await enqueue(Pick(3))
        return await assert_enqueued(Water, plant=2), await enqueued(Water)

    assert on(database, story) == (Water(2), [Water(1), Water(2)])


def test_what_is_not_there_is_an_error_that_shows_what_is(database):
    async def story():
        await enqueue(Water(1))
        await assert_enqueued(Water, plant=2)

    with pytest.raises(AssertionError) as error:
        on(database, story)

    assert str(error.value).splitlines() == [
        "No job test.water with {'plant': 2} is enqueued. There are:",
        "  Water(plant=1)",
    ]


def test_what_should_not_be_there_is_an_error_too(database):
    async def story():
        await enqueue(Water(1))
        await refute_enqueued(Pick)
        await refute_enqueued(Water, plant=2)
        await refute_enqueued(Water, plant=1)

    with pytest.raises(AssertionError, match=r"Water\(plant=1\) is enqueued, and should not be"):
        on(database, story)


def test_a_field_that_a_job_has_not_is_a_slip_of_the_test(database):
    async def story():
        await enqueue(Water(1))
        await assert_enqueued(Water, plants=1)

    with pytest.raises(TypeError, match=r"Water has no field 'plants'; it has \['plant'\]"):
        on(database, story)


def test_it_looks_inside_an_open_transaction_too(database):
    async def story():
        async with tx.run():
            await outbox.enqueue(Water(7))
            return await assert_enqueued(Water)

    assert on(database, story) == Water(7)


def test_one_handler_is_tried_and_nothing_else_is_touched(database, db):
    seen = []

    async def water(job):
        seen.append((job, outbox.current().attempt))

    async def story():
        await enqueue(Water(1))
        return await perform(outbox.Handler(Water, water), Water(2))

    performed = on(database, story)

    assert (performed.outcome, performed.status, performed.raised) == (
        "succeeded",
        "succeeded",
        None,
    )
    assert seen == [(Water(2), 1)]
    assert db.execute("select status from background_jobs order by id").fetchall() == [
        {"status": "pending"},
        {"status": "succeeded"},
    ]


def test_what_a_handler_raises_is_in_the_answer(database):
    performed = on(database, lambda: perform(outbox.Handler(Water, fail), Water(1)))

    assert (performed.outcome, performed.status) == ("failed", "pending")
    assert isinstance(performed.raised, LookupError)
    assert performed.error.startswith("LookupError (test_helping_tests.py:")


def test_what_took_too_long_has_raised_a_timeout_and_no_cancellation(database):
    async def water(job):
        await asyncio.sleep(60)

    def in_a_thread(job):
        while not outbox.must_stop():
            time.sleep(0.01)

    for work in (water, in_a_thread):
        handler = outbox.Handler(Water, work, timeout=0.1)
        performed = on(database, lambda handler=handler: perform(handler, Water(1)))

        assert (performed.outcome, performed.status) == ("failed", "pending")
        assert isinstance(performed.raised, TimeoutError)
        assert "the attempt took longer than 0.1 s" in performed.error


def test_what_a_handler_makes_of_a_timeout_of_its_own_is_its_own(database):
    async def water(job):
        async with asyncio.timeout(0.01):
            await asyncio.sleep(60)

    performed = on(database, lambda: perform(outbox.Handler(Water, water), Water(1)))

    assert isinstance(performed.raised, TimeoutError)
    assert performed.error.startswith("TimeoutError (")


def test_a_plain_function_is_tried_as_well(database):
    def water(job):
        raise LookupError("plain")

    performed = on(database, lambda: perform(outbox.Handler(Water, water), Water(1)))

    assert str(performed.raised) == "plain"


def test_a_handler_may_end_its_own_attempt(database):
    async def water(job):
        async with tx.run():
            await outbox.succeed()

    performed = on(database, lambda: perform(outbox.Handler(Water, water), Water(1)))

    assert performed.status == "succeeded"


def test_inside_a_transaction_nothing_is_tried(database):
    async def story():
        async with tx.run():
            await perform(handlers().get("test.water"), Water(1))

    with pytest.raises(RuntimeError, match="opens its own transactions"):
        on(database, story)
