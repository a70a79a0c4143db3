"""A block is run again after a clash or a loss before COMMIT, and never otherwise."""

import asyncio

import psycopg
import pytest

from shared import tx
from tests.support.jobs import on
from tests.support.seeds import sow, sown


def test_f19_a_serialization_failure_runs_the_block_again(database, db):
    """Write skew: each reads what the other writes, and one must see the other's."""
    runs = []
    both_have_read = asyncio.Barrier(2)

    async def balance(name, other):
        async def block():
            runs.append(name)
            await tx.execute("set transaction isolation level serializable")
            there = await tx.scalar(int, "select count(*) from seeds where name = %(n)s", n=other)
            if runs.count(name) == 1:
                await both_have_read.wait()
            if not there:
                await sow(name)

        await tx.retrying(block)

    async def story():
        await asyncio.gather(balance("oak", "ash"), balance("ash", "oak"))

    on(database, story)

    assert len(sown(db)) == 1
    assert len(runs) == 3


def test_f19_a_deadlock_runs_the_block_again(database, db):
    runs = []
    both_hold_one = asyncio.Barrier(2)

    async def weigh(name, first, second):
        async def block():
            runs.append(name)
            await tx.execute("update seeds set weight = weight + 1 where name = %(n)s", n=first)
            if runs.count(name) == 1:
                await both_hold_one.wait()
            await tx.execute("update seeds set weight = weight + 1 where name = %(n)s", n=second)

        await tx.retrying(block)

    async def story():
        async with tx.run():
            await sow("oak")
            await sow("ash")
        await asyncio.gather(weigh("a", "oak", "ash"), weigh("b", "ash", "oak"))

    on(database, story)

    assert db.execute("select sum(weight) from seeds").fetchone() == {"sum": 4}
    assert len(runs) == 3


def test_a_loss_before_commit_runs_the_block_again(proxy, db):
    runs = []

    async def block():
        runs.append(1)
        await sow("oak")
        return "sown"

    async def story():
        proxy.cut_before("commit")
        return await tx.retrying(block)

    assert on(proxy.url, story) == "sown"
    assert len(runs) == 2
    assert sown(db) == ["oak"]


def test_a_session_that_was_terminated_runs_the_block_again(database, db):
    runs = []

    async def block():
        runs.append(1)
        await sow("oak")
        if len(runs) == 1:
            pid = await tx.scalar(int, "select pg_backend_pid()")
            db.execute("select pg_terminate_backend(%s)", (pid,))
            await asyncio.sleep(0.1)
        await sow("ash")

    on(database, lambda: tx.retrying(block))

    assert len(runs) == 2
    assert sown(db) == ["oak", "ash"]


def test_it_gives_up_after_some_attempts(database):
    runs = []

    async def block():
        runs.append(1)
        raise psycopg.errors.SerializationFailure

    async def story():
        with pytest.raises(psycopg.errors.SerializationFailure):
            await tx.retrying(block, attempts=3)

    on(database, story)

    assert len(runs) == 3


@pytest.mark.parametrize("error", [ZeroDivisionError, psycopg.errors.UniqueViolation])
def test_no_other_error_runs_it_again(database, error):
    runs = []

    async def block():
        runs.append(1)
        raise error

    async def story():
        with pytest.raises(error):
            await tx.retrying(block)

    on(database, story)

    assert len(runs) == 1


def test_only_the_outermost_transaction_can_be_run_again(database):
    async def story():
        async with tx.run():
            with pytest.raises(RuntimeError, match="outermost"):
                await tx.retrying(lambda: sow("oak"))

    on(database, story)
