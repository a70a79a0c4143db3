"""Many rows are let go, released or dropped while another session changes some of them."""

import asyncio

import psycopg
import pytest

from shared import outbox
from shared.outbox.holding import held as holding
from shared.outbox.office import bulk
from tests.support.dead import die
from tests.support.gates import Letter, fill, held, statuses
from tests.support.jobs import on
from tests.support.standing import until

CHUNK = 3

WAITS = """
    select count(*) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()
"""

CHANGE = "update background_jobs set payload = '{\"plant\": 2}' where id = any(%s)"

CHANGE_THE_FIRST = """
    update background_jobs set run_at = run_at
     where id = (select id from background_jobs order by run_at, id limit 1)
"""


def waits(db):
    return db.execute(WAITS).fetchone()["count"] > 0


async def while_they_change(database, db, letters, act):
    """Begin to act while somebody changes these letters, who commits when the act waits."""
    with psycopg.connect(database) as stranger:
        stranger.execute(CHANGE, (letters,))
        acting = asyncio.create_task(act())
        await until(lambda: waits(db) or acting.done())
    return await acting


CHANGED = {
    "the first": slice(0, 1),
    "the first chunk": slice(0, CHUNK),
    "the last": slice(-1, None),
}


@pytest.mark.parametrize("which", CHANGED)
def test_letters_that_somebody_changes_are_dropped_with_the_others(
    database, db, monkeypatch, which
):
    monkeypatch.setattr(bulk, "CHUNK", CHUNK)
    letters = die(db, 7)[CHANGED[which]]

    dropped = on(database, lambda: while_they_change(database, db, letters, outbox.drop_all))

    assert dropped == 7
    assert statuses(db) == {"cancelled": 7}


@pytest.mark.parametrize("which", CHANGED)
def test_letters_that_somebody_changes_are_released_with_the_others(
    database, db, monkeypatch, which
):
    monkeypatch.setattr(bulk, "CHUNK", CHUNK)
    letters = die(db, 7)[CHANGED[which]]

    answer = on(database, lambda: while_they_change(database, db, letters, outbox.release))

    assert (answer.released, answer.conflicts) == (7, 0)
    assert statuses(db) == {"pending": 7}


def test_a_held_job_that_changes_while_it_is_let_go_does_not_keep_the_others_held(
    database, db, monkeypatch
):
    """The statement is stopped between its view of the table and its locks."""
    stops = holding.LET_GO.replace(
        "select held_by\n          from holder\n",
        "select held_by\n          from holder, pg_advisory_xact_lock(7)\n",
    )
    assert stops != holding.LET_GO
    monkeypatch.setattr(holding, "LET_GO", stops)
    monkeypatch.setattr(holding, "CHUNK", CHUNK)

    async def story():
        await fill(7)
        await outbox.pause(kind=Letter.kind)
        db.execute("update background_jobs set held_by = 'kind:test.letter'")
        with psycopg.connect(database) as stranger:
            stranger.execute("select pg_advisory_xact_lock(7)")
            resuming = asyncio.create_task(outbox.resume(kind=Letter.kind))
            await until(lambda: waits(db))
            db.execute(CHANGE_THE_FIRST)
        assert await resuming

    on(database, story)

    assert held(db) == {}
