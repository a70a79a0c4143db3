"""A worker that stays when nothing can be heard, and when its database is gone for a while."""

import asyncio
import signal
from contextlib import AsyncExitStack
from dataclasses import dataclass
from os import kill

import pytest

from functions.dev import postgres
from shared import outbox, tx
from shared.migrate import migrate
from tests.support.jobs import Water, enqueue, handlers, on, state, using

NOBODY = "postgresql://nobody@127.0.0.1:1/nothing"
EVERY = 0.3

OPEN = "select exists (select from background_jobs where status in ('pending', 'running'))"
STATES = "select status, count(*) as jobs from background_jobs group by status"


@dataclass(frozen=True)
class States:
    """How many jobs are in a state."""

    status: str
    jobs: int


def worked(number=1):
    """Give a handler, and the event that it sets when it has worked so many jobs."""
    has_worked, seen = asyncio.Event(), []

    async def work(job):
        seen.append(job.plant)
        if len(seen) == number:
            has_worked.set()

    return work, has_worked


async def enqueue_while_serving(listen_on):
    """Enqueue once the worker sleeps, and return when the job is worked."""
    work, has_worked = worked()
    stopping, has_looked = asyncio.Event(), asyncio.Event()
    task = asyncio.create_task(
        outbox.serve(
            handlers(work),
            stopping,
            every=EVERY,
            listen_on=listen_on,
            reported=lambda report: has_looked.set(),
        )
    )
    await has_looked.wait()
    async with tx.run():
        job = (await outbox.enqueue(Water(), wake=True)).id
    async with asyncio.timeout(30):
        await has_worked.wait()
    stopping.set()
    await task
    return job


def test_case_34_where_listening_fails_it_looks_by_itself(database, db, caplog):
    """As with a user who may not, or an address that is out of reach."""
    caplog.set_level("INFO", "thistledown.outbox")

    job = on(database, lambda: enqueue_while_serving(tx.Pool(NOBODY, patience=1.0)))

    assert state(db, job) == ("succeeded", 1)
    assert "nothing is heard of new jobs" in caplog.text


def test_case_34_where_nothing_is_ever_heard_it_looks_by_itself(cluster, database, db):
    """A pooler in transaction mode takes LISTEN and stays silent, as another database does."""
    with cluster.fresh_database() as elsewhere:
        job = on(database, lambda: enqueue_while_serving(tx.Pool(elsewhere)))

    assert state(db, job) == ("succeeded", 1)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_case_21_it_outlives_a_restart_of_its_database(tmp_path, how):
    """Stopped or killed while jobs run; when the server is back, the same worker works on."""
    work, has_worked = worked(number=40)
    begun, halfway = 0, asyncio.Event()

    async def slowly(job):
        nonlocal begun
        begun += 1
        if begun == 10:
            halfway.set()
        await asyncio.sleep(0.02)
        await work(job)

    def shoot():
        (pid_file,) = tmp_path.glob("*/postmaster.pid")
        kill(int(pid_file.read_text().split()[0]), how)

    async def story():
        stopping = asyncio.Event()
        async with AsyncExitStack() as stack:
            with postgres.running(tmp_path) as url:
                migrate(url)
                await stack.enter_async_context(using(url, patience=2.0))
                for plant in range(40):
                    await enqueue(Water(plant))
                serving = asyncio.create_task(
                    # a lease that was lost with the server is swept soon
                    outbox.serve(
                        handlers(slowly, timeout=1), stopping, every=EVERY, budget=5, lease=3
                    )
                )
                await halfway.wait()
                shoot()
                await asyncio.sleep(1)
                assert not serving.done()
            with postgres.running(tmp_path):
                async with asyncio.timeout(60):
                    await has_worked.wait()
                    while await still_open():  # the last end is being written
                        await asyncio.sleep(0.1)
                stopping.set()
                await serving
                async with tx.run():
                    return await tx.rows(States, STATES)

    [state] = asyncio.run(story())

    assert (state.status, state.jobs) == ("succeeded", 40)


async def still_open():
    try:
        async with tx.run():
            return await tx.scalar(bool, OPEN)
    except tx.Unavailable:
        return True


def test_inside_an_open_transaction_it_does_not_begin(database):
    async def story():
        async with tx.run():
            with pytest.raises(RuntimeError, match="needs its own transactions"):
                await outbox.serve(handlers(), asyncio.Event())

    on(database, story)
