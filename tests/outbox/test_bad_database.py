"""A database that is slow, locked or gone: the tick ends in time, and nothing done is lost."""

import asyncio
import gc
import os
import signal
import time
from contextlib import AsyncExitStack

import psycopg
import pytest

from functions.dev import postgres
from shared import outbox, tx
from shared.migrate import migrate
from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import Water, enqueue, handlers, on, outcomes, state, using


def test_a_database_that_is_down_is_said_so():
    async def story():
        with pytest.raises(tx.Unavailable):
            await outbox.tick(handlers())

    on("postgresql://nobody@127.0.0.1:1/nothing", story)


def test_an_end_waits_for_a_transaction_that_has_the_row_and_holds_nobody_up(database, db):
    """A long business transaction asked for the running job's key."""

    async def work(job):
        if job.plant == 1:
            await stranger.execute(
                "update background_jobs set kind = kind where id = %s", (outbox.current().id,)
            )

    async def story():
        nonlocal stranger
        stranger = await psycopg.AsyncConnection.connect(database)
        locked = await enqueue(Water(1))
        others = [await enqueue(Water(2)) for _ in range(20)]
        ticking = asyncio.create_task(outbox.tick(handlers(work), budget=20, concurrency=4))
        while not ticking.done() and any(state(db, job)[0] != "succeeded" for job in others):
            await asyncio.sleep(0.01)
        assert not ticking.done()
        assert state(db, locked) == ("running", 1)
        await stranger.commit()
        await stranger.close()
        return locked, await ticking

    stranger = None
    locked, report = on(database, story)

    assert (report.claimed, report.succeeded, report.stale) == (21, 21, 0)
    assert outcomes(db, locked) == ["succeeded"]


def test_ends_outlive_a_database_that_comes_back(database, db):
    """Eight jobs were worked while the line was down: none runs twice for it."""

    async def work(job):
        if job.plant == 7:
            proxy.refuse()
            asyncio.get_running_loop().call_later(1.0, proxy.resume)

    async def story():
        for plant in range(8):
            await enqueue(Water(plant))
        return await outbox.tick(handlers(work), concurrency=8)

    with fault_proxy(database) as proxy:
        report = on(proxy.url, story)

    assert (report.succeeded, report.stale, report.retried) == (8, 0, 0)
    worked = db.execute("select status, attempts, count(*) from background_jobs group by 1, 2")
    assert worked.fetchall() == [{"status": "succeeded", "attempts": 1, "count": 8}]


@pytest.mark.parametrize("statement", ["with clock", "with ended", "commit"])
@pytest.mark.parametrize("cut", ["cut_before", "cut_after"])
def test_a_claim_or_an_end_that_is_cut_loses_no_job(database, db, cut, statement):
    """The answer is lost: a claim finds again what it leased, an end finds that it is written."""

    async def story():
        for nth in range(1, 6):
            for number in range(12):
                await enqueue(Water(number))
            getattr(proxy, cut)(statement, nth)
            report = await outbox.tick(handlers(brief), concurrency=3)
            proxy.disarm()
            assert (report.claimed, report.succeeded, report.stale) == (12, 12, 0)

    async def brief(job):
        await asyncio.sleep(0.001)

    with fault_proxy(database) as proxy:
        on(proxy.url, story)

    assert proxy.faults >= 1
    states = db.execute("select status, attempts, count(*) from background_jobs group by 1, 2")
    assert states.fetchall() == [{"status": "succeeded", "attempts": 1, "count": 5 * 12}]
    assert db.execute("select count(*) from job_attempts").fetchone() == {"count": 0}


def test_case_21_a_line_that_goes_dead_in_the_middle_ends_the_tick_in_time_and_the_next_works(
    database, db
):
    async def work(job):
        proxy.stall()

    async def story():
        job = await enqueue(Water())
        started = time.monotonic()
        with pytest.raises(tx.Unavailable):
            await outbox.tick(handlers(work, timeout=1), budget=2, grace=4)
        assert time.monotonic() - started < 20
        proxy.resume()
        assert (await outbox.tick(handlers())).claimed == 0
        return job

    with fault_proxy(database) as proxy:
        job = on(proxy.url, story)

    assert state(db, job)[1] == 1


def test_case_21_a_server_that_is_killed_in_the_middle_is_survived(tmp_path):
    """kill -9 of the server while jobs run; started again, the same process works on."""

    async def work(job):
        if job.plant == 2:
            (pid_file,) = tmp_path.glob("*/postmaster.pid")
            os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)
        await asyncio.sleep(0.2)

    async def before(url):
        migrate(url)
        async with using(url):
            for number in range(20):
                await enqueue(Water(number))

    async def story():
        async with AsyncExitStack() as stack:
            with postgres.running(tmp_path) as url:
                await before(url)
                await stack.enter_async_context(using(url))
                started = time.monotonic()
                with pytest.raises(tx.Unavailable):
                    await outbox.tick(handlers(work, timeout=1), budget=2, grace=4, concurrency=4)
                assert time.monotonic() - started < 30
            with postgres.running(tmp_path):
                return await outbox.tick(handlers())

    report = asyncio.run(story())

    assert report.succeeded == report.claimed >= 1


@pytest.mark.parametrize("statement", ["with clock", "with ended"])
def test_no_task_is_left_with_an_error_that_nobody_saw(database, caplog, statement):
    async def story():
        async with using(proxy.url, size=1):
            for number in range(10):
                await enqueue(Water(number))
            proxy.cut_before(statement)
            proxy.refuse_after_fault()
            with pytest.raises(tx.Unavailable):
                await outbox.tick(handlers(timeout=1), budget=2, grace=2)
            gc.collect()
            await asyncio.sleep(0)

    with fault_proxy(database) as proxy:
        asyncio.run(story(), debug=True)

    assert "never retrieved" not in caplog.text
