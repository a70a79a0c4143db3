"""Breakers: an outage that is everybody's costs a handful of attempts, not everybody's ladder."""

import asyncio
import logging
import re

from shared import outbox
from shared.outbox.holding.breaker import THRESHOLD
from tests.support.gates import (
    Card,
    Letter,
    Post,
    Weed,
    breaker,
    burned,
    fill,
    held,
    tick,
    trip,
)
from tests.support.jobs import enqueue, on, state

BUDGET = 20


def test_a_few_outages_in_a_row_open_it_and_the_rest_waits_unharmed(database, db):
    post = Post()
    report = on(database, lambda: trip(post, jobs=1000))

    assert breaker(db)["status"] == "open"
    assert THRESHOLD <= burned(db) <= THRESHOLD + 8
    assert len(post.came) == burned(db)
    assert held(db) == {"breaker:post": 1000 - burned(db)}
    assert db.execute("select sum(attempts) from background_jobs").fetchone()["sum"] == burned(db)
    assert report.next_due_at is not None


def test_all_kinds_behind_it_wait_and_no_other_does(database, db):
    post = Post()

    async def story():
        await trip(post)
        card, weed = await enqueue(Card()), await enqueue(Weed())
        await tick(post, 1)
        return card, weed

    card, weed = on(database, story)

    assert breaker(db)["kinds"] == ["test.card", "test.letter"]
    assert state(db, card) == ("pending", 0)
    assert state(db, weed) == ("succeeded", 1)


def test_a_failure_of_the_jobs_own_does_not_open_it(database, db):
    async def fails(job):
        raise ValueError("my own fault")

    async def story():
        await fill(50)
        jobs = outbox.Handlers([outbox.Handler(Letter, fails, timeout=1, breaker="post")])
        await outbox.tick(jobs, budget=BUDGET)

    on(database, story)

    assert burned(db) == 50
    assert db.execute("select from job_breakers").fetchall() == []


def test_an_outage_without_a_breaker_is_an_ordinary_failure(database, db):
    post = Post()
    post.is_out = True

    async def story():
        await fill(20)
        await outbox.tick(outbox.Handlers([outbox.Handler(Letter, post.send)]), budget=60)

    on(database, story)

    assert burned(db) == 20
    assert db.execute("select from job_breakers").fetchall() == []


def test_any_exception_with_the_mark_is_an_outage(database, db):
    class Refused(ConnectionError):
        is_outage = True

    async def refuses(job):
        raise Refused

    async def story():
        await fill(50)
        jobs = outbox.Handlers([outbox.Handler(Letter, refuses, timeout=1, breaker="post")])
        await outbox.tick(jobs, budget=BUDGET)

    on(database, story)

    assert breaker(db)["status"] == "open"
    assert breaker(db)["last_error"].startswith("Refused")


def test_a_mark_that_cannot_be_read_is_none(database, db):
    class Odd(Exception):
        @property
        def is_outage(self):
            raise RuntimeError

    async def odd(job):
        raise Odd

    async def story():
        job = await enqueue(Letter())
        jobs = outbox.Handlers([outbox.Handler(Letter, odd, timeout=1, breaker="post")])
        await outbox.tick(jobs, budget=BUDGET)
        return job

    assert state(db, on(database, story)) == ("pending", 1)


def test_a_success_between_outages_starts_the_count_again(database, db):
    post = Post()

    async def flaps(job):
        post.came.append(job)
        if len(post.came) % THRESHOLD:
            raise outbox.Outage("now and then")

    async def story():
        await fill(60)
        jobs = outbox.Handlers([outbox.Handler(Letter, flaps, timeout=1, breaker="post")])
        await outbox.tick(jobs, budget=BUDGET, concurrency=1)

    on(database, story)

    assert len(post.came) == 60
    assert breaker(db)["status"] == "closed"


def test_a_worker_that_sees_only_outages_is_contradicted_by_one_that_does_not(database, db):
    """The count is everybody's: here every other job is worked by somebody who has no outage."""
    broken, well = Post(), Post()
    broken.is_out = True

    async def story():
        for number in range(20):
            await enqueue(Letter(number))
            await tick(broken if number % 2 else well)

    on(database, story)

    assert burned(db) == 10
    assert breaker(db)["status"] == "closed"


def test_the_gardener_is_told_once_at_open_and_once_at_close(database, caplog):
    post = Post()

    async def story():
        with caplog.at_level(logging.WARNING, "thistledown.outbox"):
            await trip(post, jobs=300)
            for seconds in (10, 40, 50, 110):
                await tick(post, seconds)
            post.is_out = False
            await tick(post, 400, concurrency=20)

    on(database, story)

    said = [one.getMessage() for one in caplog.records if "breaker" in one.getMessage()]
    assert len(said) == 2
    assert re.match(
        r"breaker post is open: \d+ outages in a row, the last: Outage: nobody", said[0]
    )
    assert "test.card, test.letter" in said[0]
    assert re.match(r"breaker post is closed again after 4\d\d s: jobs of test.card", said[1])


def test_many_ticks_at_once_open_it_once_and_send_one_probe(database, db):
    post = Post()

    async def story():
        await fill(2000)
        post.is_out = True
        await asyncio.gather(*[tick(post) for _ in range(6)])
        tripping = len(post.came)
        await asyncio.gather(*[tick(post, 40) for _ in range(6)])
        return tripping

    tripping = on(database, story)

    assert tripping == burned(db) - 1 <= 6 * (THRESHOLD + 8)
    assert len(post.came) == tripping + 1
    assert breaker(db)["trips"] == 2
