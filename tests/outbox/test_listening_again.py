"""A worker whose listening connection is lost listens again: at once, if it had been a good one."""

import asyncio
import time

import pytest

from shared import tx
from shared.outbox.worker import listening as module
from shared.outbox.worker.listening import LISTEN, listening
from tests.support.jobs import on
from tests.support.standing import LONG, until

TERMINATE = """
    select count(pg_terminate_backend(pid)) from pg_stat_activity
     where datname = current_database() and query = %s
"""


class Clock:
    """Stands for the module `time`, and stands still."""

    now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


async def cut(db, heard):
    """Cut the connection that listens; what is heard from then on is that of the next one."""
    await until(heard.is_set)
    heard.clear()
    assert db.execute(TERMINATE, (LISTEN,)).fetchone()["count"] == 1


def test_a_good_connection_that_is_lost_is_replaced_at_once(database, db, monkeypatch, clock):
    monkeypatch.setattr(module, "PAUSE", LONG)

    async def story():
        async with listening(tx.Pool(database)) as heard:
            await until(heard.is_set)
            clock.now += LONG
            await cut(db, heard)
            await until(heard.is_set)

    on(database, story)


def test_after_a_connection_that_broke_at_once_it_pauses(database, db, monkeypatch, clock):
    monkeypatch.setattr(module, "PAUSE", 1.0)

    async def story():
        async with listening(tx.Pool(database)) as heard:
            await until(heard.is_set)
            began = time.monotonic()
            await cut(db, heard)
            await until(heard.is_set)
            return time.monotonic() - began

    assert on(database, story) > 0.99


def test_after_a_connection_that_could_not_be_had_it_pauses(monkeypatch):
    """It tries as often as its pauses allow, and no more."""
    monkeypatch.setattr(module, "PAUSE", 0.5)
    tries = []

    class Nowhere(tx.Pool):
        def fresh(self):
            tries.append(1)
            return super().fresh()

    async def story():
        async with listening(Nowhere("postgresql://nobody@127.0.0.1:1/nowhere")) as heard:
            await asyncio.sleep(1.2)
            assert not heard.is_set()

    asyncio.run(story())

    assert 1 <= len(tries) <= 3
