"""Whoever keeps a schedule's job locked keeps that schedule waiting, and nothing else."""

from datetime import UTC, datetime, timedelta

import psycopg

from shared import outbox
from tests.support.jobs import Pick, Water, enqueue, handlers, on

LOCK = "select from background_jobs where dedup_key = 'plants' for update"
SCHEDULES = [
    outbox.Schedule("a", Water(1), at="* * * * *", dedup_key="plants"),
    outbox.Schedule("b", Pick(2), at="* * * * *"),
]


def test_a_schedule_whose_job_is_locked_waits_and_the_others_are_kept(database, db, caplog):
    db.execute("delete from job_schedules; delete from job_slots")
    worked = []

    async def work(job):
        worked.append(job)

    async def story():
        await outbox.enqueue_scheduled(SCHEDULES)
        db.execute("update job_schedules set since = since - interval '1 hour'")
        later = datetime.now(UTC) + timedelta(hours=1)
        await enqueue(Water(3), dedup_key="plants", run_at=later)
        await enqueue(Water(4))
        with psycopg.connect(database) as stranger:
            stranger.execute(LOCK)
            for _ in range(2):
                await outbox.tick(handlers(work, work), schedules=SCHEDULES, budget=20)
        return await outbox.enqueue_scheduled(SCHEDULES)

    on(database, story)

    assert worked[:2] == [Pick(2), Water(4)]
    assert caplog.text.count("the schedule a waits") == 1
    slots = db.execute("select distinct schedule from job_slots order by 1").fetchall()
    assert [one["schedule"] for one in slots] == ["a", "b"]
