"""BEGIN goes along with the first statement where that is ready to be sent, and nothing is lost."""

import asyncio
import time

import psycopg
import pytest

from shared import tx
from tests.support.jobs import on, using
from tests.support.seeds import sown

SOW = "insert into seeds (name) values (%(name)s) returning name"


async def sow(name):
    return await tx.written(str, SOW, name=name)


async def sow_alone(name):
    async with tx.run():
        return await sow(name)


def test_it_is_written_and_commits_with_the_rest(database, db):
    async def story():
        await sow_alone("oak")
        async with tx.run():
            assert await sow("ash") == "ash"
            assert await tx.scalar(str, "show lock_timeout") == "5s"
            assert sown(db) == ["oak"]
            await sow("elm")

    on(database, story, size=1)

    assert sown(db) == ["oak", "ash", "elm"]


def test_a_block_that_does_nothing_sends_nothing(proxy):
    async def story():
        async with tx.run():
            pass
        proxy.cut_before("begin")
        proxy.cut_before("commit")
        async with tx.run():
            pass

    on(proxy.url, story)

    assert proxy.faults == 0


@pytest.mark.parametrize(
    "text", ["it's", "a \\ and a \\' too", "%s %(name)s", "täöß ☃", "", "'; drop table seeds; --"]
)
def test_every_text_comes_through_as_it_is(database, db, text):
    async def story():
        assert await sow_alone(text) == text
        assert await sow_alone(text) == text

    on(database, story)

    assert sown(db) == [text, text]


def test_a_text_with_nul_is_refused(database, db):
    async def story():
        with pytest.raises(psycopg.DataError, match="NUL"):
            await sow_alone("oak\0ash")

    on(database, story)

    assert sown(db) == []


def test_a_statement_larger_than_any_buffer_is_sent_whole(database, db):
    text = "x" * 20_000_000

    async def story():
        assert await sow_alone(text) == text

    on(database, story)

    assert [len(name) for name in sown(db)] == [len(text)]


def test_its_error_rolls_back_and_leaves_the_connection_usable(database, db):
    async def story():
        for _ in range(3):
            with pytest.raises(psycopg.errors.NotNullViolation):
                await sow_alone(None)
        await sow_alone("oak")

    on(database, story, size=1)

    assert sown(db) == ["oak"]


def test_no_row_is_none(database):
    async def story():
        async with tx.run():
            assert (
                await tx.written(str, "insert into seeds (name) select '' where false returning ''")
                is None
            )

    on(database, story)


def test_a_connection_that_was_just_used_and_went_stale_is_replaced_unnoticed(proxy, db):
    async def story():
        await sow_alone("oak")
        proxy.cut_before("begin")
        await sow_alone("ash")
        assert proxy.faults == 1

    on(proxy.url, story, size=1)

    assert sown(db) == ["oak", "ash"]


def test_one_that_idled_for_long_is_asked_before_anything_is_sent_on_it(proxy, db):
    async def story():
        async with using(proxy.url, patience=0.5):
            await sow_alone("oak")
            await asyncio.sleep(1.2)
            proxy.stall()
            started = time.monotonic()
            with pytest.raises(tx.Unavailable):
                await sow_alone("ash")
            assert time.monotonic() - started < 20
            proxy.resume()
            await sow_alone("elm")

    asyncio.run(story())

    assert sown(db) == ["oak", "elm"]


def test_cancelled_in_the_middle_of_it_the_server_stops_too(database, db):
    async def block():
        async with tx.run():
            await tx.written(
                str, "insert into seeds (name) select 'oak' from pg_sleep(60) returning name"
            )

    async def story():
        await sow_alone("ash")
        task = asyncio.create_task(block())
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await sow_alone("elm")

    on(database, story, size=1)

    assert sown(db) == ["ash", "elm"]
    assert (
        db.execute(
            "select from pg_stat_activity where query like '%pg_sleep(60)%'"
            " and state = 'active' and pid <> pg_backend_pid()"
        ).fetchall()
        == []
    )
