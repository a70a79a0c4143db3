"""What is in the way of a queue's jobs is in the way of a job that is named, too."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

import pytest

from shared import outbox
from shared.outbox.worker.claimer import CLEAR
from tests.support.jobs import Water, enqueue, nothing, on, row, state
from tests.support.standing import name, standing, until


async def pause_the_queue(db):
    await outbox.pause(queue="bulk")


async def pause_the_kind(db):
    await outbox.pause(kind=Water.kind)


async def pause_everything(db):
    await outbox.pause(everything=True)


async def no_more_than_none(db):
    await outbox.limits("bulk", rate=0.001, burst=1)
    db.execute("update job_queues set tokens = 0, refilled_at = now()")


@pytest.mark.parametrize(
    "close", [pause_the_queue, pause_the_kind, pause_everything, no_more_than_none]
)
def test_a_second_later_it_keeps_what_was_closed(database, db, close):
    async def story():
        async with standing(listen_on=database, patience={"knows": CLEAR}) as seen:
            await close(db)
            await asyncio.sleep(CLEAR + 0.1)
            jobs = []
            for plant in range(3):  # the first with old knowledge, those after it with new
                jobs.append(await name(Water(plant)))
                await asyncio.sleep(0.2)
            assert not set(jobs) & set(seen.asked)
            assert seen.came == []
        return jobs

    assert [state(db, job) for job in on(database, story)] == [("pending", 0)] * 3


def test_limits_count_what_is_named(database, db):
    async def story():
        async with standing(listen_on=database, patience={"knows": CLEAR}) as seen:
            await outbox.limits("bulk", rate=0.001, burst=2)
            await asyncio.sleep(CLEAR + 0.1)
            for plant in range(5):
                await name(Water(plant))
                await asyncio.sleep(0.1)
            await until(lambda: len(seen.came) == 2)
            await asyncio.sleep(0.3)
            assert seen.came == [0, 1]

    on(database, story)


@dataclass(frozen=True)
class Card:
    """A job that needs the post."""

    kind: ClassVar[str] = "test.card"
    queue: ClassVar[str] = "bulk"

    plant: int = 1


def test_a_job_behind_a_breaker_that_is_open_is_held(database, db):
    """The worker has seen it open: five cards met an outage."""
    came = []

    async def out(job):
        came.append(job.plant)
        raise outbox.Outage("nobody opens")

    jobs = outbox.Handlers(
        [
            outbox.Handler(Water, nothing, timeout=1),
            outbox.Handler(Card, out, timeout=1, breaker="post"),
        ]
    )

    async def story():
        async with standing(listen_on=database, jobs=jobs) as seen:
            for plant in range(5):
                await name(Card(plant))
                await asyncio.sleep(0.1)
            await until(lambda: len(came) == 5)
            await asyncio.sleep(0.2)
            job = await name(Card(6))
            await until(lambda: row(db, job)["held_by"] == "breaker:post")
            assert job not in seen.named
        return job

    job = on(database, story)

    assert len(came) == 5
    assert state(db, job) == ("pending", 0)


def test_a_handler_that_pauses_its_queue_has_the_next_claim_look(database, db):
    """What was known before an end that is no plain success is not trusted any more."""

    async def work(job):
        raise outbox.PauseQueue(timedelta(minutes=10))

    async def story():
        async with standing(work, listen_on=database) as seen:
            first = await name(Water(1))
            await until(lambda: state(db, first)[0] == "pending" and seen.came == [1])
            await asyncio.sleep(0.2)
            second = await name(Water(2))
            await asyncio.sleep(0.3)
            assert second not in seen.asked
            assert seen.came == [1]
        return second

    assert state(db, on(database, story)) == ("pending", 0)


def test_a_job_of_a_paused_kind_that_was_enqueued_unheard_is_held_as_before(database, db):
    async def story():
        async with standing(listen_on=database, patience={"knows": CLEAR}, every=0.5):
            await outbox.pause(kind=Water.kind)
            await asyncio.sleep(CLEAR + 0.1)
            job = await enqueue(Water(1))
            await until(lambda: row(db, job)["held_by"] == "kind:test.water")
        return job

    assert state(db, on(database, story)) == ("pending", 0)
