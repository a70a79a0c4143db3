"""A statement that commits by itself on a connection that has idled, and may have died of it."""

import asyncio

import psycopg
import pytest

from shared import tx
from shared.tx import pool
from shared.tx.ambient import configured_pool
from tests.support.jobs import on, using
from tests.support.seeds import sown

SOW = "insert into seeds (name) values (%(name)s) returning name"


async def sow_alone(name):
    return await tx.written_alone(str, SOW, name=name)


def test_a_connection_that_the_server_has_closed_is_replaced_unnoticed(database, db):
    async def story():
        mine = await tx.written_alone(int, "select pg_backend_pid()")
        db.execute("select pg_terminate_backend(%s, 5000)", (mine,))
        return await sow_alone("oak")

    assert on(database, story, size=1) == "oak"


def test_one_that_idled_for_long_and_is_dead_is_replaced_unnoticed(proxy, db, monkeypatch):
    monkeypatch.setattr(pool, "WARM", 0.0)

    async def story():
        await sow_alone("oak")
        proxy.cut_before("begin")
        await sow_alone("ash")
        return len(configured_pool()._idle)

    assert on(proxy.url, story, size=1) == 1
    assert proxy.faults == 1
    assert sown(db) == ["oak", "ash"]


def test_one_that_idled_for_long_is_asked_before_anything_is_sent_on_it(proxy, db, monkeypatch):
    async def story():
        async with using(proxy.url, size=1, patience=0.5):
            await sow_alone("oak")
            monkeypatch.setattr(pool, "WARM", 0.0)
            proxy.stall()
            with pytest.raises(tx.Unavailable) as unreached:
                await sow_alone("ash")
            proxy.resume()
            await sow_alone("elm")
            return type(unreached.value)

    assert asyncio.run(story()) is tx.Unavailable
    assert sown(db) == ["oak", "elm"]


def test_nothing_is_open_on_a_connection_that_idled_for_long(database, db, monkeypatch):
    monkeypatch.setattr(pool, "WARM", 0.0)

    async def story():
        await sow_alone("oak")
        assert sown(db) == ["oak"]
        assert await tx.written_alone(str, "show lock_timeout") == "0"
        with pytest.raises(psycopg.errors.NotNullViolation):
            await sow_alone(None)
        with pytest.raises(psycopg.DataError, match="NUL"):
            await sow_alone("a\0b")
        await sow_alone("elm")

    on(database, story, size=1)

    assert sown(db) == ["oak", "elm"]
