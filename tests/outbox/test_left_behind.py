"""Tasks that a handler makes and does not wait for."""

import asyncio
import logging

import pytest

from shared import outbox
from tests.support.jobs import Pick, Water, enqueue, handlers, on

LOGGER = "thistledown.outbox"


async def forgotten():
    """Wait for something that never comes."""
    await asyncio.sleep(600)


def test_a_task_that_a_handler_leaves_behind_is_named_and_cancelled(database, caplog):
    made = []

    async def work(job):
        made.append(asyncio.create_task(forgotten()))

    async def story():
        job = await enqueue(Water())
        return job, await outbox.tick(handlers(work), budget=20), made[0].cancelled()

    with caplog.at_level(logging.WARNING, LOGGER):
        job, report, is_cancelled = on(database, story)

    assert report.succeeded == 1
    assert is_cancelled
    assert f"job {job} (test.water) left the task forgotten behind" in caplog.messages


def test_a_task_s_own_child_is_found_as_well_and_what_it_raises_is_logged(database, caplog):
    async def child():
        try:
            await forgotten()
        finally:
            raise ValueError("secret")

    async def parent():
        asyncio.create_task(child())  # noqa: RUF006

    async def work(job):
        await asyncio.gather(parent())
        await asyncio.sleep(0)

    async def story():
        await enqueue(Water())
        return await outbox.tick(handlers(work), budget=20)

    with caplog.at_level(logging.WARNING, LOGGER):
        assert on(database, story).succeeded == 1

    assert any(
        "child" in text and "ValueError (test_left_behind.py" in text for text in caplog.messages
    )
    assert "secret" not in caplog.text


def test_tasks_of_others_are_left_alone(database, caplog):
    """A server's requests run in the same loop, and so may another tick."""
    begun = asyncio.Event()
    seen = []

    async def pick(job):
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(asyncio.sleep(1.5))
            begun.set()
        seen.append(waiting.cancelled())

    async def story():
        elsewhere = asyncio.create_task(forgotten())
        await enqueue(Pick())
        other = asyncio.create_task(outbox.tick(handlers(pick=pick), budget=20))
        await begun.wait()
        await enqueue(Water())
        first = await outbox.tick(handlers(), budget=20)
        second = await other
        is_left = not elsewhere.done()
        elsewhere.cancel()
        return first.succeeded, second.succeeded, is_left

    with caplog.at_level(logging.WARNING, LOGGER):
        assert on(database, story) == (1, 1, True)

    assert seen == [False]
    assert caplog.messages == []


def test_a_task_that_ignores_its_cancellation_does_not_hold_up_the_tick(database):
    stop = []

    async def stubborn():
        while not stop:
            try:
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                continue

    async def work(job):
        asyncio.create_task(stubborn())  # noqa: RUF006

    async def story():
        await enqueue(Water())
        report = await outbox.tick(handlers(work), budget=20)
        stop.append(True)
        return report

    report = on(database, story)

    assert report.succeeded == 1
    assert report.seconds < 10


@pytest.mark.parametrize("count", [1, 50])
def test_a_tick_that_left_nothing_says_nothing(database, caplog, count):
    async def work(job):
        await asyncio.gather(*(asyncio.sleep(0) for _ in range(3)))

    async def story():
        for _ in range(count):
            await enqueue(Water())
        return await outbox.tick(handlers(work), budget=20)

    with caplog.at_level(logging.WARNING, LOGGER):
        assert on(database, story).succeeded == count

    assert caplog.messages == []
