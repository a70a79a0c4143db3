"""Many keys written at once from two sides: in one order, so that neither waits for the other."""

import asyncio
import threading

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.enqueuing import batch
from tests.support.dead import die
from tests.support.jobs import Water, on

KEYS = [f"key {number}" for number in range(400)]


def letters(db):
    """Put dead letters into the table whose keys descend while their ids ascend."""
    die(db, len(KEYS))
    ids = [row["id"] for row in db.execute("select id from background_jobs order by id")]
    for number, key in zip(ids, reversed(KEYS), strict=True):
        db.execute("update background_jobs set dedup_key = %s where id = %s", (key, number))


def live(db):
    rows = db.execute(
        "select dedup_key, count(*) as jobs from background_jobs"
        " where status in ('pending', 'running') group by 1"
    )
    return {row["dedup_key"]: row["jobs"] for row in rows}


async def ask_for_all():
    async with tx.run():
        return await outbox.enqueue_many((key, Water(1)) for key in reversed(KEYS))


@pytest.mark.parametrize("turn", range(3))
def test_a_release_and_a_batch_of_the_same_keys_do_not_deadlock(database, db, turn):
    letters(db)

    async def story():
        return await asyncio.gather(outbox.release(), ask_for_all(), ask_for_all())

    released, *batches = on(database, story)

    assert live(db) == dict.fromkeys(KEYS, 1)
    assert released.released + sum(batch.inserted for batch in batches) == len(KEYS)


@pytest.fixture
def updated(db):
    """Give the keys of the jobs in the order in which they are updated."""
    db.execute("create table seen (id bigint generated always as identity, key text)")
    db.execute(
        "create function note() returns trigger language plpgsql as"
        " $$ begin insert into seen (key) values (new.dedup_key); return new; end $$"
    )
    db.execute(
        "create trigger note before update on background_jobs for each row execute function note()"
    )
    yield lambda: [row["key"] for row in db.execute("select key from seen order by id")]
    db.execute("drop function note cascade")
    db.execute("drop table seen")


@pytest.mark.parametrize("statistics", ["none", "fresh"])
def test_letters_are_released_in_the_order_of_their_keys(database, db, updated, statistics):
    letters(db)
    db.execute("truncate seen")
    if statistics == "fresh":
        db.execute("vacuum analyze background_jobs, job_attempts")

    on(database, outbox.release)

    assert updated() == sorted(KEYS, key=lambda key: (len(key), key))


@pytest.fixture
def stranger(database):
    """Give a session that locks jobs in an order of its own and is patient with the others."""
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("set deadlock_timeout = '10s'")
        yield connection


def lock(stranger, key):
    stranger.execute("select from background_jobs where dedup_key = %s for update", (key,))


def meet(database, stranger):
    """Enqueue a batch whose keys somebody locks the other way round."""
    on(database, ask_for_all)
    stranger.execute("begin")
    lock(stranger, "key 7")
    wants_more = threading.Timer(0.3, lock, [stranger, "key 3"])

    async def story():
        async with tx.run():
            asked = asyncio.get_running_loop().run_in_executor(None, wants_more.run)
            ended = asyncio.get_running_loop().create_task(end(asked))
            try:
                return await outbox.enqueue_many((key, Water(2)) for key in KEYS)
            finally:
                await ended

    async def end(asked):
        await asked
        await asyncio.to_thread(stranger.execute, "commit")

    return on(database, story)


def test_a_batch_that_meets_another_order_begins_again(database, db, stranger):
    assert meet(database, stranger).skipped == len(KEYS)


def test_a_batch_that_has_no_try_left_says_what_it_met(database, db, stranger, monkeypatch):
    monkeypatch.setattr(batch, "TRIES", 1)

    with pytest.raises(psycopg.errors.DeadlockDetected):
        meet(database, stranger)

    assert live(db) == dict.fromkeys(KEYS, 1)
