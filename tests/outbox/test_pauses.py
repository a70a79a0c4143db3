"""Pauses: what they hold back, what they leave alone, and how it all goes on afterwards."""

import asyncio
from datetime import datetime

import pytest

from shared import outbox, tx
from tests.support.gates import Card, Letter, Post, Weed, fill, held, in_seconds, statuses
from tests.support.jobs import enqueue, on, row, state

BUDGET = 20


def tick(post, **options):
    return outbox.tick(post.jobs, budget=BUDGET, **options)


def test_a_paused_queue_rests_while_others_work(database, db):
    async def story():
        letter, card = await enqueue(Letter()), await enqueue(Card())
        await outbox.pause(queue="bulk", because="moving house")
        return letter, card, await tick(Post())

    letter, card, report = on(database, story)

    assert state(db, card) == ("succeeded", 1)
    assert state(db, letter) == ("pending", 0)
    assert report.next_due_at is None  # for good: only a human ends it


def test_a_paused_kind_is_not_claimed_and_its_neighbours_in_the_queue_are(database, db):
    async def story():
        await fill(30, Letter)
        await fill(30, Weed)
        await outbox.pause(kind="test.letter")
        return await tick(Post())

    report = on(database, story)

    assert report.succeeded == 30
    assert held(db) == {"kind:test.letter": 30}
    assert statuses(db) == {"pending": 30, "succeeded": 30}
    assert report.next_due_at is None


def test_a_resumed_kind_goes_on_at_its_old_place(database, db):
    """Its jobs come before a younger one of the same queue."""
    post = Post()

    async def story():
        await fill(3, Letter)
        await outbox.pause(kind="test.letter")
        await tick(post)
        await enqueue(Letter(99))
        was_paused = await outbox.resume(kind="test.letter")
        after = held(db)
        await tick(post, concurrency=1)
        return was_paused, after

    assert on(database, story) == (True, {})
    assert [job.number for job in post.came] == [1, 2, 3, 99]


def test_a_pause_until_a_time_ends_by_itself_and_the_tick_lets_everything_go(database, db):
    until = in_seconds(3600)

    async def story():
        await fill(2500, Letter)
        await outbox.pause(kind="test.letter", until=until)
        during = await tick(Post(), concurrency=100)
        after = await tick(Post(), concurrency=100, now=in_seconds(3601))
        return during, after

    during, after = on(database, story)

    assert (during.succeeded, after.succeeded) == (0, 2500)
    assert during.next_due_at == until
    assert db.execute("select max(attempts) from background_jobs").fetchone() == {"max": 1}


def test_what_is_paused_keeps_its_key_and_can_be_hurried_or_cancelled(database, db):
    async def story():
        first = await enqueue(Letter(1), dedup_key="first")
        second = await enqueue(Letter(2), dedup_key="second")
        await outbox.pause(kind="test.letter")
        await tick(Post())
        assert held(db) == {"kind:test.letter": 2}
        twin = await enqueue(Letter(1), dedup_key="first")
        assert await outbox.run_now(first)
        assert await outbox.cancel(job_id=second)
        await tick(Post())
        assert state(db, first) == ("pending", 0)
        await outbox.resume(kind="test.letter")
        await tick(Post())
        return first, second, twin

    first, second, twin = on(database, story)

    assert twin == first
    assert state(db, first) == ("succeeded", 1)
    assert state(db, second) == ("cancelled", 0)


def test_a_pause_that_is_rolled_back_never_was(database, db):
    async def story():
        job = await enqueue(Letter())
        with pytest.raises(ValueError, match="no"):
            await pause_and_fail()
        await tick(Post())
        return job

    assert state(db, on(database, story)) == ("succeeded", 1)


async def pause_and_fail():
    async with tx.run():
        await outbox.pause(kind="test.letter")
        raise ValueError("no")


def test_resuming_what_was_not_paused_says_so(database):
    async def story():
        return [
            await outbox.resume(queue="bulk"),
            await outbox.resume(kind="test.letter"),
            await outbox.resume(breaker="post"),
            await outbox.resume(everything=True),
        ]

    assert on(database, story) == [False, False, False, False]


def test_a_later_pause_replaces_an_earlier_one(database, db):
    async def story():
        await outbox.pause(queue="bulk")
        await outbox.pause(queue="bulk", until=in_seconds(60), because="a minute")
        return (await outbox.gates()).queues

    [queue] = on(database, story)

    assert queue.paused_until < in_seconds(61)
    assert queue.paused_because == "a minute"


def test_everything_paused_means_that_nothing_starts_in_any_worker(database, db):
    async def story():
        await fill(5)
        await outbox.pause(everything=True, because="the mail provider moves")
        paused = await tick(Post())
        found = await outbox.gates()
        await outbox.resume(everything=True)
        return paused, found, await tick(Post())

    paused, found, after = on(database, story)

    assert paused.claimed == 0
    assert paused.paused == "the mail provider moves"
    assert paused.next_due_at is None
    assert found.paused_because == "the mail provider moves"
    assert found.paused_since is not None
    assert (after.succeeded, after.paused) == (5, None)


@pytest.mark.parametrize(
    "gate", [{"kind": "test.letter"}, {"queue": "bulk"}, {"everything": True}], ids=str
)
def test_a_pause_stops_a_tick_that_is_under_way(database, db, gate):
    post = Post()

    async def send(job):
        post.came.append(job)
        await asyncio.sleep(0.005)
        if len(post.came) == 3:
            await outbox.pause(**gate)

    async def story():
        await fill(500)
        jobs = outbox.Handlers([outbox.Handler(Letter, send, timeout=1)])
        await outbox.tick(jobs, budget=BUDGET, concurrency=1)

    on(database, story)

    assert len(post.came) < 400
    assert statuses(db)["pending"] == 500 - len(post.came)


def test_held_jobs_are_let_go_by_the_sweep_when_the_one_who_resumed_died(database, db):
    async def story():
        await fill(1500)
        await outbox.pause(kind="test.letter")
        await tick(Post(), concurrency=100)
        async with tx.run():  # inside a transaction nothing is let go yet
            await outbox.resume(kind="test.letter")
        before = held(db)
        report = await tick(Post(), concurrency=100)
        return before, report

    before, report = on(database, story)

    assert before == {"kind:test.letter": 1500}
    assert report.succeeded == 1500


@pytest.mark.parametrize(
    "gate",
    [
        {},
        {"queue": "bulk", "kind": "test.letter"},
        {"everything": True, "until": in_seconds(9)},
        {"queue": "bulk", "until": datetime(2030, 1, 1)},  # noqa: DTZ001
    ],
)
def test_a_pause_of_nothing_or_of_two_things_is_refused(database, gate):
    with pytest.raises(ValueError, match=r"exactly one|resumed|zone"):
        on(database, lambda: outbox.pause(**gate))


def test_two_who_resume_at_once_let_every_job_go_once(database, db):
    async def story():
        await fill(3000)
        await outbox.pause(kind="test.letter")
        await tick(Post(), concurrency=200)
        await asyncio.gather(*[outbox.resume(kind="test.letter") for _ in range(4)])
        return held(db), row(db, await enqueue(Weed()))["held_by"]

    assert on(database, story) == ({}, None)
