"""A COMMIT whose answer was lost: found out, or said to be unknown, and never written twice."""

import asyncio
import os
import signal
from contextlib import suppress
from functools import partial

import psycopg
import pytest

from functions.dev import postgres
from shared import outbox, tx
from shared.tx import commit
from tests.support import figures
from tests.support.jobs import Water, on, using
from tests.support.seeds import sow, sown


async def write(name):
    async with tx.run():
        await sow(name)


def test_cut_before_commit_nothing_was_written_and_it_says_so(proxy, db):
    async def story():
        proxy.cut_before("commit")
        with pytest.raises(tx.ConnectionLost):
            await write("oak")

    on(proxy.url, story)

    assert proxy.faults == 1
    assert sown(db) == []


def test_cut_after_commit_it_is_found_out_and_nothing_is_raised(proxy, db):
    async def story():
        proxy.cut_after("commit")
        await write("oak")

    on(proxy.url, story)

    assert proxy.faults == 1
    assert sown(db) == ["oak"]


@pytest.mark.parametrize(("cut", "written"), [("cut_before", []), ("cut_after", ["oak"])])
def test_when_the_server_cannot_be_asked_it_is_unknown(proxy, db, cut, written):
    async def story():
        getattr(proxy, cut)("commit")
        proxy.refuse_after_fault()
        with pytest.raises(tx.CommitUnknown):
            await write("oak")

    on(proxy.url, story)

    assert sown(db) == written


def test_a_commit_that_is_unknown_is_not_run_again(proxy, db):
    runs = []

    async def block():
        runs.append(1)
        await sow("oak")

    async def story():
        proxy.cut_after("commit")
        proxy.refuse_after_fault()
        with pytest.raises(tx.CommitUnknown):
            await tx.retrying(block)

    on(proxy.url, story)

    assert len(runs) == 1
    assert sown(db) == ["oak"]


def test_a_transaction_that_only_read_is_lost_and_not_unknown(proxy):
    async def story():
        for cut in (proxy.cut_before, proxy.cut_after):
            cut("commit")
            with pytest.raises(tx.ConnectionLost):
                async with tx.run():
                    await tx.scalar(int, "select 1")

    on(proxy.url, story)


def test_f5_two_hundred_cuts_with_a_caller_that_tries_again_write_each_thing_once(proxy, db):
    async def story():
        for number in range(100):
            for cut in (proxy.cut_before, proxy.cut_after):
                cut("commit")
                await tx.retrying(partial(sow, f"{cut.__name__}-{number}"))

    on(proxy.url, story)

    names = sown(db)
    assert proxy.faults == 200
    assert len(names) == len(set(names)) == 200
    figures.record("F5", "200 cuts at COMMIT, the caller tries again: 200 rows, each once")


def test_cut_at_any_statement_nothing_is_half_written(proxy, db):
    """The sweep: cut at the first statement, the second, until the block gets through uncut."""

    async def story():
        for nth in range(1, 20):
            proxy.cut_at(nth)
            with suppress(tx.Unavailable):
                async with tx.run():
                    await sow(f"{nth}-a")
                    await sow(f"{nth}-b")
            if proxy.faults < nth:
                return nth
        raise AssertionError("never got through")

    last = on(proxy.url, story)

    assert last == 6  # begin, two inserts, the identity, commit
    assert sown(db) == ["6-a", "6-b"]


def test_the_id_of_a_crashed_server_is_not_believed(tmp_path):
    """After the crash of one backend the postmaster lives on, and ids are given out again."""

    async def asked_again(pool, mine):
        while True:
            with suppress(tx.Unavailable, psycopg.Error):
                async with pool.fresh() as other:
                    return await commit.verdict(other, mine)
            await asyncio.sleep(0.05)

    async def story(url):
        async with using(url) as pool:
            async with tx.run():
                await tx.execute("create table seeds (name text)")
            with pytest.raises(tx.ConnectionLost):
                async with tx.run():
                    await sow("oak")
                    mine = await commit.identity(tx.current().connection)
                    assert await asked_again(pool, mine) == "in progress"
                    os.kill(tx.current().connection.info.backend_pid, signal.SIGKILL)
                    await asyncio.sleep(0.5)
                    await sow("ash")
            return await asked_again(pool, mine)

    with postgres.running(tmp_path, durable=False) as url:
        assert asyncio.run(story(url)) is None


def test_one_that_the_server_still_works_on_is_waited_for(database, db):
    async def story():
        async with using(database) as pool, pool.fresh() as connection:
            await connection.execute("begin")
            await connection.execute("insert into seeds (name) values ('oak')")
            mine = await commit.identity(connection)
            settling = asyncio.create_task(commit.settle(pool, mine, ConnectionError()))
            await asyncio.sleep(3 * commit.PAUSE)
            assert not settling.done()
            await connection.execute("commit")
            await settling

    asyncio.run(story())

    assert sown(db) == ["oak"]


def test_the_id_of_another_server_is_not_believed(database):
    async def story():
        async with using(database) as pool, tx.run():
            await sow("oak")
            mine = await commit.identity(tx.current().connection)
            elsewhere = commit.Identity(mine.xid, mine.asked_at, mine.asked_at)
            async with pool.fresh() as other:
                assert await commit.verdict(other, elsewhere) is None
            with pytest.raises(tx.CommitUnknown):
                await commit.settle(pool, elsewhere, ConnectionError())

    asyncio.run(story())


@pytest.mark.parametrize(("cut", "written"), [("cut_before", []), ("cut_after", ["pending"])])
def test_a_write_that_returns_whose_it_is_needs_no_question_before_commit(proxy, db, cut, written):
    async def story():
        async with tx.run():
            await outbox.enqueue(Water())
            proxy.cut_before("select pg_current_xact_id")
        proxy.disarm()
        assert proxy.faults == 0
        db.execute("delete from background_jobs")
        getattr(proxy, cut)("commit")
        with suppress(tx.ConnectionLost):
            async with tx.run():
                await outbox.enqueue(Water())
        assert proxy.faults == 1

    on(proxy.url, story)

    states = [job["status"] for job in db.execute("select status from background_jobs")]
    assert states == written
