"""A task that is cancelled leaves neither half a transaction nor a connection in one."""

import asyncio
import time

import pytest

from shared import tx
from shared.tx import commit
from tests.support.jobs import on
from tests.support.seeds import sow, sown


async def cancelled(task):
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def idle_sessions():
    async with tx.run():
        return await tx.scalar(
            int,
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and state like 'idle in transaction%%'",
        )


def test_in_the_middle_of_a_block_it_rolls_back(database, db):
    async def block(written):
        async with tx.run():
            await sow("oak")
            written.set()
            await asyncio.sleep(60)

    async def story():
        written = asyncio.Event()
        task = asyncio.create_task(block(written))
        await written.wait()
        await cancelled(task)
        return await idle_sessions()

    assert on(database, story, size=1) == 0
    assert sown(db) == []


def test_in_the_middle_of_a_statement_the_server_stops_too(database, db):
    async def block():
        async with tx.run():
            await sow("oak")
            await tx.execute("select pg_sleep(60)")

    async def story():
        task = asyncio.create_task(block())
        await asyncio.sleep(0.2)
        await cancelled(task)
        return await idle_sessions()

    assert on(database, story, size=1) == 0
    assert sown(db) == []
    assert (
        db.execute(
            "select from pg_stat_activity where query like '%pg_sleep(60)%'"
            " and state = 'active' and pid <> pg_backend_pid()"
        ).fetchall()
        == []
    )


def test_a_timeout_in_the_middle_of_a_statement_rolls_back(database, db):
    async def story():
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2), tx.run():
                await sow("oak")
                await tx.execute("select pg_sleep(60)")

    on(database, story)

    assert sown(db) == []


def test_during_commit_the_commit_is_seen_through(proxy, db):
    """The answer is on its way: rolling back is not possible any more, leaving would lose it."""

    async def story():
        task = asyncio.create_task(stalled_at_commit(proxy))
        while not (proxy.faults or task.done()):
            await asyncio.sleep(0.01)
        asyncio.get_running_loop().call_later(0.3, proxy.resume)
        await cancelled(task)
        async with tx.run():
            await sow("next")

    on(proxy.url, story, size=1)

    assert sown(db) == ["oak", "next"]


async def stalled_at_commit(proxy):
    async with tx.run():
        await sow("oak")
        proxy.stall_at("commit")


def test_an_answer_that_nobody_waits_for_may_be_cancelled_itself(database):
    """As when the loop is closed: the error would be told to nobody but the log."""
    complaints = []

    async def story():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        for ends in (asyncio.sleep(60), asyncio.sleep(0), fails()):
            rest = asyncio.ensure_future(ends)
            rest.add_done_callback(commit.swallow)
            await asyncio.wait([rest], timeout=0.01)
            rest.cancel()
            await asyncio.wait([rest])
            del rest

    on(database, story)

    assert complaints == []


async def fails():
    raise ConnectionError


def test_cancelled_twice_during_commit_it_does_not_wait(proxy, db):
    async def story():
        task = asyncio.create_task(stalled_at_commit(proxy))
        while not (proxy.faults or task.done()):
            await asyncio.sleep(0.01)
        started = time.monotonic()
        task.cancel()
        await asyncio.sleep(0.1)
        await cancelled(task)
        assert time.monotonic() - started < 4
        proxy.resume()
        async with tx.run():
            await sow("next")

    on(proxy.url, story, size=1)

    assert sown(db) in (["next"], ["oak", "next"])  # unknown, and the caller did not want to know
