"""Who enqueues may wake the workers that listen: once for each transaction, when it commits."""

from datetime import timedelta

import psycopg
import pytest

from shared import outbox, tx
from tests.support.jobs import Water, on

PATIENCE = 0.5


@pytest.fixture
def heard(database):
    """Give a function that returns what came over the channel of the workers."""
    with psycopg.connect(database, autocommit=True) as listener:
        listener.execute("listen background_jobs")
        yield lambda: [one.payload for one in listener.notifies(timeout=PATIENCE)]


def test_three_jobs_of_one_transaction_wake_once(database, heard):
    async def story():
        async with tx.run():
            for number in range(3):
                await outbox.enqueue(Water(number), wake=True)
            await outbox.enqueue_many([("plant", Water(4))])
            await outbox.wake_up()

    on(database, story)

    assert heard() == [""]


def test_a_job_whose_key_is_taken_for_a_while_wakes_as_well(database, heard):
    async def story():
        async with tx.run():
            once = timedelta(hours=1)
            await outbox.enqueue(Water(), dedup_key="plant", once_in=once, wake=True)

    on(database, story)

    assert heard() == [""]


def test_nobody_is_woken_unasked_nor_by_what_is_rolled_back(database, heard):
    async def story():
        async with tx.run():
            await outbox.enqueue(Water())
        with pytest.raises(ZeroDivisionError):
            async with tx.run():
                await outbox.enqueue(Water(), wake=True)
                raise ZeroDivisionError
        with pytest.raises(tx.NoTransaction):
            await outbox.wake_up()

    on(database, story)

    assert heard() == []
