"""How attempts ended is written in batches: kept while it cannot be, and one trouble is not all."""

import time
from datetime import datetime, timedelta, timezone

import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker.writer import Writer
from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import (
    LEASE,
    Water,
    claim,
    claim_one,
    enqueue,
    handlers,
    on,
    outcomes,
    state,
)


async def fail(job):
    raise LookupError("no such plant")


async def nothing(job):
    """Succeed."""


@pytest.mark.parametrize(("work", "ends"), [(fail, "failed"), (nothing, "succeeded")])
@pytest.mark.parametrize("cut", ["cut_before", "cut_after"])
def test_an_end_whose_line_was_cut_is_written_on_the_next_one(database, db, work, ends, cut):
    async def story():
        job = await enqueue(Water())
        getattr(proxy, cut)("with ended")
        return job, await outbox.tick(handlers(work), budget=20)

    with fault_proxy(database) as proxy:
        job, report = on(proxy.url, story)

    assert proxy.faults == 1
    assert report.retried + report.succeeded == 1
    assert outcomes(db, job) == [ends]


def test_what_cannot_be_counted_is_written_and_said_and_the_next_batch_comes(database, db, caplog):
    told = []

    async def after(batch):
        raise LookupError("no such breaker")

    async def story():
        writer = Writer(outbox.Report(), after=after, tell=lambda: told.append(1), now=None)
        jobs = []
        for plant in range(2):
            jobs.append(await enqueue(Water(plant)))
            ended = [Ended(await claim_one(), "succeeded")]
            await writer.finish(ended, until=time.monotonic() + 20)
            assert ended == writer.kept == []
            assert not writer.is_busy
        return jobs

    jobs = on(database, story)

    assert [state(db, job) for job in jobs] == [("succeeded", 1)] * 2
    assert caplog.text.count("a batch of ends is lost: LookupError") == len(told) == 2


@pytest.mark.parametrize(
    "strange",
    [
        outbox.Snooze(timedelta.min),
        outbox.Snooze(datetime.min.replace(tzinfo=timezone(timedelta(hours=14)))),
        outbox.Snooze(datetime.max.replace(tzinfo=timezone(timedelta(hours=-14)))),
        outbox.PauseQueue(timedelta.min),
        outbox.PauseQueue(timedelta.max),
    ],
    ids=repr,
)
def test_a_strange_snooze_is_written_as_all_others(database, db, strange):
    async def snooze(job):
        raise strange

    async def story():
        return await enqueue(Water()), await outbox.tick(handlers(snooze), budget=20)

    job, report = on(database, story)

    assert report.snoozed == 1
    assert state(db, job) == ("pending", 0)


def test_an_end_that_the_server_refuses_is_a_failed_attempt_and_its_batch_is_written(
    database, db, caplog
):
    """Whatever makes the server refuse it, here a rule that somebody has put on the table."""
    db.execute(
        "alter table background_jobs add constraint strange check (result is distinct from '13')"
    )
    ran = []

    async def work(job):
        ran.append(job.plant)
        return job.plant

    async def story():
        jobs = [await enqueue(Water(plant)) for plant in (11, 12, 13, 14)]
        return jobs, await outbox.tick(handlers(work), budget=20)

    jobs, report = on(database, story)

    assert ran == [11, 12, 13, 14]
    assert (report.succeeded, report.retried, report.stale) == (3, 1, 0)
    assert [state(db, job) for job in jobs] == [
        ("succeeded", 1),
        ("succeeded", 1),
        ("pending", 1),
        ("succeeded", 1),
    ]
    [refused] = db.execute("select outcome, error from job_attempts").fetchall()
    assert refused["outcome"] == "failed"
    assert refused["error"].startswith("CheckViolation: its end could not be written")
    assert f"the end of job {jobs[2]} (test.water) was refused: CheckViolation" in caplog.text


def test_a_large_batch_does_not_hold_the_event_loop_for_each_of_its_ends(database, db):
    """Three times as many ends may take three times as long, and not nine times."""
    took = {}

    async def story():
        for number in (500, 1500):
            ended = [Ended(one, "released") for one in await claimed(number)]
            writer = Writer(outbox.Report(), after=None, tell=lambda: None, now=None)
            began = time.process_time()
            await writer.finish(ended, until=time.monotonic() + 30)
            took[number] = time.process_time() - began

    on(database, story)

    assert took[1500] < 6 * took[500]
    assert db.execute("select distinct status, attempts from background_jobs").fetchall() == [
        {"status": "pending", "attempts": 0}
    ]


async def claimed(number):
    """Enqueue so many jobs and claim them as one worker does."""
    async with tx.run():
        await outbox.enqueue_many((None, Water(plant)) for plant in range(number))
    return await claim(number, lease=LEASE)
