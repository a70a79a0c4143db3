"""Connections are opened when needed, kept while idle, and replaced when they went stale."""

import asyncio
import contextvars
import os
import signal
import time

import pytest

from functions.dev import postgres
from shared import tx
from shared.tx.pool import hang_up
from tests.support.jobs import on, using
from tests.support.seeds import sow, sown


async def backend() -> int | None:
    async with tx.run():
        return await tx.scalar(int, "select pg_backend_pid()")


def test_an_idle_connection_is_used_again(database):
    async def story():
        return {await backend() for _ in range(5)}

    assert len(on(database, story)) == 1


def test_it_is_used_again_after_a_block_that_raised(database):
    async def story():
        first = await backend()
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await sow("oak")
                raise ZeroDivisionError
        return first == await backend()

    assert on(database, story)


def test_idle_connections_that_were_terminated_are_replaced_unnoticed(database, db):
    async def story():
        pids = await asyncio.gather(*[backend() for _ in range(5)])
        for pid in pids:
            db.execute("select pg_terminate_backend(%s, 5000)", (pid,))
        async with tx.run():
            await sow("oak")

    on(database, story)

    assert sown(db) == ["oak"]


def test_idle_connections_that_were_reset_are_replaced_unnoticed(proxy, db):
    async def story():
        await asyncio.gather(*[backend() for _ in range(5)])
        proxy.reset()
        async with tx.run():
            await sow("oak")

    on(proxy.url, story)

    assert sown(db) == ["oak"]


def test_a_server_that_was_killed_and_started_again_needs_no_new_process(tmp_path):
    async def story():
        with postgres.running(tmp_path, durable=False) as url:
            pool = tx.Pool(url)
            tx.use(pool)
            await asyncio.gather(*[backend() for _ in range(3)])
            (pid_file,) = tmp_path.glob("*/postmaster.pid")
            os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)
            with pytest.raises(tx.Unavailable):
                while True:  # it dies a moment later
                    await backend()
        with pytest.raises(tx.Unavailable):
            await backend()
        with postgres.running(tmp_path, durable=False) as again:
            assert again == url
            assert await backend()
            await pool.close()
            tx.use(None)

    asyncio.run(story())


def test_a_database_that_is_down_is_unavailable_with_a_remedy():
    async def story():
        with pytest.raises(tx.Unavailable, match="DATABASE_URL"):
            await backend()

    on("postgresql://nobody@127.0.0.1:1/nothing", story)


def test_a_loss_in_the_middle_of_a_block_is_said_so(database, db):
    async def story():
        with pytest.raises(tx.ConnectionLost):
            async with tx.run():
                await sow("oak")
                pid = await tx.scalar(int, "select pg_backend_pid()")
                db.execute("select pg_terminate_backend(%s, 5000)", (pid,))
                await sow("ash")
        async with tx.run():
            await sow("next")

    on(database, story)

    assert sown(db) == ["next"]


def test_an_error_of_the_block_is_not_hidden_by_a_loss(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                pid = await tx.scalar(int, "select pg_backend_pid()")
                db.execute("select pg_terminate_backend(%s, 5000)", (pid,))
                raise ZeroDivisionError

    on(database, story)


def test_a_pool_that_stays_busy_says_what_to_do(database):
    async def story():
        async with using(database, size=1, patience=0.2):
            async with tx.run():
                waiting = asyncio.create_task(backend(), context=fresh())
                with pytest.raises(tx.Unavailable, match=r"busy for 0\.2 seconds"):
                    await waiting
            assert await backend()

    asyncio.run(story())


def test_more_tasks_than_connections_take_turns(database, db):
    async def write(number):
        async with tx.run():
            await sow(f"{number}")

    async def story():
        await asyncio.gather(*[write(number) for number in range(100)])
        async with tx.run():
            return await tx.scalar(
                int,
                "select count(*) from pg_stat_activity where datname = current_database()"
                " and application_name = ''",
            )

    connections = on(database, story, size=3)

    assert len(sown(db)) == 100
    assert connections <= 3 + 1  # and the test's own


def test_a_server_that_says_nothing_is_unavailable_in_bounded_time(proxy):
    async def story():
        async with using(proxy.url, patience=0.5):
            await backend()
            proxy.stall()
            started = time.monotonic()
            with pytest.raises(tx.Unavailable):
                await backend()
            assert time.monotonic() - started < 20
            proxy.resume()
            assert await backend()

    asyncio.run(story())


def test_a_connection_that_comes_back_to_a_closed_pool_is_closed(database):
    async def story():
        pool = tx.Pool(database)
        tx.use(pool)
        async with tx.run():
            connection = await tx.current().begun()
            await pool.close()
        assert connection.closed
        tx.use(None)

    asyncio.run(story())


def test_an_idle_connection_that_somebody_closed_is_replaced(database):
    async def story():
        async with tx.run():
            kept = await tx.current().begun()
        await kept.close()
        return await backend()

    assert on(database, story, size=1)


def test_a_line_that_is_gone_already_can_be_cut(database):
    async def story():
        async with using(database) as pool, pool.fresh() as connection:
            for _ in range(2):
                hang_up(connection)
                await connection.close()
            assert await backend()

    asyncio.run(story())


@pytest.mark.parametrize("url", ["postgresql://me:pa%zzword@host/name", "host='unended", "word"])
def test_a_url_that_cannot_be_read_is_not_quoted(url):
    with pytest.raises(tx.Unavailable, match="DATABASE_URL cannot be read") as refused:
        tx.Pool(url)

    assert url not in str(refused.value)
    assert refused.value.__suppress_context__


@pytest.mark.parametrize("port", ["1:secret", "http", "0", "65536"])
def test_a_port_that_is_none_makes_the_url_unreadable(port):
    with pytest.raises(tx.Unavailable, match="DATABASE_URL cannot be read") as refused:
        tx.Pool(f"postgresql://127.0.0.1:{port}/name")

    assert "secret" not in str(refused.value)


def fresh():
    """A context in which no transaction is open."""
    return contextvars.Context()


def test_another_event_loop_is_refused_and_the_first_goes_on(database):
    async def ask():
        async with tx.run():
            return await tx.scalar(int, "select 1")

    async def story():
        first = await ask()
        with pytest.raises(RuntimeError, match="serves one event loop"):
            await asyncio.to_thread(asyncio.run, ask())
        return first + await ask()

    assert on(database, story) == 2
