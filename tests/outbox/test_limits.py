"""Limits of a queue, kept over all workers together."""

import subprocess
import sys
from itertools import accumulate
from pathlib import Path

import pytest

from shared import outbox
from shared.outbox.holding.allowance import groups
from tests.support.gates import Card, Letter, Post, fill, in_seconds, statuses
from tests.support.jobs import enqueue, on, state

ROOT = Path(__file__).parents[2]


def workers(database, number, seconds, hold):
    """Let so many processes work at once until each has had its seconds."""
    command = [sys.executable, "-m", "tests.support.gate_worker", database]
    started = [
        subprocess.Popen([*command, str(seconds), str(hold)], cwd=ROOT) for _ in range(number)
    ]
    assert [worker.wait(60) for worker in started] == [0] * number


def test_four_workers_never_run_more_at_once_than_a_queue_allows(database, db):
    on(database, lambda: fill(300))
    on(database, lambda: outbox.limits("bulk", max_running=3))

    workers(database, 4, 6, hold=0.02)

    spans = db.execute(
        "select started_at, finished_at from background_jobs where status = 'succeeded'"
    ).fetchall()
    changes = [(span["started_at"], 1) for span in spans]
    changes += [(span["finished_at"], -1) for span in spans]
    at_once = list(accumulate(change for _, change in sorted(changes)))
    assert max(at_once) == 3
    assert len(spans) >= 50


def test_four_workers_together_keep_a_queue_s_rate(database, db):
    rate, burst, slack = 20.0, 10, 0.5
    on(database, lambda: fill(1000))
    on(database, lambda: outbox.limits("bulk", rate=rate, burst=burst))

    workers(database, 4, 6, hold=0.0)

    rows = db.execute(
        "select extract(epoch from started_at)::float8 as at from background_jobs"
        " where attempts > 0 order by started_at"
    ).fetchall()
    starts = [row["at"] for row in rows]
    for first, begin in enumerate(starts):
        for last in range(first, len(starts)):
            assert last - first + 1 <= burst + rate * (starts[last] - begin + slack)
    assert len(starts) >= burst + rate * 2


def test_a_limit_of_one_queue_does_not_slow_another(database, db):
    async def story():
        await outbox.limits("bulk", rate=1, burst=1)
        await fill(50)
        cards = [await enqueue(Card(n)) for n in range(50)]
        report = await outbox.tick(Post().jobs, budget=20)
        return cards, report

    cards, report = on(database, story)

    assert {state(db, card) for card in cards} == {("succeeded", 1)}
    assert 1 <= statuses(db)["succeeded"] - 50 <= 5
    assert report.next_due_at is not None


def test_only_a_queue_with_limits_takes_a_statement_of_its_own():
    queues = ["interactive", "bulk", "seeds", "trees", "weeds"]

    assert groups(queues, set()) == [queues]
    assert groups(queues, {"seeds"}) == [["interactive", "bulk"], ["seeds"], ["trees", "weeds"]]
    assert groups(queues, set(queues)) == [[queue] for queue in queues]


def test_what_a_limit_leaves_waits_until_the_bucket_has_a_token(database, db):
    async def story():
        await outbox.limits("bulk", rate=0.01, burst=2)
        await fill(5)
        first = await outbox.tick(Post().jobs, budget=20)
        later = await outbox.tick(Post().jobs, budget=20, now=in_seconds(105))
        return first, later

    first, later = on(database, story)

    assert (first.succeeded, later.succeeded) == (2, 1)
    assert 90 < (first.next_due_at - in_seconds(0)).total_seconds() < 101


def test_limits_can_be_changed_and_taken_away(database, db):
    async def story():
        await outbox.limits("bulk", max_running=1, rate=0.001)
        await fill(30)
        limited = await outbox.tick(Post().jobs, budget=20)
        [before] = (await outbox.gates()).queues
        await outbox.limits("bulk")
        free = await outbox.tick(Post().jobs, budget=20)
        [after] = (await outbox.gates()).queues
        return limited, before, free, after

    limited, before, free, after = on(database, story)

    assert (limited.succeeded, free.succeeded) == (1, 29)
    assert (before.max_running, before.rate, before.burst) == (1, 0.001, 1)
    assert (after.max_running, after.rate, after.burst) == (None, None, None)


def test_setting_a_limit_again_does_not_fill_the_bucket(database):
    async def story():
        await outbox.limits("bulk", rate=0.001, burst=5)
        await fill(20)
        first = await outbox.tick(Post().jobs, budget=20)
        await outbox.limits("bulk", rate=0.001, burst=5)
        return first, await outbox.tick(Post().jobs, budget=20)

    first, second = on(database, story)

    assert (first.succeeded, second.succeeded) == (5, 0)


def test_a_limit_survives_a_pause(database):
    async def story():
        await outbox.limits("bulk", max_running=2)
        await outbox.pause(queue="bulk")
        await outbox.resume(queue="bulk")
        [queue] = (await outbox.gates()).queues
        return queue

    queue = on(database, story)

    assert queue.max_running == 2
    assert queue.paused_until is None


@pytest.mark.parametrize(
    "limit", [{"max_running": 0}, {"rate": -1}, {"rate": 1, "burst": 0}, {"burst": 3}]
)
def test_a_limit_of_nothing_is_refused(database, limit):
    with pytest.raises(ValueError, match=r"more than 0|needs a rate"):
        on(database, lambda: outbox.limits("bulk", **limit))


def test_a_job_that_is_put_off_frees_its_place(database, db):
    async def snoozes(job):
        raise outbox.Snooze(in_seconds(3600))

    async def story():
        await outbox.limits("bulk", max_running=1)
        await fill(3)
        jobs = outbox.Handlers([outbox.Handler(Letter, snoozes, timeout=1)])
        return await outbox.tick(jobs, budget=20)

    assert on(database, story).snoozed == 3
