"""One live job for each key."""

import asyncio
import threading
import time
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.ended import Ended
from shared.outbox.worker.ack import acknowledge
from tests.support.jobs import Water, claim_one, enqueue, handlers, on


async def ask(**options):
    async with tx.run():
        return await outbox.enqueue(Water(), dedup_key="plant", **options)


def test_the_second_asker_gets_the_first_job(database, db):
    async def story():
        first, second = await ask(), await ask()
        assert (first.created, second.created) == (True, False)
        assert first.id == second.id

    on(database, story)

    assert db.execute("select count(*) from background_jobs").fetchone() == {"count": 1}


def test_who_asks_for_it_sooner_does_not_wait_for_a_late_rung(database, db):
    async def story():
        asked = await ask(run_at=datetime.now(UTC) + timedelta(hours=6))
        patient = await ask()
        waiting = db.execute("select run_at > clock_timestamp() from background_jobs").fetchone()
        hurried = await ask(on_waiting="sooner")
        later = await ask(on_waiting="sooner", run_at=datetime.now(UTC) + timedelta(days=1))
        assert asked.id == patient.id == hurried.id == later.id
        return waiting

    assert on(database, story) == {"?column?": True}
    row = db.execute("select run_at <= clock_timestamp() as due from background_jobs").fetchone()
    assert row == {"due": True}


def test_twice_in_one_transaction_is_once(database):
    async def story():
        async with tx.run():
            first = await outbox.enqueue(Water(), dedup_key="plant")
            second = await outbox.enqueue(Water(), dedup_key="plant")
        return first.id == second.id, first.created, second.created

    assert on(database, story) == (True, True, False)


def test_without_a_key_every_job_is_its_own(database):
    async def story():
        return {await enqueue(Water()), await enqueue(Water())}

    assert len(on(database, story)) == 2


def test_case_9_fifty_at_once_each_get_the_job_and_one_created_it(database):
    async def story():
        return await asyncio.gather(*[ask() for _ in range(50)])

    got = on(database, story, size=50)

    assert len({one.id for one in got}) == 1
    assert sorted(one.created for one in got) == [False] * 49 + [True]


@pytest.mark.parametrize("status", ["succeeded", "dead", "cancelled"])
def test_a_terminal_state_frees_the_key(database, db, status):
    async def story():
        first = await ask()
        db.execute("update background_jobs set status = %s where id = %s", (status, first.id))
        second = await ask()
        assert second.created
        assert second.id != first.id

    on(database, story)


@pytest.mark.parametrize("waiting", [True, False])
def test_a_live_job_keeps_the_key_also_between_its_attempts(database, waiting):
    async def story():
        first = await ask()
        lease = await claim_one()
        if waiting:
            await acknowledge([Ended(lease, "failed")])
        second = await ask()
        assert (second.id, second.created) == (first.id, False)

    on(database, story)


def test_case_8_c9_when_the_first_asker_rolls_back_the_second_one_has_the_job(database, db):
    """Uniqueness by advisory try-lock loses the job here."""
    first_asked = threading.Event()

    def first():
        with psycopg.connect(database) as connection:
            connection.execute(
                "insert into background_jobs (kind, dedup_key) values ('test.water', 'plant')"
            )
            first_asked.set()
            time.sleep(0.3)
            connection.rollback()

    rival = threading.Thread(target=first)
    rival.start()
    first_asked.wait(10)
    second = on(database, ask)
    rival.join()

    assert second.created
    assert db.execute("select id from background_jobs").fetchall() == [{"id": second.id}]


def test_waiting_for_a_strangers_transaction_is_bounded(database):
    async def story():
        with psycopg.connect(database) as stranger:
            stranger.execute(
                "insert into background_jobs (kind, dedup_key) values ('test.water', 'plant')"
            )
            with pytest.raises(psycopg.errors.LockNotAvailable):
                async with tx.run():
                    await tx.execute("set local lock_timeout = '200ms'")
                    await outbox.enqueue(Water(), dedup_key="plant")

    on(database, story)


def test_a_pending_twin_does_not_run_before_the_second_asker_commits(database):
    """What the second asker writes must be seen by the run that it relies on."""

    async def story():
        await ask()
        async with tx.run():
            await outbox.enqueue(Water(), dedup_key="plant")
            with psycopg.connect(database) as other:
                due = other.execute(
                    "select id from background_jobs where status = 'pending' for update skip locked"
                ).fetchall()
        return due, (await outbox.tick(handlers(), budget=20)).claimed

    assert on(database, story) == ([], 1)
