"""A handler may end its attempt in the transaction of what it wrote: both, or neither."""

import asyncio
from collections.abc import Generator

import psycopg
import pytest

from shared import outbox, tx
from shared.outbox.worker.sweeping import sweep
from tests.support.fault_proxy import fault_proxy
from tests.support.jobs import (
    Water,
    claim_one,
    enqueue,
    expire,
    handlers,
    make_due,
    on,
    outcomes,
    state,
)


@pytest.fixture(autouse=True)
def letters(db) -> Generator[None]:
    db.execute("create table postcards (job bigint)")
    yield
    db.execute("drop table postcards")


def written(db):
    return db.execute("select count(*) from postcards").fetchone()["count"]


async def write():
    await tx.execute("insert into postcards values (%(job)s)", job=outbox.current().id)


async def one_tick(work):
    job = await enqueue(Water())
    return job, await outbox.tick(handlers(work))


def test_the_write_and_the_end_are_one(database, db):
    async def work(job):
        async with tx.run():
            await write()
            await outbox.succeed()

    job, report = on(database, lambda: one_tick(work))

    assert (report.succeeded, report.stale) == (1, 0)
    assert state(db, job) == ("succeeded", 1)
    assert outcomes(db, job) == ["succeeded"]
    assert written(db) == 1


def test_outside_a_transaction_it_raises(database, db):
    async def work(job):
        await outbox.succeed()

    job, report = on(database, lambda: one_tick(work))

    assert report.retried == 1
    assert "NoTransaction" in db.execute("select error from job_attempts").fetchone()["error"]
    assert state(db, job) == ("pending", 1)


def test_when_the_transaction_rolls_back_the_attempt_has_not_ended(database, db):
    async def work(job):
        async with tx.run():
            await write()
            await outbox.succeed()
            raise ValueError

    job, report = on(database, lambda: one_tick(work))

    assert report.retried == 1
    assert state(db, job) == ("pending", 1)
    assert written(db) == 0


def test_a_roll_back_that_the_handler_swallows_is_still_ended_by_the_tick(database, db):
    async def work(job):
        try:
            async with tx.run():
                await write()
                await outbox.succeed()
                raise ValueError
        except ValueError:
            pass

    job, report = on(database, lambda: one_tick(work))

    assert report.succeeded == 1
    assert outcomes(db, job) == ["succeeded"]


def test_an_error_after_it_changes_nothing(database, db):
    async def work(job):
        async with tx.run():
            await write()
            await outbox.succeed()
        raise ValueError

    job, _ = on(database, lambda: one_tick(work))

    assert state(db, job) == ("succeeded", 1)
    assert outcomes(db, job) == ["succeeded"]


def test_with_a_lease_that_is_over_the_transaction_rolls_back(database, db):
    async def work(job):
        if outbox.current().attempt > 1:
            return
        expire(db, outbox.current().id)
        await sweep()
        make_due(db)
        await claim_one()
        async with tx.run():
            await write()
            await outbox.succeed()

    job, report = on(database, lambda: one_tick(work))

    assert report.stale == 1
    assert state(db, job) == ("running", 2)
    assert written(db) == 0


@pytest.mark.parametrize("cut", ["cut_before", "cut_after"])
def test_when_its_commit_is_cut_the_job_runs_until_it_is_written_once(database, db, cut):
    async def work(job):
        async with tx.run():
            await write()
            await outbox.succeed()
            getattr(proxy, cut)("commit")

    async def story():
        job, report = await one_tick(work)
        if cut == "cut_before":
            assert report.retried == 1
            assert written(db) == 0
            make_due(db)
            await outbox.tick(handlers(quiet))
        return job

    async def quiet(job):
        async with tx.run():
            await write()
            await outbox.succeed()

    with fault_proxy(database) as proxy:
        job = on(proxy.url, story)

    assert state(db, job)[0] == "succeeded"
    assert written(db) == 1


def test_it_waits_for_a_stranger_who_has_the_row(database, db):
    """Skipping it, as the tick may, would look like a lease that is over."""

    async def work(job):
        stranger = await psycopg.AsyncConnection.connect(database)
        await stranger.execute("select from background_jobs for update")

        async def let_go():
            await asyncio.sleep(0.2)
            await stranger.close()

        letting_go = asyncio.create_task(let_go())
        async with tx.run():
            await write()
            await outbox.succeed()
        await letting_go

    job, report = on(database, lambda: one_tick(work))

    assert report.succeeded == 1
    assert outcomes(db, job) == ["succeeded"]
