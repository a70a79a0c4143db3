"""A provider that has enough: its queue rests, or retries are spread; other queues are served."""

from shared import outbox
from tests.support.gates import Card, Letter, Post, fill, in_seconds
from tests.support.jobs import enqueue, on, state

BUDGET = 20


def test_case_36_a_queue_that_a_handler_pauses_rests_and_burns_no_attempt(database, db):
    until = in_seconds(600)

    async def limited(job):
        raise outbox.PauseQueue(until)

    async def story():
        await fill(200)
        jobs = outbox.Handlers([outbox.Handler(Letter, limited, timeout=1)])
        first = await outbox.tick(jobs, budget=BUDGET)
        second = await outbox.tick(jobs, budget=BUDGET)
        after = await outbox.tick(Post().jobs, budget=BUDGET, concurrency=50, now=in_seconds(601))
        return first, second, after

    first, second, after = on(database, story)

    assert 1 <= first.snoozed <= 200
    assert second.claimed == 0
    assert second.next_due_at == until
    assert after.succeeded == 200
    assert db.execute("select max(attempts) from background_jobs").fetchone() == {"max": 1}


def test_case_39_a_retry_storm_is_spread_and_other_queues_are_served(database, db):
    async def fails(job):
        raise ConnectionError

    async def story():
        await fill(2000)
        cards = [await enqueue(Card(n)) for n in range(20)]
        jobs = outbox.Handlers(
            [
                outbox.Handler(Letter, fails, timeout=1),
                outbox.Handler(Card, Post().send, timeout=1),
            ]
        )
        report = await outbox.tick(jobs, budget=60, concurrency=50)
        return cards, report

    cards, report = on(database, story)

    assert {state(db, card) for card in cards} == {("succeeded", 1)}
    assert report.retried == 2000
    spread = db.execute(
        "select count(distinct date_trunc('second', run_at)) as seconds"
        " from background_jobs where status = 'pending'"
    ).fetchone()
    assert spread["seconds"] >= 6
