"""Pauses that handlers ask for: the longest counts, and no end waits for a stranger's lock."""

from datetime import UTC, datetime, timedelta

import psycopg

from shared import outbox, tx
from tests.support.jobs import Water, enqueue, handlers, on

REST = """
    select paused_until - clock_timestamp() as rest, paused_because from job_queues
     where queue = 'bulk'
"""


async def rest(job):
    raise outbox.PauseQueue(timedelta(hours=job.plant))


async def ask(*hours):
    for plant in hours:
        await enqueue(Water(plant))
    return await outbox.tick(handlers(rest), budget=20)


def test_of_many_that_end_together_the_longest_counts(database, db):
    assert on(database, lambda: ask(1, 5, 3)).snoozed >= 1

    found = db.execute(REST).fetchone()
    assert found["rest"] > timedelta(minutes=59)


def test_the_reason_of_a_pause_that_is_over_is_forgotten(database, db):
    async def story():
        await outbox.pause(queue="bulk", until=datetime(2020, 1, 1, tzinfo=UTC), because="moving")
        await ask(1)

    on(database, story)

    assert db.execute(REST).fetchone()["paused_because"] is None


def test_the_reason_of_a_pause_that_stands_is_kept(database, db):
    async def story():
        await enqueue(Water(1))

        async def pause_first(job):
            await outbox.pause(
                queue="bulk", until=datetime.now(UTC) + timedelta(hours=2), because="moving"
            )
            raise outbox.PauseQueue(timedelta(hours=1))

        await outbox.tick(handlers(pause_first), budget=20)

    on(database, story)

    found = db.execute(REST).fetchone()
    assert (found["paused_because"], found["rest"] > timedelta(hours=1, minutes=59)) == (
        "moving",
        True,
    )


def test_a_handler_may_say_why_and_what_must_not_be_seen_is_left_out(database, db):
    async def says_why(job):
        raise outbox.PauseQueue(timedelta(hours=1), "ada@example.org has had enough\x00")

    async def story():
        await enqueue(Water(1))
        await outbox.tick(handlers(says_why), budget=20)

    on(database, story)

    assert db.execute(REST).fetchone()["paused_because"] == "[address] has had enough"
    assert db.execute("select from job_attempts").fetchall() == []


def test_a_row_that_somebody_keeps_locked_keeps_no_end_from_being_written(database, db, caplog):
    async def story():
        async with tx.run():
            await tx.execute("insert into job_queues (queue) values ('bulk')")
        with psycopg.connect(database) as stranger:
            stranger.execute("select from job_queues for update")
            return await ask(1)

    assert on(database, story).snoozed == 1
    assert "the queue bulk is not paused" in caplog.text
