"""A statement that commits by itself in one round trip, and says so when that is not known."""

import asyncio

import psycopg
import pytest

from shared import tx
from shared.tx import statements, wire
from tests.support.jobs import on
from tests.support.seeds import sow, sown

SOW = "insert into seeds (name) values (%(name)s) returning name"
SLOW = "insert into seeds (name) select 'slow' from pg_sleep(60) returning name"
REFUSED = """
    with taken as (select from seeds for update nowait)
    insert into seeds (name) select 'ash' from taken returning name
"""


async def sow_alone(name):
    return await tx.written_alone(str, SOW, name=name)


def at_work(db, text):
    """Return whether a session is busy with such a statement."""
    return bool(
        db.execute(
            "select from pg_stat_activity where query like %s and state = 'active'"
            " and pid <> pg_backend_pid()",
            (f"%{text}%",),
        ).fetchall()
    )


async def until_at_work(db, text):
    async with asyncio.timeout(20):
        while not at_work(db, text):
            await asyncio.sleep(0.02)


def test_it_is_committed_when_it_returns(database, db):
    async def story():
        assert await sow_alone("oak") == "oak"
        assert sown(db) == ["oak"]

    on(database, story)


def test_no_row_is_none(database):
    async def story():
        return await tx.written_alone(
            str, "insert into seeds (name) select '' where false returning ''"
        )

    assert on(database, story) is None


@pytest.mark.parametrize("text", ["it's", "a \\ and a \\' too", "%s %(name)s", "täöß ☃", ""])
def test_every_text_comes_through_as_it_is(database, db, text):
    async def story():
        assert await sow_alone(text) == text

    on(database, story)

    assert sown(db) == [text]


def test_it_is_no_part_of_a_transaction_that_is_open(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await sow("inside")
                await sow_alone("alone")
                raise ZeroDivisionError

    on(database, story)

    assert sown(db) == ["alone"]


@pytest.mark.parametrize(("cut", "written"), [("cut_before", []), ("cut_after", ["ash"])])
def test_whether_it_was_written_is_unknown_when_the_answer_is_lost(proxy, db, cut, written):
    async def story():
        getattr(proxy, cut)("insert")
        with pytest.raises(tx.CommitUnknown):
            await sow_alone("ash")
        assert sown(db) == written
        await sow_alone("elm")

    on(proxy.url, story, size=1)

    assert proxy.faults == 1
    assert sown(db) == [*written, "elm"]


def test_a_server_that_cannot_be_reached_leaves_nothing_unknown(proxy):
    async def story():
        proxy.refuse()
        with pytest.raises(tx.Unavailable) as unreached:
            await sow_alone("oak")
        return type(unreached.value)

    assert on(proxy.url, story) is tx.Unavailable


def test_a_session_that_is_ended_in_the_middle_leaves_it_unknown(database, db):
    async def story():
        task = asyncio.create_task(tx.written_alone(str, SLOW))
        await until_at_work(db, "pg_sleep(60)")
        db.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()"
        )
        with pytest.raises(tx.CommitUnknown):
            await task
        await sow_alone("elm")

    on(database, story, size=1)

    assert sown(db) == ["elm"]


def test_what_the_server_refuses_is_said_as_it_is(database, db):
    """The connection is well, so nothing is unknown."""

    async def story():
        await sow_alone("oak")
        with pytest.raises(psycopg.errors.NotNullViolation):
            await sow_alone(None)
        with pytest.raises(psycopg.DataError, match="NUL"):
            await sow_alone("a\0b")
        with psycopg.connect(database) as stranger:
            stranger.execute("select from seeds for update")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                await tx.written_alone(str, REFUSED)
        await sow_alone("elm")

    on(database, story, size=1)

    assert sown(db) == ["oak", "elm"]


def test_when_no_answer_comes_in_time_the_server_stops_and_the_connection_stays(
    database, db, monkeypatch
):
    monkeypatch.setattr(statements, "PATIENCE", 0.5)

    async def story():
        mine = await tx.written_alone(int, "select pg_backend_pid()")
        with pytest.raises(tx.CommitUnknown, match=r"did not answer in 0\.5 seconds"):
            async with asyncio.timeout(20):
                await tx.written_alone(str, SLOW)
        assert not at_work(db, "pg_sleep(60)")
        await sow_alone("elm")
        return mine == await tx.written_alone(int, "select pg_backend_pid()")

    assert on(database, story, size=1)
    assert sown(db) == ["elm"]


def test_on_a_line_that_lets_nothing_through_it_ends_too(proxy, db, monkeypatch):
    monkeypatch.setattr(statements, "PATIENCE", 0.5)
    monkeypatch.setattr(wire, "STOPS", 0.5)

    async def story():
        await sow_alone("oak")
        proxy.stall_at("insert")
        with pytest.raises(tx.CommitUnknown):
            await sow_alone("ash")
        proxy.resume()
        return await sow_alone("elm")

    assert on(proxy.url, story, size=1) == "elm"
    assert {"oak", "elm"} <= set(sown(db)) <= {"oak", "ash", "elm"}


def test_cancelled_in_the_middle_of_it_the_server_stops_too(database, db):
    async def story():
        task = asyncio.create_task(tx.written_alone(str, SLOW))
        await until_at_work(db, "pg_sleep(60)")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not at_work(db, "pg_sleep(60)")
        await sow_alone("elm")

    on(database, story, size=1)

    assert sown(db) == ["elm"]


def test_a_timeout_of_the_caller_is_the_callers(database, db):
    async def story():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await tx.written_alone(str, SLOW)
        await sow_alone("elm")

    on(database, story, size=1)

    assert sown(db) == ["elm"]
