"""A transaction is ambient: what runs inside joins it, and it commits or vanishes as a whole."""

import asyncio
import contextlib
from dataclasses import dataclass

import psycopg
import pytest

from shared import tx
from shared.tx.ambient import configured_pool
from tests.support import figures
from tests.support.jobs import on
from tests.support.seeds import sow, sown


def test_it_commits_when_the_block_ends(database, db):
    async def story():
        async with tx.run():
            await sow("oak")
            assert sown(db) == []

    on(database, story)

    assert sown(db) == ["oak"]


def test_it_rolls_back_when_the_block_raises(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await sow("oak")
                raise ZeroDivisionError

    on(database, story)

    assert sown(db) == []


def test_nothing_commits_by_itself_on_a_connection_whose_transaction_has_not_begun(database, db):
    async def story():
        async with tx.run():
            with pytest.raises(RuntimeError, match="begun"):
                _ = tx.current().connection
        async with tx.run():
            connection = await tx.current().begun()
            await connection.execute("insert into seeds (name) values ('oak')")
            assert tx.current().connection is connection
            raise LookupError

    with pytest.raises(LookupError):
        on(database, story)
    assert sown(db) == []


def test_a_run_inside_a_run_is_a_savepoint(database, db):
    async def story():
        async with tx.run():
            await sow("outer")
            with pytest.raises(ZeroDivisionError):
                async with tx.run():
                    await sow("inner")
                    raise ZeroDivisionError
            async with tx.run():
                await sow("after")

    on(database, story)

    assert sown(db) == ["outer", "after"]


def test_a_run_inside_that_ended_well_vanishes_with_the_outer_one(database, db):
    async def story():
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                async with tx.run():
                    await sow("inner")
                raise ZeroDivisionError

    on(database, story)

    assert sown(db) == []


def test_f20_a_failed_statement_inside_a_savepoint_spares_the_rest(database, db):
    async def story():
        async with tx.run():
            await sow("before")
            with pytest.raises(psycopg.errors.NotNullViolation):
                async with tx.savepoint():
                    await tx.execute("insert into seeds (name) values (null)")
            await sow("after")

    on(database, story)

    assert sown(db) == ["before", "after"]
    figures.record("F20", "a savepoint rolled back: 0 of its rows, all of the outer ones")


def test_a_failed_statement_that_was_swallowed_raises_at_the_end(database, db):
    """PostgreSQL answers COMMIT with a silent ROLLBACK there, and all would look well."""

    async def story():
        with pytest.raises(psycopg.errors.InFailedSqlTransaction):
            async with tx.run():
                await sow("oak")
                with contextlib.suppress(psycopg.errors.NotNullViolation):
                    await tx.execute("insert into seeds (name) values (null)")
        async with tx.run():
            await sow("next")

    on(database, story, size=1)

    assert sown(db) == ["next"]


def test_statements_outside_a_transaction_raise(database):
    async def story():
        for call in (tx.execute("select 1"), tx.scalar(int, "select 1")):
            with pytest.raises(tx.NoTransaction, match=r"async with tx\.run"):
                await call
        with pytest.raises(tx.NoTransaction):
            async with tx.savepoint():
                pass
        assert tx.is_open() is False

    on(database, story)


def test_without_a_database_it_says_what_to_call():
    async def story():
        with pytest.raises(RuntimeError, match=r"tx\.use"):
            async with tx.run():
                pass

    asyncio.run(story())


@dataclass(frozen=True)
class Seed:
    name: str
    weight: int


def test_rows_are_what_the_caller_says_they_are(database):
    async def story():
        async with tx.run():
            await sow("oak")
            await sow("ash")
            query = "select name, weight from seeds order by id"
            assert await tx.rows(Seed, query) == [Seed("oak", 0), Seed("ash", 0)]
            assert await tx.row(Seed, query) == Seed("oak", 0)
            assert await tx.row(Seed, "select name, weight from seeds where false") is None
            assert await tx.scalar(int, "select count(*) from seeds") == 2
            assert await tx.scalar(int, "select 1 from seeds where false") is None
            assert await tx.execute("update seeds set weight = %(to)s", to=5) == 2

    on(database, story)


def test_c18_nothing_is_prepared_on_the_server(database):
    """A pooler in transaction mode gives the next statement to another session."""

    async def story():
        for _ in range(20):
            async with tx.run():
                await tx.scalar(int, "select %(n)s::int", n=1)
        async with tx.run():
            return await tx.scalar(int, "select count(*) from pg_prepared_statements")

    assert on(database, story, size=1) == 0


def test_no_setting_of_a_transaction_outlives_it(database):
    async def story():
        async with tx.run():
            inside = await tx.scalar(str, "show lock_timeout")
        (idle,) = configured_pool()._idle
        outside = await (await idle.execute("show lock_timeout")).fetchone()
        return inside, outside[0]

    assert on(database, story, size=1) == ("5s", "0")


def test_what_the_server_refuses_at_once_is_said_as_it_is(database, db):
    """The connection is well, so nothing is unknown."""

    async def story():
        async with tx.run():
            await sow("oak")
        with psycopg.connect(database) as stranger:
            stranger.execute("select from seeds for update")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                await tx.at_once("select name from seeds for update nowait")
        return await tx.at_once("select name from seeds for update nowait")

    assert on(database, story, size=1) == [("oak",)]


def test_a_line_that_is_lost_at_a_single_statement_leaves_it_unknown(proxy, db):
    async def story():
        assert await tx.at_once("insert into seeds (name) values ('oak')") == []
        for cut in (proxy.cut_before, proxy.cut_after):
            cut("insert")
            with pytest.raises(tx.CommitUnknown):
                await tx.at_once("insert into seeds (name) values ('ash')")

    on(proxy.url, story)

    assert sown(db) == ["oak", "ash"]


def test_rows_may_be_had_as_they_are(database):
    async def story():
        async with tx.run():
            await sow("oak")
            return await tx.tuples(
                "select name, weight from seeds where name = %(n)s", {"n": "oak"}
            )

    assert on(database, story) == [("oak", 0)]


def test_waiting_for_a_row_lock_is_bounded(database, db):
    async def story():
        async with tx.run():
            await sow("oak")
        with psycopg.connect(database) as stranger:
            stranger.execute("select from seeds for update")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                async with tx.run():
                    await tx.execute("set local lock_timeout = '100ms'")
                    await tx.execute("update seeds set weight = 1")

    on(database, story)
