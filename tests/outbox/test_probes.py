"""Probes: how a breaker finds out that the outage is over, and what comes of it."""

from datetime import timedelta

import pytest

from shared import outbox, tx
from shared.outbox.holding import probe
from tests.support.gates import (
    Letter,
    Post,
    breaker,
    burned,
    fill,
    held,
    in_seconds,
    statuses,
    tick,
    trip,
)
from tests.support.jobs import claim_one, expire, on, state

BUDGET = 20


async def send_probe(after):
    """Let one job through, which nobody works yet."""
    async with tx.run():
        await probe.send(now=in_seconds(after))


def test_one_job_at_a_time_finds_out_whether_it_is_over(database, db):
    post = Post()

    async def story():
        await trip(post)
        before = len(post.came)
        counts = []
        for seconds in (10, 29, 34, 40, 90, 101, 110):
            await tick(post, seconds)
            counts.append(len(post.came) - before)
        return counts

    # 30 s after it opened the first, and 60 s after that one the second.
    assert on(database, story) == [0, 0, 1, 1, 1, 2, 2]
    assert breaker(db)["trips"] == 3


def test_every_probe_is_another_job(database, db):
    """One job must not pay with its ladder for the outage of all."""
    post = Post()

    async def story():
        await trip(post)
        for seconds in (40, 120, 300, 600):
            await tick(post, seconds)

    on(database, story)

    assert db.execute("select max(attempts) from background_jobs").fetchone() == {"max": 1}


def test_it_rests_longer_each_time_but_no_longer_than_a_quarter_of_an_hour(database, db):
    post = Post()

    async def story():
        await trip(post, jobs=60)
        rests, at = [], 0.0
        for _ in range(8):
            until = breaker(db)["open_until"]
            rests.append(until.timestamp() - in_seconds(at).timestamp())
            at = until.timestamp() - in_seconds(0).timestamp() + 0.5
            await tick(post, at)
        return rests

    rests = on(database, story)

    for rest, expected in zip(rests, [30, 60, 120, 240, 480, 900, 900, 900], strict=True):
        assert expected - 5 <= rest <= expected * 1.1 + 1


def test_a_probe_that_succeeds_closes_it_and_everything_goes_out(database, db):
    post = Post()

    async def story():
        await trip(post, jobs=3000)
        post.is_out = False
        return await tick(post, 40, concurrency=50)

    report = on(database, story)

    assert report.succeeded == 3000 - burned(db)
    assert breaker(db)["status"] == "closed"
    assert breaker(db)["failures"] == breaker(db)["trips"] == 0
    assert statuses(db) == {"pending": burned(db), "succeeded": 3000 - burned(db)}
    assert held(db) == {}


def test_an_outage_right_after_the_probe_s_success_opens_it_at_once_and_for_longer(database, db):
    post = Post()

    async def send(job):
        post.came.append(job)
        if len(post.came) != succeeds:
            raise outbox.Outage("flaps")

    async def story():
        await outbox.tick(jobs, budget=BUDGET, concurrency=1)

    jobs = outbox.Handlers([outbox.Handler(Letter, send, timeout=1, breaker="post")])
    succeeds = 0
    on(database, lambda: fill(100))
    on(database, story)
    tripping = len(post.came)
    succeeds = tripping + 1
    on(database, lambda: outbox.tick(jobs, budget=BUDGET, concurrency=1, now=in_seconds(40)))

    assert len(post.came) - tripping <= 2
    assert breaker(db)["status"] == "open"
    assert breaker(db)["trips"] == 2


def test_a_probe_whose_worker_dies_is_replaced_after_its_lease(database, db):
    post = Post()

    async def story():
        await trip(post)
        post.is_out = False
        await send_probe(40)
        lost = breaker(db)["probe_job"]
        claimed = await claim_one(now=in_seconds(41))
        await tick(post, 50)
        still = breaker(db)["probe_job"]
        expire(db, lost)
        report = await tick(post, 60)
        early = breaker(db)["status"]
        await tick(post, 200)
        return lost, claimed.id, still, report, early

    lost, claimed, still, report, early = on(database, story)

    assert lost == claimed == still
    assert (report.rescued, report.claimed, early) == (1, 0, "probing")
    assert breaker(db)["status"] == "closed"
    assert state(db, lost) == ("succeeded", 2)


def test_a_probe_that_is_cancelled_is_replaced(database, db):
    post = Post()

    async def story():
        await trip(post)
        post.is_out = False
        await send_probe(40)
        await outbox.cancel(job_id=breaker(db)["probe_job"])
        await tick(post, 41)

    on(database, story)

    assert breaker(db)["status"] == "closed"


def test_a_success_whose_worker_died_before_it_could_say_so_closes_it(database, db):
    post = Post()

    async def story():
        await trip(post)
        post.is_out = False
        await send_probe(40)
        db.execute(
            "update background_jobs set status = 'succeeded' where id = %s",
            (breaker(db)["probe_job"],),
        )
        await tick(post, 41)

    on(database, story)

    assert breaker(db)["status"] == "closed"
    assert held(db) == {}


def test_a_human_need_not_wait_for_the_next_probe(database, db):
    post = Post()

    async def story():
        await trip(post)
        post.is_out = False
        early = await tick(post, 1)
        assert await outbox.resume(breaker="post")
        return early, await tick(post, 2, concurrency=20)

    early, after = on(database, story)

    assert early.claimed == 0
    assert after.succeeded == 40 - burned(db)


@pytest.mark.parametrize("end", [outbox.Snooze, outbox.PauseQueue])
def test_a_probe_that_is_put_off_has_been_answered_and_closes_it(database, db, end):
    post = Post()

    async def put_off(job):
        raise end(timedelta(hours=1))

    async def story():
        await trip(post)
        handler = outbox.Handler(Letter, put_off, timeout=1, breaker="post")
        report = await outbox.tick(outbox.Handlers([handler]), budget=20, now=in_seconds(40))
        assert report.snoozed >= 1

    on(database, story)

    assert breaker(db)["status"] == "closed"
    assert held(db) == {}
