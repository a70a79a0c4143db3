"""A transaction belongs to the task that opened it."""

import asyncio
import threading

import pytest

from shared import tx
from tests.support import figures
from tests.support.jobs import on
from tests.support.seeds import sow, sown


def test_f21_a_child_task_may_not_write_into_its_parents_transaction(database, db):
    async def story():
        async with tx.run():
            with pytest.raises(tx.ForeignTask):
                await asyncio.create_task(sow("child"))
            with pytest.raises(tx.ForeignTask):
                await asyncio.gather(sow("gathered"))
            await sow("own")

    on(database, story)

    assert sown(db) == ["own"]


def test_who_leaves_its_task_without_meaning_to_is_told_how(database):
    async def story():
        async with tx.run():
            await asyncio.create_task(sow("child"))

    with pytest.raises(tx.ForeignTask, match=r"wait_for` makes a task .* asyncio\.timeout"):
        on(database, story)


def test_a_child_task_may_not_open_one_beneath_its_parents_either(database):
    async def open_one():
        async with tx.run():
            pass

    async def story():
        async with tx.run():
            with pytest.raises(tx.ForeignTask):
                await asyncio.create_task(open_one())

    on(database, story)


def test_whether_one_is_open_is_not_for_another_task_to_ask(database):
    async def asked(ended):
        with pytest.raises(tx.ForeignTask):
            tx.is_open()
        await ended.wait()
        return tx.is_open()

    async def story():
        ended = asyncio.Event()
        assert not tx.is_open()
        async with tx.run():
            assert tx.is_open()
            task = asyncio.create_task(asked(ended))
            await asyncio.sleep(0)
        ended.set()
        return tx.is_open(), await task

    assert on(database, story) == (False, False)


def test_a_thread_may_not_write_into_it(database):
    def in_thread():
        with pytest.raises(tx.ForeignTask):
            tx.current()
        return threading.current_thread() is not threading.main_thread()

    async def story():
        async with tx.run():
            return await asyncio.to_thread(in_thread)

    assert on(database, story)


def test_a_callback_of_the_loop_may_not_write_into_it(database):
    async def story():
        answer = asyncio.get_running_loop().create_future()

        def call_back():
            try:
                answer.set_result(tx.current())
            except tx.ForeignTask as error:
                answer.set_exception(error)

        async with tx.run():
            asyncio.get_running_loop().call_soon(call_back)
            with pytest.raises(tx.ForeignTask):
                await answer

    on(database, story)


def test_a_task_that_outlives_its_parents_transaction_may_open_its_own(database, db):
    async def survivor(ended):
        await ended.wait()
        with pytest.raises(tx.NoTransaction):
            await sow("without")
        async with tx.run():
            await sow("survivor")

    async def story():
        ended = asyncio.Event()
        async with tx.run():
            await sow("parent")
            task = asyncio.create_task(survivor(ended))
        ended.set()
        await task

    on(database, story)

    assert sown(db) == ["parent", "survivor"]


def test_f21_tasks_with_transactions_of_their_own_do_not_see_each_other(database, db):
    async def write(number):
        try:
            async with tx.run():
                await sow(f"{number}")
                await asyncio.sleep(0)
                assert (
                    await tx.scalar(
                        int, "select count(*) from seeds where name = %(n)s", n=f"{number}"
                    )
                    == 1
                )
                if number % 2:
                    raise ZeroDivisionError
        except ZeroDivisionError:
            pass

    async def story():
        await asyncio.gather(*[write(number) for number in range(200)])

    on(database, story, size=10)

    assert sorted(map(int, sown(db))) == list(range(0, 200, 2))
    figures.record("F21", "200 transactions in 200 tasks, every second fails: 0 rows across")


def test_a_timeout_within_the_task_keeps_the_transaction(database, db):
    async def story():
        async with tx.run():
            async with asyncio.timeout(10):
                await sow("oak")

    on(database, story)

    assert sown(db) == ["oak"]
