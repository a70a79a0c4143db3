"""One message and its answer: what happens around the moment at which the answer comes."""

import asyncio

import psycopg
import pytest

from shared.tx import wire
from tests.support.jobs import using


def with_a_connection(database, block):
    """Run a coroutine with a connection of its own."""

    async def story():
        async with using(database) as pool, pool.fresh() as connection:
            return await block(connection)

    return asyncio.run(story())


def test_an_answer_that_will_not_come_any_more_is_not_waited_for(database):
    async def block(connection):
        await wire.ask(connection, b"select 1")
        with pytest.raises(psycopg.OperationalError, match="before the answer came"):
            await wire.answer(connection.pgconn)

    with_a_connection(database, block)


def test_a_statement_that_has_ended_needs_no_stop_and_the_next_one_is_not_hit(database):
    async def block(connection):
        await wire.ask(connection, b"select 1")
        await wire.stop(connection)
        return wire.first_row(connection, await wire.ask(connection, b"select 'next'"))

    assert with_a_connection(database, block) == ("next",)


def test_the_answer_may_come_when_its_reader_was_just_cancelled(database):
    async def block(connection):
        told = asyncio.get_running_loop().create_future()
        told.cancel()
        wire.tell(told)
        return told.cancelled()

    assert with_a_connection(database, block)


def test_of_several_statements_the_last_one_is_answered(database):
    async def block(connection):
        return wire.first_row(connection, await wire.ask(connection, b"select 1; select 'last'"))

    assert with_a_connection(database, block) == ("last",)


def test_a_number_below_zero_behind_a_minus_is_no_comment(database):
    async def block(connection):
        message = wire.composed(connection, "select 1 -%(much)s", {"much": -2})
        return wire.first_row(connection, await wire.ask(connection, message))

    assert with_a_connection(database, block) == (3,)


def test_a_connection_without_an_encoding_takes_text_as_utf_8(database):
    async def block(connection):
        await connection.execute("set client_encoding to 'SQL_ASCII'")
        message = wire.composed(connection, "select length(%(text)s)", {"text": "é"})
        return wire.first_row(connection, await wire.ask(connection, message))

    assert with_a_connection(database, block) == (1,)
